import { expect, test } from 'vitest'
import { splitAtDifference } from './texts.ts'

test.each([
  ['ACB7K4M9X', 'AC7K4M9X', ['AC', 'B', '7K4M9X']],
  ['AC7K4M9Y', 'AC7K4M9X', ['AC7K4M9', 'Y', '']],
  ['CA7K4M9X', 'AC7K4M9X', ['', 'CA', '7K4M9X']],
  ['AC7K49X', 'AC7K4M9X', ['AC7K4', '', '9X']],
  ['AAC7K4M9X', 'AC7K4M9X', ['A', 'A', 'C7K4M9X']],
  ['AC7K4M9X', 'AC7K4M9X', ['AC7K4M9X', '', '']],
  ['', 'AC7K4M9X', ['', '', '']],
])('%s beside %s', (typed, right, parts) => {
  expect(splitAtDifference(typed, right)).toEqual(parts)
})
