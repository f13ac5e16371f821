import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, firstDay, monthsBetween } from './calendar.ts'
import {
  type Excuse,
  isExcused,
  type LateFeeTerms,
  lateFeeOf,
  lateFees,
  termsOf,
  termsText,
} from './late-fee.ts'

const months = monthsBetween('2026-06', '2026-12')
const month = fc.constantFrom(...months)
const day = fc.integer({ min: 0, max: 213 }).map((days) => addDays('2026-06-01', days))
const percent = fc.record({
  grace_days: fc.nat({ max: 40 }),
  percent: fc.integer({ min: 1, max: 100 }),
  cap: fc.option(fc.integer({ min: 1, max: 2000 })),
  amount: fc.constant(null),
})
const fixed = fc.record({
  grace_days: fc.nat({ max: 40 }),
  percent: fc.constant(null),
  cap: fc.constant(null),
  amount: fc.integer({ min: 1, max: 3000 }),
})
const terms = fc.uniqueArray(
  fc
    .tuple(month, fc.oneof(percent, fixed))
    .map(([from_month, rule]): LateFeeTerms => ({ from_month, ...rule })),
  { maxLength: 3, selector: ({ from_month }) => from_month },
)
const excuse = fc.record({
  why: fc.constantFrom('disputed' as const, 'promised' as const, 'planned' as const),
  month: fc.option(month),
  until: fc.option(day),
  amount: fc.option(fc.integer({ min: 1, max: 9000 })),
})
const rents = fc.uniqueArray(
  fc
    .record({ month, amount: fc.integer({ min: 1, max: 9000 }), late: fc.nat({ max: 20 }) })
    .map(({ month, amount, late }) => ({ month, amount, due: addDays(firstDay(month), late) })),
  { selector: ({ month }) => month },
)
const correction = fc.record({ month, amount: fc.integer({ min: -4000, max: 4000 }) })
const account = fc
  .record({
    rents,
    corrections: fc.array(correction, { maxLength: 3 }),
    paid: fc.integer({ min: 0, max: 40_000 }),
    had: fc.array(month, { maxLength: 2 }),
    excuses: fc.array(excuse, { maxLength: 2 }),
  })
  .map(({ rents, corrections, ...rest }) => ({
    ...{ rents, ...rest },
    charges: [...rents.map(({ month, amount }) => ({ month, amount })), ...corrections],
  }))
const sum = (rows: { amount: number }[]) => rows.reduce((all, { amount }) => all + amount, 0)

