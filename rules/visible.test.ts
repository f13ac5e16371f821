import { expect, test } from 'vitest'
import { isVisible, shownName } from './visible.ts'

test.each(['a', '?', '😀', 'م', ' x '])('"%s" can be seen', (text) => {
  expect(isVisible(text)).toBe(true)
})

test.each([
  '',
  ' \n\t',
  '\u200b',
  '\u200d\u200c',
  '\u00ad',
  '\u2800',
  '\u3164',
  '\ufeff',
  '\u202e',
])('nothing is seen of %j', (text) => {
  expect(isVisible(text)).toBe(false)
  expect(shownName(text)).toBe('Somebody')
})
