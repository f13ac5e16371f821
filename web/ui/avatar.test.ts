import fc from 'fast-check'
import { expect, test } from 'vitest'
import { initialsOf } from './avatar.tsx'

test('initials are whole characters, as newer browsers count them', () => {
  const segmenter = new Intl.Segmenter()
  const pieces = [
    'A',
    'é',
    'e\u0301',
    'ĩ',
    'n\u0303',
    '👩🏽‍🚀',
    '🇰🇪',
    '❤️',
    '👨‍👩‍👧',
    '한',
    '中',
    'ا',
    '1️⃣',
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  ]
  const names = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(names, (name) => {
      const [first] = segmenter.segment(name.join(''))
      expect(initialsOf(name.join(''))).toBe(first?.segment.toUpperCase())
    }),
  )
  expect(initialsOf('  Wanjirũ wa Ngũgĩ ')).toBe('WN')
  expect(initialsOf('')).toBe('S')
})
