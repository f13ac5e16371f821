import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  groupByFour,
  isAccountNumber,
  makeAccountNumber,
  normaliseAccountNumber,
} from './account-number.ts'

const accountNumber = fc.constant(null).map(() => makeAccountNumber(randomInt))
const anyCharacter = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789')

test('a generated one is valid: eight characters without look-alikes, never WIFI', () => {
  fc.assert(
    fc.property(accountNumber, (made) => {
      expect(made).toMatch(/^[2-9A-HJKMNP-Z]{8}$/)
      expect(isAccountNumber(made)).toBe(true)
      expect(made.startsWith('WIFI')).toBe(false)
    }),
  )
})

test('any single wrong character is detected', () => {
  fc.assert(
    fc.property(accountNumber, fc.integer({ min: 0, max: 7 }), anyCharacter, (made, at, wrong) => {
      fc.pre(made[at] !== wrong)
      expect(isAccountNumber(made.slice(0, at) + wrong + made.slice(at + 1))).toBe(false)
    }),
    { numRuns: 1000 },
  )
})

test('any two swapped characters are detected', () => {
  const place = fc.integer({ min: 0, max: 7 })
  fc.assert(
    fc.property(accountNumber, place, place, (made, one, other) => {
      fc.pre(made[one] !== made[other])
      const swapped = [...made]
      ;[swapped[one], swapped[other]] = [made[other] ?? '', made[one] ?? '']
      expect(isAccountNumber(swapped.join(''))).toBe(false)
    }),
    { numRuns: 1000 },
  )
})

test('is parsed as users type it and shown in groups of four', () => {
  expect(normaliseAccountNumber(' ac7k-4m9x ')).toBe('AC7K4M9X')
  expect(groupByFour('AC7K4M9X')).toBe('AC7K 4M9X')
  expect(isAccountNumber('')).toBe(false)
})