describe('late fees', () => {
  test('one a month of rent, after its grace, by its terms, never of what is excused or had one', () => {
    fc.assert(
      fc.property(account, terms, day, (one, rules, today) => {
        const fees = lateFees(one, rules, today)
        expect(new Set(fees.map(({ month }) => month)).size).toBe(fees.length)
        for (const { month, amount } of fees) {
          const rent = one.rents.find((row) => row.month === month)
          const rule = rules
            .filter(({ from_month }) => from_month <= month)
            .sort((a, b) => a.from_month.localeCompare(b.from_month))
            .at(-1)
          expect(rule).toBeDefined()
          if (!rent || !rule) continue
          expect(today > addDays(rent.due, rule.grace_days)).toBe(true)
          expect(one.had).not.toContain(month)
          for (const { month: of, until, amount } of one.excuses) {
            if (amount !== null) continue
            expect((of === null || of === month) && (until === null || today <= until)).toBe(false)
          }
          expect(amount).toBeGreaterThan(0)
          expect(amount).toBeLessThanOrEqual(rent.amount)
          if (rule.amount !== null) expect(amount).toBeLessThanOrEqual(rule.amount)
          if (rule.cap !== null) expect(amount).toBeLessThanOrEqual(rule.cap)
          if (rule.percent !== null) {
            expect(100 * amount).toBeLessThanOrEqual(rule.percent * rent.amount)
          }
        }
      }),
    )
  })

  test('none where all is paid, none without terms, and none a second time', () => {
    fc.assert(
      fc.property(account, terms, day, (one, rules, today) => {
        const positive = one.charges.filter(({ amount }) => amount > 0)
        expect(lateFees({ ...one, paid: sum(positive) }, rules, today)).toEqual([])
        expect(lateFees(one, [], today)).toEqual([])
        const had = [...one.had, ...lateFees(one, rules, today).map(({ month }) => month)]
        expect(lateFees({ ...one, had }, rules, today)).toEqual([])
        expect(lateFees({ ...one, excuses: [everything] }, rules, today)).toEqual([])
        // Whoever pays more never has a larger fee.
        const after = sum(lateFees({ ...one, paid: one.paid + 500 }, rules, today))
        expect(after).toBeLessThanOrEqual(sum(lateFees(one, rules, today)))
      }),
    )
  })
  const everything: Excuse = { why: 'disputed', month: null, until: null, amount: null }

  const plain = { grace_days: 5, amount: null, percent: 10, cap: 500 }
  const october: LateFeeTerms = { from_month: '2026-10', ...plain }
  const owing = {
    charges: [
      { month: '2026-10', amount: 6500 },
      { month: '2026-11', amount: 6500 },
    ],
    rents: [
      { month: '2026-10', amount: 6500, due: '2026-10-01' },
      { month: '2026-11', amount: 6500, due: '2026-11-12' },
    ],
    paid: 4000,
    had: [],
    excuses: [],
  }
  test.each([
    ['the oldest rent is paid first: of 2,500, 10 %', '2026-11-01', [['2026-10', 250]]],
    ['the last day of grace', '2026-11-17', [['2026-10', 250]]],
    [
      'charged late, it is due late; the percentage is capped',
      '2026-11-18',
      [
        ['2026-10', 250],
        ['2026-11', 500],
      ],
    ],
  ])('%s', (_, today, fees) => {
    expect(lateFees(owing, [october], today).map(({ month, amount }) => [month, amount])).toEqual(
      fees,
    )
  })

  test('the terms of a month are the last that begin by it', () => {
    const december = { ...october, from_month: '2026-12', percent: 5 }
    expect(termsOf([december, october], '2026-11')).toBe(october)
    expect(termsOf([december, october], '2027-01')).toBe(december)
    expect(termsOf([december, october], '2026-09')).toBeNull()
    expect(lateFeeOf({ ...october, cap: null }, 99)).toBe(9)
    expect(lateFeeOf({ ...october, percent: null, amount: 300, cap: null }, 99)).toBe(99)
  })

  test('an excuse holds on its last day, and for its month', () => {
    const promised: Excuse = {
      why: 'promised',
      month: '2026-11',
      until: '2026-11-20',
      amount: null,
    }
    expect(isExcused('2026-11', [promised], '2026-11-20')).toBe(true)
    expect(isExcused('2026-11', [promised], '2026-11-21')).toBe(false)
    expect(isExcused('2026-10', [promised], '2026-11-20')).toBe(false)
  })

  test('what is promised or planned for a day is as if it were paid, until that day is over', () => {
    const parts: Excuse[] = [
      { why: 'planned', month: null, until: '2026-11-20', amount: 2000 },
      { why: 'planned', month: null, until: null, amount: 500 },
    ]
    const fees = (today: string) =>
      lateFees({ ...owing, excuses: parts }, [october], today).map(({ month, amount }) => [
        month,
        amount,
      ])
    expect(fees('2026-11-10')).toEqual([])
    expect(fees('2026-11-20')).toEqual([['2026-11', 500]])
    expect(fees('2026-11-21')).toEqual([
      ['2026-10', 200],
      ['2026-11', 500],
    ])
    fc.assert(
      fc.property(account, terms, day, fc.nat({ max: 9000 }), (one, rules, today, amount) => {
        const promised: Excuse = { why: 'promised', month: null, until: today, amount }
        expect(lateFees({ ...one, excuses: [promised] }, rules, today)).toEqual(
          lateFees({ ...one, excuses: [], paid: one.paid + amount }, rules, today),
        )
      }),
    )
  })

  test('what the terms say', () => {
    const text = (changes: object) =>
      termsText({ ...october, ...changes }).replaceAll('\u00a0', ' ')
    expect(text({})).toBe(
      'Rent that is still unpaid 5 days after it is due costs 10 % of it more, Ksh 500 at most.',
    )
    expect(text({ grace_days: 0, percent: null, amount: 300, cap: null })).toBe(
      'Rent that is still unpaid after the day it is due costs Ksh 300 more.',
    )
  })
})
