import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  deskStake,
  entryStake,
  isExpired,
  mayApprove,
  mustWait,
  priceStake,
  removalStake,
  rentStake,
  takesEffectAt,
  undoStake,
} from './approval.ts'
import { handKinds } from './hand-entry.ts'
import { staffRoles } from './staff-roles.ts'

const shillings = fc.integer({ min: -1_000_000, max: 1_000_000 })
const positive = fc.integer({ min: 1, max: 1_000_000 })

test('without a limit nothing waits, and a lower limit never lets more through', () => {
  fc.assert(
    fc.property(shillings, positive, positive, (at_stake, one, other) => {
      const [low, high] = one < other ? [one, other] : [other, one]
      expect(mustWait({ limit: null, at_stake })).toBe(false)
      expect(mustWait({ limit: high, at_stake }) && !mustWait({ limit: low, at_stake })).toBe(false)
      expect(mustWait({ limit: low, at_stake })).toBe(at_stake > low)
    }),
  )
  expect(mustWait({ limit: 0, at_stake: 0 })).toBe(false)
})

test('nobody approves their own, and only who decides about money approves', () => {
  fc.assert(
    fc.property(
      fc.nat(5),
      fc.nat(5),
      fc.option(fc.constantFrom(...staffRoles)),
      (id, asked_by, role) => {
        const expected = id !== asked_by && (role === 'owner' || role === 'manager')
        expect(mayApprove({ id, role }, asked_by)).toBe(expected)
      },
    ),
  )
})

test('what is at stake is never negative, and money that comes in is none of it', () => {
  fc.assert(
    fc.property(fc.constantFrom(...handKinds), positive, shillings, (kind, amount, balance) => {
      const given = kind === 'waiver' || kind === 'refund'
      expect(entryStake({ kind, amount })).toBe(given ? amount : 0)
      expect(undoStake(amount)).toBe(amount)
      expect(undoStake(-amount)).toBe(0)
      expect(removalStake(balance, 0).at_stake).toBe(Math.max(0, balance))
    }),
  )
})

test('a rise in one room doesn’t hide a cut in another', () => {
  const rooms = [
    { before: 6000, after: 5000 },
    { before: 5000, after: 9000 },
  ]
  expect(rentStake(rooms, [])).toBe(1000)
  expect(rentStake(rooms, [{ amount: -700 }, { amount: 700 }])).toBe(1700)
})

const bundle = fc.record({
  gigabytes: fc.integer({ min: 1, max: 5 }),
  days: fc.integer({ min: 1, max: 5 }),
  price: fc.integer({ min: 1, max: 1000 }),
})

test('a price list that stays, or loses bundles, cuts nothing', () => {
  fc.assert(
    fc.property(fc.array(bundle, { maxLength: 6 }), fc.nat(6), (bundles, left) => {
      expect(priceStake(bundles, bundles.toReversed().slice(0, left))).toBe(0)
    }),
  )
})

test('more for less is a cut, under whatever name', () => {
  const before = [{ gigabytes: 10, days: 30, price: 650 }]
  expect(priceStake(before, [{ gigabytes: 10, days: 30, price: 50 }])).toBe(600)
  expect(priceStake(before, [{ gigabytes: 11, days: 31, price: 50 }])).toBe(600)
  expect(priceStake(before, [{ gigabytes: 9, days: 30, price: 50 }])).toBe(0)
  expect(priceStake(before, [{ gigabytes: 10, days: 30, price: 700 }])).toBe(0)
})

test('a day, and two weeks', () => {
  const asked = new Date('2026-11-20T09:00:00Z')
  expect(takesEffectAt(asked)).toEqual(new Date('2026-11-21T09:00:00Z'))
  expect(isExpired(asked, new Date('2026-12-04T08:59:59Z'))).toBe(false)
  expect(isExpired(asked, new Date('2026-12-04T09:00:00Z'))).toBe(true)
})

test('at the desk: what stops counting, and what is confirmed; a credit that M-Pesa has reported is nothing', () => {
  expect(deskStake('correct', 'taken_back_by_mpesa', [-400, -500])).toBe(900)
  expect(deskStake('correct', 'differing_amount', [300])).toBe(0)
  expect(deskStake('confirm', 'silent', [3000])).toBe(3000)
  // Whoever confirms it is the second person.
  expect(deskStake('confirm', 'only_in_upload', [3000])).toBe(0)
  for (const act of ['assign', 'split', 'attach', 'dismiss'] as const) {
    expect(deskStake(act, 'unmatched', [9000])).toBe(0)
  }
})
