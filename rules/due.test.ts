import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dueSentence, owedByMonth, swahiliDue, whatIsDue } from './due.ts'

describe('what is owed, month by month', () => {
  const rent = (month: string, amount: number) => ({ month, amount })
  const paid = (amount: number) => ({ month: null, amount: -amount })

  test.each([
    ['nothing', [], []],
    ['all paid', [rent('2026-10', 6500), paid(6500)], []],
    [
      'the earliest is paid first',
      [rent('2026-11', 6500), rent('2026-10', 6500), paid(8000)],
      [['2026-11', 5000]],
    ],
    [
      'a waiver of the month',
      [rent('2026-10', 6500), rent('2026-10', -6500), rent('2026-11', 6500)],
      [['2026-11', 6500]],
    ],
    [
      'more taken off than the rent',
      [rent('2026-10', 1000), rent('2026-11', -1500), rent('2026-12', 1000)],
      [['2026-12', 500]],
    ],
    [
      'a payment that was taken back',
      [paid(500), paid(-500), paid(-200), rent('2026-12', 100)],
      [
        [null, 200],
        ['2026-12', 100],
      ],
    ],
  ] as const)('%s', (_, entries, months) => {
    expect(owedByMonth(entries).map(({ month, owed }) => [month, owed])).toEqual(months)
  })

  test('together it is what is owed, whatever was entered', () => {
    const entry = fc.record({
      month: fc.option(fc.constantFrom('2026-08', '2026-09', '2026-10', '2026-11')),
      amount: fc.integer({ min: -9000, max: 9000 }),
    })
    fc.assert(
      fc.property(fc.array(entry), (entries) => {
        const months = owedByMonth(entries)
        const due = entries.reduce((sum, { amount }) => sum + amount, 0)
        expect(months.reduce((sum, { owed }) => sum + owed, 0)).toBe(Math.max(0, due))
        expect(months.every(({ owed }) => owed > 0)).toBe(true)
      }),
    )
  })
})

describe('what is due, when and since when', () => {
  const today = '2026-11-25'
  const december = (amount: number | null) => ({ day: '2026-12-01', amount })
  const october = { month: '2026-10', owed: 2500 }
  const november = { month: '2026-11', owed: 3500 }
  const said = (...[balance, owed, next]: Parameters<typeof whatIsDue>) => {
    const due = whatIsDue(balance, owed, next)
    return due && dueSentence(due, today).replaceAll('\u00a0', ' ')
  }

  test.each([
    [
      'a part of one month',
      said(2500, [october], december(3500)),
      'Ksh 6,000 by 1 December, Ksh 2,500 of it since October.',
    ],
    [
      'two months',
      said(6000, [october, november], december(3500)),
      'Ksh 9,500 by 1 December, Ksh 2,500 of it since October and Ksh 3,500 since November.',
    ],
    [
      'more months, the earliest of another year',
      said(7000, [{ month: '2025-12', owed: 1000 }, october, november], december(3500)),
      'Ksh 10,500 by 1 December, Ksh 7,000 of it due now, the oldest since December 2025.',
    ],
    ['no more rent to come', said(2500, [october], null), 'Ksh 2,500 due now, since October.'],
    [
      'two months, and no more rent to come',
      said(6000, [october, november], null),
      'Ksh 6,000 due now, Ksh 2,500 of it since October and Ksh 3,500 since November.',
    ],
    [
      'what only corrections added',
      said(500, [{ month: null, owed: 500 }], december(3500)),
      'Ksh 4,000 by 1 December, Ksh 500 of it due now.',
    ],
    [
      'the same without more rent',
      said(500, [{ month: null, owed: 500 }], null),
      'Ksh 500 due now.',
    ],
    [
      'debt, and a first rent whose sum is not known yet',
      said(2500, [october], { day: '2027-01-10', amount: null }),
      'Ksh 2,500 due now, since October, first rent on 10 January 2027.',
    ],
    ['nothing owed', said(0, [], december(6500)), 'Next rent: Ksh 6,500 by 1 December.'],
    [
      'credit for a part of the next rent',
      said(-1000, [], december(6500)),
      'Next rent: Ksh 5,500 by 1 December, after your Ksh 1,000 of credit.',
    ],
    [
      'credit for all of it',
      said(-6500, [], december(6500)),
      'Nothing to pay on 1 December: your credit covers that rent.',
    ],
    ['a first rent', said(0, [], december(null)), 'First rent on 1 December.'],
    ['nothing at all', said(0, [], null), null],
    ['credit of somebody who has left', said(-500, [], null), null],
  ])('%s', (_, sentence, expected) => {
    expect(sentence).toBe(expected)
  })

  test('in Swahili', () => {
    const due = whatIsDue(2500, [october], december(3500))
    expect(due && dueSentence(due, today, swahiliDue).replaceAll('\u00a0', ' ')).toBe(
      'Ksh 6,000 kufikia tarehe 1 Desemba, Ksh 2,500 kati ya hizo tangu Oktoba.',
    )
  })

  test('is what is owed and the next rent, less what was paid ahead', () => {
    const entry = fc.record({
      month: fc.option(fc.constantFrom('2026-08', '2026-09', '2026-10', '2026-11')),
      amount: fc.integer({ min: -9000, max: 9000 }),
    })
    fc.assert(
      fc.property(fc.array(entry), fc.integer({ min: 1, max: 20_000 }), (entries, rent) => {
        const balance = entries.reduce((sum, { amount }) => sum + amount, 0)
        const due = whatIsDue(balance, owedByMonth(entries), december(rent))
        const owed = due?.owed.reduce((sum, one) => sum + one.owed, 0) ?? 0
        expect(due?.total).toBe(Math.max(0, balance + rent))
        expect(owed).toBe(Math.max(0, balance))
        expect(due && due.credit > 0 && owed > 0).toBe(false)
      }),
    )
  })
})
