import fc from 'fast-check'
import { expect, test } from 'vitest'
import { idNumberKey, passwordsMeant, readIdNumber } from './id-number.ts'

test.each([
  ['23456789', '23456789'],
  [' 2345 6789 ', '23456789'],
  ['23.456.789', '23456789'],
  ['\u200e23456789\u200f', '23456789'],
  ['２３４５６７８９', '23456789'],
  ['٢٣٤٥٦٧٨٩', '23456789'],
  ['2345\u00a06789', '23456789'],
  ['2345\u200b6789', '23456789'],
  ['A 765-4321', 'A765-4321'],
  ['A–7654321', 'A-7654321'],
  ['a\u20117654321', 'a-7654321'],
  ['AK0412345', 'AK0412345'],
  ['BK/123456', 'BK/123456'],
  ['1234', null],
  ['-----', null],
  ['23456789²', null],
  ['ID 23456789, Nairobi', null],
  ['234567890123456789012', null],
  ['Ǎ7654321', null],
  ['', null],
])('%j is kept as %j', (typed, kept) => {
  expect(readIdNumber(typed)).toBe(kept)
})

test.each([
  ['A7654321'],
  ['a7654321'],
  ['A 765-4321'],
  ['A-7654321 '],
  [' a.765.4321'],
  ['A 765 4321'],
  ['Ａ７６５４３２１'],
  ['A\u00a0765–4321'],
  ['\u202aA7654321\u202c'],
  ['a/765/4321\n'],
])('while the password is the ID number, %j is it', (typed) => {
  const meant = passwordsMeant(typed, ['a-7654321'])
  expect(meant[0]).toBe('A7654321')
  expect(meant).toContain('a-7654321')
})

test('what is not the ID number is only itself, and so is every chosen password', () => {
  expect(passwordsMeant('A7654322', ['A7654321'])).toEqual(['A7654322'])
  expect(passwordsMeant('A765432I', ['A7654321'])).toEqual(['A765432I'])
  expect(passwordsMeant('a 765-4321', [])).toEqual(['a 765-4321'])
  expect(passwordsMeant(' - ', ['-'])).toEqual([' - '])
})

const number = fc.stringMatching(/^[A-Z]{0,2}\d{5,9}$/)
const gap = fc.constantFrom('', '', ' ', '-', '.', '/', '\u2011', '\u00a0', '\u200e')

test('an ID number is the same in any spelling, and another one never is', () => {
  fc.assert(
    fc.property(
      number,
      number,
      fc.array(gap, { minLength: 12, maxLength: 12 }),
      (id, other, gaps) => {
        const spelled = [...id].map((one, at) => gaps[at] + one).join('')
        expect(idNumberKey(spelled.toLowerCase())).toBe(id)
        expect(passwordsMeant(spelled, [id])).toContain(id)
        if (other !== id) expect(passwordsMeant(other, [id])).toEqual([other])
      },
    ),
  )
})
