import fc from 'fast-check'
import { expect, test } from 'vitest'
import { noticeKinds, noticeText } from './account-notice.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test.each([
  ['credited', 6500, 'Grace credited the Ksh 6,500 paid on 20 Nov 2026 to your account.'],
  ['confirmed', 50, 'Grace counted your payment of Ksh 50 on 20 Nov 2026 as paid.'],
  [
    'dismissed',
    210,
    'Grace checked a payment of Ksh 210 on 20 Nov 2026 and didn’t credit it. If it was yours, please ask the office.',
  ],
  [
    'reversed',
    432,
    'Grace took back the Ksh 432 paid on 20 Nov 2026, which had been credited to your account by mistake.',
  ],
  ['corrected', -100, 'Grace took Ksh 100 off what you’ve paid, as a correction.'],
  ['cash', 500, 'Grace recorded Ksh 500 that you paid in cash on 20 Nov 2026.'],
  ['bank', 500, 'Grace recorded Ksh 500 that you paid by bank transfer on 20 Nov 2026.'],
  ['waiver', 300, 'Grace took Ksh 300 off what you owe: As agreed'],
  ['charge', 300, 'Grace added Ksh 300 to what you owe: As agreed'],
  ['refund', 300, 'Grace recorded Ksh 300 that was given back to you on 20 Nov 2026.'],
  ['plan_agreed_over', 300, 'As agreed has agreed to the plan for Ksh 300, over your link.'],
  ['bill_undone', 26000, 'Grace took back a bill of Ksh 26,000: As agreed'],
  ['undone', -300, 'Grace took back an entry of Ksh 300 on your account: As agreed'],
] as const)('%s', (kind, amount, text) => {
  const notice = { kind, amount, day: '2026-11-20', reason: 'As agreed', by: 'Grace' }
  expect(plain(noticeText(notice))).toBe(text)
})

test('every notice is one whole sentence, whatever is known', () => {
  const notice = fc.record({
    kind: fc.constantFrom(...noticeKinds),
    amount: fc.option(fc.integer({ min: -1_000_000, max: 1_000_000 })),
    day: fc.constantFrom('2026-11-20', null),
    reason: fc.constant(null),
    by: fc.constantFrom('Grace', null),
  })
  fc.assert(
    fc.property(notice, (given) => {
      const text = noticeText(given)
      expect(text).toMatch(/^(Grace|The office|Your sponsor) .*\.$/)
      expect(text).not.toMatch(/null|undefined|NaN| {2}/)
    }),
  )
})
