import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type AccountEntry,
  fileBy,
  isRentCharge,
  lawRates,
  percentOf,
  rateOf,
  ratesOf,
  receivedByEntry,
  taxOf,
} from './rent-received.ts'

let seconds = 0
const at = () => new Date(Date.UTC(2026, 9, 1, 0, 0, seconds++))
const rent = (amount: number): AccountEntry => ({ type: 'charge', at: at(), amount, is_rent: true })
const fee = (amount: number): AccountEntry => ({ type: 'charge', at: at(), amount, is_rent: false })
const paid = (amount: number, id = 0, takes_back: number | null = null): AccountEntry => ({
  type: 'payment',
  at: at(),
  amount,
  id,
  takes_back,
})
const said = (entries: AccountEntry[]) =>
  receivedByEntry(entries).map(({ rent, other }) => [rent, other])

describe('what money of an account is for', () => {
  test.each([
    ['rent', [rent(6500), paid(6500)], [[6500, 0]]],
    ['rent paid ahead', [paid(6500), rent(6500)], [[6500, 0]]],
    ['a fee after the rent', [rent(6500), fee(500), paid(7000)], [[6500, 500]]],
    [
      'rent before fees',
      [rent(6500), fee(500), rent(6500), paid(6600), paid(6900)],
      [
        [6600, 0],
        [6400, 500],
      ],
    ],
    [
      'a fee that uses credit',
      [paid(1000), fee(300)],
      [
        [1000, 0],
        [-300, 300],
      ],
    ],
    [
      'a paid fee that is taken back pays rent',
      [fee(500), paid(500), rent(6500), fee(-500)],
      [
        [0, 500],
        [500, -500],
      ],
    ],
    ['an unpaid fee that is taken back', [fee(500), fee(-500), paid(100)], [[100, 0]]],
    [
      'a payment that is taken back, and counts again',
      [fee(500), rent(6500), paid(7000, 1), paid(-7000, 2, 1), paid(7000, 3, 2)],
      [
        [6500, 500],
        [-6500, -500],
        [6500, 500],
      ],
    ],
    [
      'a refund of credit',
      [rent(6500), paid(7000), paid(-500)],
      [
        [7000, 0],
        [-500, 0],
      ],
    ],
    ['a waiver of rent', [rent(6500), rent(-500), paid(6000)], [[6000, 0]]],
    ['credit from before the import', [rent(-500), rent(6500), paid(6000)], [[6000, 0]]],
  ] satisfies [string, AccountEntry[], number[][]][])('%s', (_, entries, expected) => {
    expect(said(entries)).toEqual(expected)
  })

  const size = fc.integer({ min: 1, max: 9000 })
  /** Random acts; what takes something back takes back a whole one that still counts. */
  const acts = fc.array(
    fc.record({
      act: fc.constantFrom('rent', 'fee', 'waive', 'undo_fee', 'pay', 'take_back', 'refund'),
      size,
      pick: fc.nat(),
    }),
    { maxLength: 40 },
  )
  function play(list: { act: string; size: number; pick: number }[]): AccountEntry[] {
    const entries: AccountEntry[] = []
    const fees: number[] = []
    const payments: { id: number; amount: number }[] = []
    const takeOne = <T>(from: T[], pick: number) => from.splice(pick % (from.length || 1), 1)[0]
    for (const { act, size, pick } of list) {
      const id = entries.length + 1
      if (act === 'rent') entries.push(rent(size))
      if (act === 'waive') entries.push(rent(-size))
      if (act === 'refund') entries.push(paid(-size, id))
      if (act === 'fee') {
        fees.push(size)
        entries.push(fee(size))
      }
      if (act === 'pay') {
        payments.push({ id, amount: size })
        entries.push(paid(size, id))
      }
      const undone = act === 'undo_fee' && takeOne(fees, pick)
      if (undone) entries.push(fee(-undone))
      const taken = act === 'take_back' && takeOne(payments, pick)
      if (taken) entries.push(paid(-taken.amount, id, taken.id))
    }
    return entries
  }
  const total = (list: { rent: number; other: number }[]) => ({
    rent: list.reduce((sum, one) => sum + one.rent, 0),
    other: list.reduce((sum, one) => sum + one.other, 0),
  })
  const sumOf = (entries: AccountEntry[], wanted: (entry: AccountEntry) => boolean) =>
    entries.filter(wanted).reduce((sum, { amount }) => sum + amount, 0)

  test('together it is what was paid, and what is no rent lies between nothing and what was charged', () => {
    fc.assert(
      fc.property(acts, (list) => {
        const entries = play(list)
        const { rent, other } = total(receivedByEntry(entries))
        const fees = sumOf(entries, (one) => one.type === 'charge' && !one.is_rent)
        const due = entries.reduce(
          (sum, one) => sum + (one.type === 'charge' ? one.amount : -one.amount),
          0,
        )
        expect(rent + other).toBe(sumOf(entries, ({ type }) => type === 'payment'))
        expect(other).toBeGreaterThanOrEqual(0)
        expect(other).toBeLessThanOrEqual(fees)
        // Whoever owes nothing has paid every fee.
        if (due <= 0) expect(other).toBe(fees)
      }),
    )
  })

  test('without other charges everything is rent, and later entries change nothing of earlier ones', () => {
    fc.assert(
      fc.property(acts, fc.nat(40), (list, cut) => {
        const entries = play(list)
        const onlyRent = entries.filter((one) => one.type === 'payment' || one.is_rent)
        expect(total(receivedByEntry(onlyRent)).other).toBe(0)
        const earlier = receivedByEntry(entries.slice(0, cut))
        expect(receivedByEntry(entries).slice(0, earlier.length)).toEqual(earlier)
      }),
    )
  })

  test('fees and late fees are no rent; rent, waivers and corrections of it are', () => {
    expect(['rent', 'waiver', 'correction', 'fee', 'late_fee'].map(isRentCharge)).toEqual([
      ...[true, true, true],
      ...[false, false],
    ])
  })
})

describe('the tax on it', () => {
  test('is 7.5 % since 2024, unless the residence has set another rate', () => {
    const law = ratesOf([])
    expect(law).toEqual(lawRates)
    expect(['2015-12', '2023-12', '2024-01', '2026-11'].map((one) => rateOf(law, one))).toEqual([
      0, 1000, 750, 750,
    ])
    const own = ratesOf([
      { from: '2026-12', rate: 800 },
      { from: '2026-07', rate: 1000 },
    ])
    expect(['2026-06', '2026-07', '2026-11', '2027-01'].map((one) => rateOf(own, one))).toEqual([
      750, 1000, 1000, 800,
    ])
    expect([750, 1000, 1025].map(percentOf)).toEqual(['7.5\u00a0%', '10\u00a0%', '10.25\u00a0%'])
  })

  test('is a whole sum of whole rent, never negative, and is filed by the 20th', () => {
    expect([100_000, 6510, 0, -4000].map((rent) => taxOf(rent, 750))).toEqual([7500, 488, 0, 0])
    expect(['2026-11', '2026-12'].map(fileBy)).toEqual(['2026-12-20', '2027-01-20'])
  })
})
