import fc from 'fast-check'
import { type ManualName, type MoneyEvent, manualPayments, type Size } from './money-model.ts'

const push = fc.nat(5)
const times = fc.constantFrom(1, 1, 1, 2, 4)
const killed = fc.option(fc.integer({ min: 1, max: 24 }), { freq: 4 })

const manualName = fc.constantFrom(...(Object.keys(manualPayments) as ManualName[]))

/** Random histories with every event that has a rule of its own, in any order. */
export const histories = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        what: fc.constant('submit' as const),
        size: fc.constantFrom<Size>(1, 2, 3),
        pays: fc.constantFrom('rent' as const, 'rent', 'wifi'),
        reply: fc.constantFrom('accepted' as const, 'accepted' as const, 'lost', 'refused'),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        what: fc.constant('ended' as const),
        push,
        code: fc.constantFrom('1032' as const, '1', '1037', '7777'),
        via: fc.constantFrom('callback' as const, 'query'),
      }),
    },
    {
      weight: 8,
      arbitrary: fc.record({
        what: fc.constant('paid' as const),
        push,
        receipt: fc.constantFrom(0 as const, 0 as const, 0 as const, 1 as const),
        amount: fc.constantFrom('right' as const, 'right', 'right', 'right', 'less', 'fraction'),
        via: fc.constantFrom('callback' as const, 'confirmation', 'status'),
        times,
        killed,
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ what: fc.constant('query_paid' as const), push, killed }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        what: fc.constant('manual' as const),
        receipt: manualName,
        times,
        killed,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        what: fc.constant('forged' as const),
        push,
        how: fc.constantFrom('token' as const, 'checkout'),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        what: fc.constant('credit' as const),
        receipt: manualName,
        to: fc.constantFrom('own' as const, 'wrong'),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ what: fc.constant('take_back' as const), receipt: manualName }),
    },
  ),
  { minLength: 4, maxLength: 24 },
)

const receipt = fc.constantFrom(0 as const, 0 as const, 1 as const)
const staffOnReceipts = fc.oneof(
  fc.record({ what: fc.constant('stray' as const), push, receipt }),
  fc.record({
    what: fc.constant('credit_stray' as const),
    push,
    receipt,
    to: fc.constantFrom('own' as const, 'wrong'),
  }),
  fc.record({ what: fc.constant('take_back_stray' as const), push, receipt }),
  fc.record({ what: fc.constant('correct' as const), push }),
)

/** Parts of a story about the first push: money that counts twice, is corrected and taken back. */
const story = fc
  .tuple(fc.constantFrom('own' as const, 'wrong'), fc.constantFrom('rent' as const, 'rent', 'wifi'))
  .chain(([to, pays]) => {
    const first = { push: 0, receipt: 0 } as const
    const second = { push: 0, receipt: 1 } as const
    const report = {
      what: 'paid',
      amount: 'right',
      via: 'callback',
      times: 2,
      killed: null,
    } as const
    const parts: MoneyEvent[] = [
      { what: 'query_paid', push: 0, killed: null },
      { what: 'stray', ...first },
      { what: 'credit_stray', ...first, to },
      { ...report, ...first },
      { what: 'take_back_stray', ...first },
      { what: 'credit_stray', ...first, to },
      { what: 'stray', ...second },
      { what: 'credit_stray', ...second, to: 'wrong' },
      { ...report, ...second },
      { what: 'correct', push: 0 },
      { what: 'take_back_stray', ...first },
      { ...report, ...first },
      { what: 'take_back_stray', ...second },
      { ...report, ...second },
    ]
    const submit = { what: 'submit', size: 2, pays, reply: 'accepted' } as const
    return fc.subarray(parts, { minLength: 6 }).map((some): MoneyEvent[] => [submit, ...some])
  })

/** A story, or parts of it, with other events of the same account in between. */
export const historiesWithStaff = fc
  .tuple(
    story,
    fc.oneof(fc.constant([]), histories, fc.array(staffOnReceipts, { maxLength: 8 })),
    fc.infiniteStream(fc.boolean()),
  )
  .map(([[submit, ...parts], others, choices]): MoneyEvent[] => {
    const rest: MoneyEvent[] = [...others]
    const merged: MoneyEvent[] = submit ? [submit] : []
    while (parts.length > 0 || rest.length > 0) {
      const from = rest.length === 0 || (parts.length > 0 && choices.next().value) ? parts : rest
      const next = from.shift()
      if (next) merged.push(next)
    }
    return merged
  })
