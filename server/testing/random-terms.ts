import fc from 'fast-check'

/** Acts of tenants, staff and time, in any order; who and what is meant is chosen when an act is played. */

const who = fc.nat(1)
const which = fc.nat(9)
const room = fc.constantFrom('R1', 'R2', 'R3')
/** Of what is owed, held or credit; `some` is the number of shillings. */
const sized = {
  size: fc.constantFrom('all', 'half', 'some', 'over', 'double'),
  some: fc.integer({ min: 1, max: 4000 }),
}
const days = (min: number, max: number) => fc.integer({ min, max })
const part = fc.record({
  in_days: days(0, 45),
  on_helb: fc.option(fc.nat(14), { freq: 2 }),
})
const one = <What extends string, Fields>(
  what: What,
  weight: number,
  fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> },
) => ({
  weight,
  arbitrary: fc.record({ what: fc.constant(what), ...fields }) as fc.Arbitrary<
    { what: What } & Fields
  >,
})

export const termActs = fc.oneof(
  one('pass', 26, { days: fc.oneof(days(1, 6), days(1, 20)) }),
  one('move', 3, { who, room, in_days: days(-6, 20) }),
  one('leave', 2, { who, in_days: days(-6, 30) }),
  one('stay_longer', 1, { who, days: fc.option(days(-3, 60), { freq: 3 }) }),
  one('stay_here', 1, { who }),
  one('come_back', 4, { who, room, in_days: days(-8, 8) }),
  one('enter', 14, {
    who,
    kind: fc.constantFrom('cash', 'cash', 'bank', 'waiver', 'charge', 'refund'),
    days_ago: fc.constantFrom(0, 0, 0, 1, 5, 40),
    ...sized,
  }),
  one('push', 6, {
    who,
    pays: fc.constantFrom('rent', 'rent', 'deposit'),
    ends: fc.boolean(),
    ...sized,
  }),
  one('push_ends', 4, { which, how: fc.constantFrom('paid_then', 'paid_now', 'cancelled') }),
  one('paybill', 3, { who, days_ago: fc.constantFrom(0, 0, 2, 9), ...sized }),
  one('fee', 3, { who, fee: fc.nat(1), some: sized.some }),
  one('waive_fee', 5, { who, which, ...sized }),
  one('recur', 3, {
    who,
    fee: fc.nat(1),
    in_months: fc.nat(2),
    months: fc.option(fc.nat(3)),
    some: sized.some,
  }),
  one('stop', 1, { who, which }),
  one('undo', 8, { who, which, again: fc.constantFrom(false, false, false, true) }),
  one('deposit', 8, {
    who,
    kind: fc.constantFrom(
      ...(['cash', 'cash', 'bank', 'opening', 'from_rent', 'from_rent'] as const),
      ...(['to_rent', 'deducted', 'refund'] as const),
    ),
    ...sized,
  }),
  one('undo_deposit', 4, { who, which, again: fc.constantFrom(false, false, false, true) }),
  one('promise', 9, {
    who,
    in_days: days(0, 15),
    on_helb: fc.constantFrom(false, false, false, true),
    size: fc.constantFrom('all', 'half', 'half', 'over'),
    some: sized.some,
  }),
  one('plan', 8, {
    who,
    by: fc.constantFrom('staff', 'tenant'),
    parts: fc.array(part, { minLength: 1, maxLength: 4 }),
    off: fc.constantFrom(0, 0, 0, 0, 0, 1),
    with_bills: fc.boolean(),
  }),
  one('answer', 8, { who, yes: fc.constantFrom(true, true, true, false) }),
  one('end', 3, { who, which }),
  one('helb', 5, { kind: fc.constantFrom('expected', 'expected', 'came'), days: days(0, 40) }),
  one('undo_helb', 2, {}),
  one('dispute', 1, { who }),
  one('end_dispute', 1, { who }),
  one('late_fees', 3, {
    grace_days: fc.nat(6),
    per: fc.constantFrom('amount', 'percent', 'off'),
    value: days(1, 100),
    cap: fc.option(days(1, 500)),
  }),
  one('promise_rules', 2, {
    allowed: fc.constantFrom(true, true, true, false),
    days: days(1, 40),
    percent: days(1, 100),
    per_half_year: days(1, 6),
  }),
  one('prices', 2, {
    fee: fc.nat(1),
    amount: days(1, 900),
    next: fc.option(fc.record({ amount: days(1, 900), in_days: days(1, 40) })),
  }),
  one('deposit_rule', 1, {
    amount: fc.option(days(1, 9000)),
    months: fc.option(days(1, 3)),
    days: days(1, 60),
  }),
  one('rents', 2, { room, rate: days(1000, 9000), in_days: days(-40, 60) }),
  one('bill_term', 6, { which: fc.nat(1) }),
  one('take_back_bill', 8, { who, which }),
  one('take_back_term', 3, { which: fc.nat(1) }),
  one('tenant_billing', 4, { who, by: fc.constantFrom('month', 'term', null) }),
  one('billing_rule', 1, {
    by: fc.constantFrom('month', 'term'),
    leaving: fc.constantFrom(0, 50, 100),
  }),
)
export type TermAct = typeof termActs extends fc.Arbitrary<infer Act> ? Act : never
type ActOf<What extends TermAct['what']> = Extract<TermAct, { what: What }>

export type { ActOf }

/** How a residence and its two tenants begin. */
export const termStarts = fc.record({
  first_month: fc.constantFrom<'full' | 'pro_rata'>('full', 'pro_rata'),
  deposit: fc.constantFrom(
    { amount: null, months: null, days: 14 },
    { amount: 3001, months: null, days: 7 },
    { amount: null, months: 1, days: 30 },
  ),
  billed_by: fc.constantFrom<'month' | 'term'>('month', 'term'),
  leaving: fc.constantFrom(0, 33, 100),
  terms: fc.constantFrom(
    [],
    [{ from: '2041-09', to: '2041-12', due: '2041-09-05' }],
    [
      { from: '2041-09', to: '2041-11', due: '2041-08-30' },
      { from: '2042-01', to: '2042-03', due: '2042-01-20' },
    ],
  ),
  rates: fc.tuple(days(1000, 9000), days(1000, 9000), days(1000, 9000)),
  tenants: fc.tuple(
    ...Array.from({ length: 2 }, () =>
      fc.record({ room, in_days: days(-25, 12), days: days(40, 300) }),
    ),
  ),
})
export type TermStart = typeof termStarts extends fc.Arbitrary<infer Start> ? Start : never
