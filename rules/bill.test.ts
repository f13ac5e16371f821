import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type BilledMonth,
  billFor,
  billText,
  changesOfBill,
  isInTerm,
  spanOfMonths,
  type Term,
  termProblem,
} from './bill.ts'
import {
  addDays,
  type Day,
  firstDay,
  lastDay,
  type Month,
  monthsBetween,
  nextMonth,
} from './calendar.ts'
import { dueOfAccount, nextDue } from './due.ts'
import { rentDue, type Stay } from './ledger.ts'

const all = monthsBetween('2026-06', '2027-06')
const day = fc.integer({ min: 0, max: 360 }).map((days) => addDays('2026-06-01', days))
const rate = fc.integer({ min: 1, max: 20_000 })
const term: fc.Arbitrary<Term> = fc
  .tuple(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 4 }), fc.nat({ max: 50 }))
  .map(([first, length, before]) => {
    const first_month = all[first] ?? ''
    return {
      first_month,
      last_month: all[first + length] ?? '',
      due_day: addDays(lastDay(first_month), -before),
    }
  })

interface Held extends Stay {
  room_id: number
}
/** A tenancy that goes from room to room, perhaps with a gap, and ends or doesn't. */
const stays: fc.Arbitrary<Held[]> = fc
  .tuple(
    fc.uniqueArray(day, { minLength: 1, maxLength: 4 }),
    fc.array(rate, { minLength: 4, maxLength: 4 }),
    fc.boolean(),
    fc.boolean(),
  )
  .map(([days, rates, ends, gap]) => {
    const sorted = days.toSorted()
    return sorted.map((from_day, at): Held => {
      const next = sorted[at + 1] ?? null
      const until = next ?? (ends ? addDays(from_day, 45) : null)
      return {
        from_day,
        until_day: gap && next ? later(from_day, addDays(next, -20)) : until,
        rate: rates[at] ?? 1,
        room_id: at + 1,
      }
    })
  })
const later = (one: Day, other: Day) => (one < other ? other : one)
const firstMonth = fc.constantFrom('full' as const, 'pro_rata' as const)

const linesOf = (bill: ReturnType<typeof billFor>) => (typeof bill === 'string' ? [] : bill)

describe('a bill', () => {
  test('with what is charged by the month, each month is charged once, at the rent of its month', () => {
    fc.assert(
      fc.property(stays, term, day, firstMonth, (stays, term, today, first_month) => {
        const monthly = rentDue(stays, today, first_month).filter(
          ({ month }) => !isInTerm([term], month),
        )
        const tenancy = { billed_by: 'term' as const, stays, first_rent_month: null }
        const charged = monthly.map(({ month }) => month)
        const bill = linesOf(billFor({ ...tenancy, charged }, term, today, first_month))
        const end = later(today, lastDay(term.last_month))
        const lived = stays.filter(({ from_day, until_day }) => from_day !== until_day)
        // Also between two stays: who is to come, or to come back, gets it on that day.
        const comes = lived.some(({ from_day }) => from_day > today)
        const isHere = lived.some(
          ({ from_day, until_day }) => from_day <= today && (until_day ?? '9') > today,
        )
        const expected = rentDue(stays, end, first_month).filter(
          ({ month }) => (isHere || !comes) && isInTerm([term], month),
        )
        expect(bill).toEqual(expected)
        // Made again, it bills nothing.
        const again = [...charged, ...bill.map(({ month }) => month)]
        expect(linesOf(billFor({ ...tenancy, charged: again }, term, today, first_month))).toEqual(
          [],
        )
        const by_month = { ...tenancy, billed_by: 'month' as const, charged }
        expect(billFor(by_month, term, today, first_month)).toBe('monthly')
      }),
    )
  })

  test('a change of stays changes only months to come in another room, and its opposite takes it back', () => {
    fc.assert(
      fc.property(
        stays,
        stays,
        term,
        day,
        firstMonth,
        fc.integer({ min: 0, max: 100 }),
        (before, after, term, today, first_month, leaving_percent) => {
          const options = { today, firstMonth: first_month, leaving_percent }
          const tenancy = { billed_by: 'term' as const, stays: before, first_rent_month: null }
          const lines = linesOf(
            billFor({ ...tenancy, charged: [] }, term, before[0]?.from_day ?? today, first_month),
          )
          const changes = changesOfBill(before, after, lines, options)
          expect(changesOfBill(before, before, lines, options)).toEqual([])
          const settled: BilledMonth[] = lines.map(({ month, amount }) => ({
            month,
            amount: amount + (changes.find((change) => change.month === month)?.amount ?? 0),
          }))
          for (const { month, amount } of changes) {
            expect(month > today.slice(0, 7)).toBe(true)
            const line = lines.find((line) => line.month === month)
            expect((line?.amount ?? 0) + amount).toBeGreaterThanOrEqual(0)
          }
          // What is left of a month is the rent of the room, or what the rule keeps.
          const due = new Map(
            rentDue(after, lastDay(term.last_month), first_month).map(({ month, amount }) => [
              month,
              amount,
            ]),
          )
          for (const { month, why } of changes) {
            const now = settled.find((one) => one.month === month)?.amount
            const was = lines.find((one) => one.month === month)?.amount ?? 0
            expect(now).toBe(
              why === 'left' ? was - Math.floor((was * leaving_percent) / 100) : due.get(month),
            )
          }
          const back = changesOfBill(after, before, settled, options)
          const restored = settled.map(({ month, amount }) => ({
            month,
            amount: amount + (back.find((change) => change.month === month)?.amount ?? 0),
          }))
          expect(restored).toEqual(lines)
        },
      ),
    )
  })
})

