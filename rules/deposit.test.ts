import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  askedDeposit,
  type DepositAct,
  depositForms,
  depositMisfit,
  depositRuleText,
  depositToPay,
  heldChangeOf,
  owedChangeOf,
  refundClock,
  refundClockText,
} from './deposit.ts'

test('a residence asks for a sum, for months of rent, or for nothing', () => {
  expect(askedDeposit({ amount: 5000, months: null }, 6500)).toBe(5000)
  expect(askedDeposit({ amount: null, months: 2 }, 6500)).toBe(13_000)
  expect(askedDeposit({ amount: null, months: null }, 6500)).toBeNull()
  expect(depositRuleText({ amount: null, months: 1 })).toBe('one month’s rent')
  expect(depositRuleText({ amount: null, months: 2 })).toBe('2 months’ rent')
})

test('the clock runs from the day somebody left to the last promised day, also across months', () => {
  const clock = refundClock('2026-11-25', 14, '2026-12-01')
  expect(clock).toEqual({ left_on: '2026-11-25', due_on: '2026-12-09', days_left: 8 })
  expect(refundClockText(clock)).toBe('by 9 Dec 2026, in 8 days')
  expect(refundClockText(refundClock('2026-11-25', 14, '2026-12-09'))).toMatch(/today$/)
  expect(refundClockText(refundClock('2026-11-25', 14, '2026-12-10'))).toMatch(/1 day ago$/)
})

const act = fc.record({
  kind: fc.constantFrom(...depositForms),
  amount: fc.integer({ min: 1, max: 9000 }),
})

test('whatever fits: nothing is held below nothing, and what moves is neither lost nor made', () => {
  fc.assert(
    fc.property(fc.array(act), fc.integer({ min: -9000, max: 9000 }), (acts, balance) => {
      let [held, owes] = [0, balance]
      const done: DepositAct[] = []
      for (const one of acts) {
        const before = { held, owes }
        if (depositMisfit(one, held, owes) !== null) continue
        held += heldChangeOf(one)
        owes += owedChangeOf(one)
        done.push(one)
        expect(held).toBeGreaterThanOrEqual(0)
        // Moved from a credit it makes no debt, and it pays no more than is owed.
        if (one.kind === 'from_rent') expect(owes).toBeLessThanOrEqual(0)
        if (one.kind === 'to_rent') expect(owes).toBeGreaterThanOrEqual(0)
        if (one.kind === 'from_rent' || one.kind === 'to_rent') {
          expect(held - before.held).toBe(owes - before.owes)
        } else expect(owes).toBe(before.owes)
      }
      expect(done.reduce((sum, one) => sum + heldChangeOf(one), 0)).toBe(held)
    }),
  )
})

test('what is asked less what is held is still to be paid, and never less than nothing', () => {
  expect(depositToPay(6000, 2000)).toBe(4000)
  expect(depositToPay(6000, 7000)).toBe(0)
  expect(depositToPay(null, 2000)).toBe(0)
})
