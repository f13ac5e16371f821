import { expect, test } from 'vitest'
import { displayName, isVisible, stripDirectionMarks } from './visible.ts'

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
  expect(displayName(text)).toBe('Someone')
})

test('inserted text cannot change the direction of its surroundings', () => {
  expect(stripDirectionMarks('\u202eeb\u202c \u2066x\u2069\u200e\u200f\u061c a\u200db')).toBe(
    'eb x a\u200db',
  )
})
