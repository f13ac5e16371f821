import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, firstDay, monthsBetween, nextMonth } from './calendar.ts'
import { nextPrice, priceOn, recurringDue, spanText } from './fee.ts'

const months = monthsBetween('2026-01', '2027-12')
const month = fc.constantFrom(...months)
const day = fc.integer({ min: 0, max: 700 }).map((days) => addDays('2026-01-01', days))
const amount = fc.integer({ min: 1, max: 9000 })
const prices = fc.uniqueArray(fc.record({ from_day: day, amount }), {
  minLength: 1,
  maxLength: 5,
  selector: ({ from_day }) => from_day,
})

test('a price holds from its day until the next one, whatever their order', () => {
  fc.assert(
    fc.property(prices, day, (list, on) => {
      const begun = list.filter(({ from_day }) => from_day <= on)
      const price = priceOn(list, on)
      expect(priceOn(list.toReversed(), on)).toBe(price)
      for (const one of list) {
        const isLast = begun.every(({ from_day }) => from_day <= one.from_day)
        if (one.from_day <= on && isLast) expect(price).toBe(one.amount)
      }
      const next = nextPrice(list, on)
      expect(next === null).toBe(begun.length === list.length)
      if (next) expect(priceOn(list, next.from_day)).toBe(next.amount)
    }),
  )
  expect(priceOn([], '2026-01-01')).toBeNull()
})

test('a recurring fee is due once for each month of rent in its span, and for no other', () => {
  const recurring = fc
    .record({
      from_month: month,
      length: fc.option(fc.nat({ max: 12 })),
      amount: fc.option(amount),
      entered_on: day,
    })
    .map(({ from_month, length, ...fee }) => {
      let until_month = length === null ? null : from_month
      for (let left = length ?? 0; left > 0; left--) until_month = nextMonth(until_month ?? '')
      return { from_month, until_month, ...fee }
    })
  fc.assert(
    fc.property(recurring, fc.array(month), prices, (fee, rent, list) => {
      const due = recurringDue(fee, rent, list)
      const named = due.map((one) => one.month)
      expect(new Set(named).size).toBe(named.length)
      for (const one of months) {
        const isIn = one >= fee.from_month && (fee.until_month === null || one <= fee.until_month)
        expect(named.includes(one)).toBe(isIn && rent.includes(one))
      }
      for (const one of due) {
        const isLater = firstDay(one.month) > fee.entered_on
        const on = isLater ? firstDay(one.month) : fee.entered_on
        expect(one.amount).toBe(fee.amount ?? priceOn(list, on))
      }
      // In parts, as the job finds them after it was stopped, it comes to the same.
      const half = rent.slice(0, rent.length / 2)
      const first = recurringDue(fee, half, list)
      const had = new Set(first.map((one) => one.month))
      const second = recurringDue(fee, rent, list).filter((one) => !had.has(one.month))
      expect([...first, ...second].toSorted((a, b) => (a.month < b.month ? -1 : 1))).toEqual(due)
    }),
  )
})

test.each([
  ['2026-12', null, 'every month from December 2026 on'],
  ['2026-12', '2027-05', 'every month from December 2026 until May 2027'],
  ['2026-12', '2026-12', 'for December 2026 only'],
])('the span from %s until %s', (from_month, until_month, text) => {
  expect(spanText({ from_month, until_month })).toBe(text)
})
