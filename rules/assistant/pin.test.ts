import fc from 'fast-check'
import { expect, test } from 'vitest'
import { containsPin } from './pin.ts'

test.each([
  ['my mpesa pin is 4821', true],
  ['PIN: 4821', true],
  ['pin4821', true],
  ['4821 is my m-pin, is it right?', true],
  ['M-PIN 4 8 2 1', true],
  ['namba ya siri ni 4821', true],
  ['nambari ya siri: 4821 haikubali', true],
  ['pini yangu ni 4821', true],
  ['my pin does not work', false],
  ['I paid 6500 for rent', false],
  ['no PIN prompt came for Ksh 6500', false],
  ['no pin request for 6500 bob', false],
  ['the pin request for 6,500 failed', false],
  ['pin prompt does not come to 0712345678', false],
  ['pin prompt does not come to 0712 345 678', false],
  ['is the shopping 1234', false],
  ['opinion 4821', false],
  ['', false],
])('%s: %s', (text, found) => {
  expect(containsPin(text)).toBe(found)
})

test('any text of the longest allowed length is judged at once', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => {
      expect(typeof containsPin(text)).toBe('boolean')
    }),
  )
  for (const piece of ['pin ', '1 ', '12 34', 'namba ya ', '1-'])
    expect(typeof containsPin(piece.repeat(500))).toBe('boolean')
})