describe('terms', () => {
  test('neither overlap nor are due after they have begun', () => {
    fc.assert(
      fc.property(term, term, (one, other) => {
        const apart = one.last_month < other.first_month || other.last_month < one.first_month
        expect(termProblem(other, [one]) === null).toBe(apart)
      }),
    )
    const good: Term = { first_month: '2026-09', last_month: '2026-12', due_day: '2026-09-05' }
    expect(termProblem({ ...good, due_day: '2026-10-01' }, [])?.field).toBe('due_day')
    expect(termProblem({ ...good, last_month: '2027-09' }, [])?.field).toBe('last_month')
  })

  test('are said with their months, the sum and the day', () => {
    expect(spanOfMonths('2026-11', '2027-02')).toBe('November 2026 to February 2027')
    expect(spanOfMonths('2026-10', '2026-10')).toBe('October 2026')
    const bill = { first_month: '2026-09', last_month: '2026-12', due_day: '2026-09-05' }
    expect(billText({ ...bill, amount: 26_000 }).replaceAll('\u00a0', ' ')).toBe(
      'September to December 2026, Ksh 26,000, by 5 Sep 2026',
    )
  })
})

describe('what is due of a bill', () => {
  const rooms = { rate: 6500, next_room: null, next_rate: null, leaves_on: null }
  const bill = { due_day: '2026-09-05', amount: 26_000 }

  test('a bill to come is the next rent; once it is due, the first month after it is', () => {
    fc.assert(
      fc.property(day, fc.constantFrom<Month | null>('2027-01', null), (today, next_month) => {
        const next = nextDue(rooms, { bills: [bill], next_month }, today)
        if (today < bill.due_day) expect(next).toEqual({ day: bill.due_day, amount: 26_000 })
        else expect(next?.day ?? null).toBe(next_month && firstDay(next_month))
        expect(nextDue(rooms, null, today)?.day).toBe(firstDay(nextMonth(today.slice(0, 7))))
      }),
    )
  })

  test('what was paid ahead is taken off', () => {
    const account = { ...rooms, current_month_balance: -1000, owed_months: [], next_fees: 0 }
    const billed = { bills: [bill], next_month: null }
    expect(dueOfAccount({ ...account, billed }, '2026-08-20')).toMatchObject({
      total: 25_000,
      by: '2026-09-05',
      credit: 1000,
    })
  })
})
