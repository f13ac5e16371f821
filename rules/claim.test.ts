import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ClaimTrace, claimState, isOpenClaim, oddDayOf } from './claim.ts'

const nothing: ClaimTrace = {
  counts: null,
  returned: false,
  desk: null,
  reported: false,
  closed: false,
  likely: false,
  push_open: false,
}

test.each([
  [{}, 'unknown'],
  [{ push_open: true }, 'push_open'],
  [{ push_open: true, likely: true }, 'likely'],
  [{ likely: true, closed: true }, 'closed'],
  [{ closed: true, reported: true }, 'reported'],
  [{ reported: true, desk: 'open' }, 'on_desk'],
  [{ desk: 'closed' }, 'dismissed'],
  [{ desk: 'closed', returned: true }, 'returned'],
  [{ desk: 'open', returned: true }, 'returned'],
  [{ counts: 'own', returned: true }, 'credited'],
  [{ desk: 'closed', counts: 'own' }, 'credited'],
  [{ desk: 'open', counts: 'for_other' }, 'for_other'],
  [{ counts: 'other', closed: true }, 'elsewhere'],
] as const)('%o is %s', (known, state) => {
  expect(claimState({ ...nothing, ...known })).toBe(state)
})

test('a code that counts somewhere is never open, whatever else is known', () => {
  const trace = fc.record({
    counts: fc.constantFrom<ClaimTrace['counts']>('own', 'for_other', 'other', null),
    returned: fc.boolean(),
    desk: fc.constantFrom<ClaimTrace['desk']>('open', 'closed', null),
    reported: fc.boolean(),
    closed: fc.boolean(),
    likely: fc.boolean(),
    push_open: fc.boolean(),
  })
  fc.assert(
    fc.property(trace, (known) => {
      const open = isOpenClaim(claimState(known))
      const { counts, returned, desk, reported, closed } = known
      const isKnown = counts !== null || returned || desk !== null || reported || closed
      expect(open).toBe(!isKnown)
    }),
  )
})

test.each([
  ['UKL41H4ZKU', null, null],
  ['UKL41H4ZKU', '2026-11-21', null],
  ['UKL41H4ZKU', '2026-11-20', { made_on: '2026-11-21', odd: 'differs' }],
  ['TKL41H4ZKU', null, { made_on: '2025-11-21', odd: 'old' }],
  ['ULL41H4ZKU', null, { made_on: '2026-12-21', odd: 'future' }],
  ['UKZ41H4ZKU', null, { made_on: null, odd: 'no_day' }],
])('%s, on %s', (receipt, on, odd) => {
  expect(oddDayOf({ receipt, on }, '2026-11-25')).toEqual(odd)
})
