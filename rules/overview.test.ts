import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, dayEnd, dayOf, monthsBetween } from './calendar.ts'
import { balance } from './ledger.ts'
import {
  ages,
  arrearsByAge,
  lastBeside,
  monthsPaid,
  mostHeld,
  percent,
  weekFrom,
  yearUpTo,
} from './overview.ts'

const month = '2026-02'
const months = monthsBetween('2025-09', '2026-03')
const charge = fc.record({
  month: fc.constantFrom(...months),
  amount: fc.integer({ min: -4000, max: 9000 }),
})
const payments = fc.array(fc.record({ amount: fc.integer({ min: -3000, max: 9000 }) }), {
  maxLength: 6,
})
const sum = (rows: { amount: number }[]) => rows.reduce((all, { amount }) => all + amount, 0)

/** Settles the charges of one month after the other with a purse, the oldest first. */
function settle(charges: { month: string; amount: number }[], paid: number) {
  let purse = paid
  const owed = new Map<string, number>()
  for (const one of months.filter((one) => one <= month)) {
    const net = sum(charges.filter((charge) => charge.month === one))
    if (net < 0) purse -= net
    else owed.set(one, net)
  }
  const unpaid = { this_month: 0, one_month: 0, two_months: 0, older: 0 }
  const names: Record<string, keyof typeof unpaid> = {
    '2026-02': 'this_month',
    '2026-01': 'one_month',
    '2025-12': 'two_months',
  }
  if (purse < 0) {
    unpaid.older -= purse
    purse = 0
  }
  for (const [one, net] of owed) {
    const settled = Math.min(purse, net)
    purse -= settled
    unpaid[names[one] ?? 'older'] += net - settled
  }
  return unpaid
}

describe('arrears by age', () => {
  test('are what is left when payments settle the oldest charge first', () => {
    fc.assert(
      fc.property(fc.array(charge, { maxLength: 12 }), payments, (charges, paid) => {
        expect(arrearsByAge(charges, paid, month)).toEqual(settle(charges, sum(paid)))
      }),
      { numRuns: 1000 },
    )
  })

  test('add up to the balance, where that is not credit', () => {
    fc.assert(
      fc.property(fc.array(charge), payments, (charges, paid) => {
        const known = charges.filter((one) => one.month <= month)
        const paid_at = new Date('2026-02-10T09:00:00Z')
        const { due } = balance(
          known,
          paid.map((one) => ({ ...one, paid_at })),
          month,
        )
        const aged = arrearsByAge(charges, paid, month)
        expect(ages.reduce((all, age) => all + aged[age], 0)).toBe(Math.max(0, due))
      }),
    )
  })

  test('a payment of one month leaves the later ones unpaid', () => {
    const charges = ['2025-11', '2025-12', '2026-01', '2026-02'].map((month) => ({
      month,
      amount: 6500,
    }))
    expect(arrearsByAge(charges, [{ amount: 8000 }], month)).toEqual({
      this_month: 6500,
      one_month: 6500,
      two_months: 5000,
      older: 0,
    })
  })
})

test('the most places held at once is that of the fullest day', () => {
  const days = Array.from({ length: 20 }, (_, number) => addDays('2026-02-20', number))
  const stay = fc
    .tuple(fc.constantFrom(...days), fc.option(fc.constantFrom(...days)))
    .filter(([from, until]) => until === null || until > from)
    .map(([from, until]) => ({ from, until }))
  fc.assert(
    fc.property(fc.array(stay, { maxLength: 5 }), fc.constantFrom(...days), (stays, day) => {
      const held = days
        .filter((one) => one >= day)
        .map((one) => stays.filter((s) => s.from <= one && one < (s.until ?? '9')).length)
      expect(mostHeld(stays, day)).toBe(Math.max(...held))
    }),
  )
})

test('days, weeks and years across the ends of months', () => {
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
  expect(weekFrom('2026-12-28')).toEqual({ first: '2026-12-28', last: '2027-01-03' })
  expect(yearUpTo('2026-02')).toEqual({
    first: '2025-03',
    months: monthsBetween('2025-03', '2026-02'),
  })
  const end = dayEnd('2026-02-28')
  expect(dayOf(new Date(end.getTime() - 1))).toBe('2026-02-28')
  expect(dayOf(end)).toBe('2026-03-01')
})

test('a share is only all or nothing when it is', () => {
  expect(percent(0, 0)).toBeNull()
  expect(percent(0, 9)).toBe('0%')
  expect(percent(1, 1000)).toBe('under 1%')
  expect(percent(999, 1000)).toBe('99%')
  expect(percent(1000, 1000)).toBe('100%')
})

describe('the months that a payment pays for', () => {
  const charges = ['2025-11', '2025-12', '2026-01'].map((month) => ({ month, amount: 6500 }))

  test('are those it settles, the oldest first', () => {
    expect(monthsPaid(charges, 0, 6500)).toEqual({ months: ['2025-11'], ahead: false })
    expect(monthsPaid(charges, 6500, 6501)).toEqual({
      months: ['2025-12', '2026-01'],
      ahead: false,
    })
    expect(monthsPaid(charges, 13_000, 9000)).toEqual({ months: ['2026-01'], ahead: true })
    expect(monthsPaid(charges, 19_500, 100)).toEqual({ months: [], ahead: true })
    // Taken back: they are unpaid again.
    expect(monthsPaid(charges, 13_000, -6500)).toEqual({ months: ['2025-12'], ahead: false })
    // A correction beyond its month's charge settles others.
    expect(monthsPaid([...charges, { month: '2026-02', amount: -6500 }], 0, 6500).months).toEqual([
      '2025-12',
    ])
    expect(monthsPaid(charges, 6500, 0)).toEqual({ months: [], ahead: false })
  })

  test('together are all months that are paid to some part, and no others', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(charge, { selector: ({ month }) => month }),
        fc.array(fc.integer({ min: 1, max: 9000 }), { maxLength: 6 }),
        (all, paid) => {
          const sorted = all
            .filter((one) => one.month <= month)
            .toSorted((one, other) => (one.month < other.month ? -1 : 1))
          let before = 0
          const found = new Set<string>()
          for (const amount of paid) {
            for (const one of monthsPaid(sorted, before, amount).months) found.add(one)
            before += amount
          }
          // Corrections settle the first months before any payment does.
          let purse = -sum(sorted.filter(({ amount }) => amount < 0))
          const expected = sorted.filter(({ amount }) => {
            if (amount <= 0) return false
            const [from, to] = [Math.max(0, purse), purse + before]
            purse -= amount
            return from < amount && to > 0 && to > from
          })
          expect([...found].sort()).toEqual(expected.map((one) => one.month))
        },
      ),
      { numRuns: 1000 },
    )
  })
})

test('a month is shown among twelve that end with this one, or whole years earlier', () => {
  expect(lastBeside('2026-11', '2026-11')).toBe('2026-11')
  expect(lastBeside('2025-12', '2026-11')).toBe('2026-11')
  expect(lastBeside('2025-11', '2026-11')).toBe('2025-11')
  expect(lastBeside('2024-01', '2026-11')).toBe('2024-11')
  expect(lastBeside('2027-02', '2026-11')).toBe('2027-02')
})
