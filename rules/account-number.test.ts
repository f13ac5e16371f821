import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  findAccountNumber,
  groupByFour,
  isAccountNumber,
  makeAccountNumber,
  normaliseAccountNumber,
  readAccountNumber,
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

const KNOWN = makeAccountNumber(() => 7)
const OTHER = makeAccountNumber(() => 11)
const halves = `${KNOWN.slice(0, 4)} ${KNOWN.slice(4)}`

test.each([
  [KNOWN],
  [KNOWN.toLowerCase()],
  [halves],
  [halves.replace(' ', '-')],
  [halves.replace(' ', '\u2011')],
  [halves.replace(' ', '\u00a0')],
  [halves.replace(' ', '.')],
  [`${KNOWN}.`],
  [`"${KNOWN}"`],
  [`\u202a${KNOWN}\u202c`],
  [[...KNOWN].join(' ')],
  [[...KNOWN].join('\u200b')],
  [`Acc: ${KNOWN}`],
  [`Account no. ${halves}`],
  [`A/C ${KNOWN}`],
  [`akaunti nambari ${KNOWN}`],
  [`#${KNOWN}`],
  [`${KNOWN}/rent`],
  [`${KNOWN}\n`],
  [[...KNOWN].map((one) => String.fromCodePoint((one.codePointAt(0) ?? 0) + 0xfee0)).join('')],
])('%j is an account number', (typed) => {
  expect(readAccountNumber(typed)).toBe(KNOWN)
})

test.each([
  [''],
  [KNOWN.slice(1)],
  [`${KNOWN}2`],
  [`${KNOWN} ${OTHER}`],
  [`${KNOWN}, ${OTHER}`],
  [KNOWN.replace(KNOWN.charAt(0), 'O')],
])('%j is none, or not only one', (typed) => {
  expect(readAccountNumber(typed)).toBeNull()
  expect(findAccountNumber(typed)).toBeNull()
})

test('an account number is read in any spelling, and with a wrong character it is none', () => {
  const gap = fc.constantFrom('', '', ' ', '-', '.', '\u200e', '\u2011', '_')
  fc.assert(
    fc.property(
      fc.infiniteStream(fc.nat(30)),
      fc.array(gap, { minLength: 9, maxLength: 9 }),
      fc.nat(7),
      fc.constantFrom(...'0O1IL'),
      (numbers, gaps, at, wrong) => {
        const made = makeAccountNumber(() => numbers.next().value ?? 0)
        const spell = (one: string) => [...one].map((sign, place) => gaps[place] + sign).join('')
        expect(readAccountNumber(spell(made).toLowerCase() + gaps[8])).toBe(made)
        expect(readAccountNumber(spell(made.slice(0, at) + wrong + made.slice(at + 1)))).toBeNull()
      },
    ),
  )
})
