import { type Day, formatDay } from './calendar.ts'
import { ksh } from './money.ts'

/** Acts of staff, or of a sponsor, on a tenant's account. */
export const noticeKinds = [
  'credited',
  'confirmed',
  'dismissed',
  'reversed',
  'corrected',
  'cash',
  'bank',
  'waiver',
  'charge',
  'refund',
  'undone',
  'bill_undone',
  'deposit',
  'deposit_moved',
  'deduction',
  'deposit_refund',
  'deposit_undone',
  'plan_set',
  'plan_agreed',
  'plan_agreed_over',
  'plan_declined',
  'helb_moved',
] as const
export type NoticeKind = (typeof noticeKinds)[number]

export interface AccountNotice {
  kind: NoticeKind
  /** Whole shillings: for a correction or an undone entry, the change of what is paid; for a deposit, the sum held. */
  amount: number | null
  /** The day of the payment; for news of HELB, the day on which the money is expected. */
  day: Day | null
  /** For terms that were agreed over a pay link, the sponsor. */
  reason: string | null
  /** The first name of the member of staff; null for one of another residence. */
  by: string | null
}

/** The home page shows a notice for so many days. */
export const NOTICE_DAYS = 14

/** Says what happened, in one sentence: `Grace credited the Ksh 6,500 paid on 20 Nov 2026 to your account.` */
export function noticeText({ kind, amount, day, reason, by }: AccountNotice): string {
  const who = by ?? 'The office'
  const sum = amount === null ? 'money' : ksh(Math.abs(amount))
  const the = day ? `the ${sum} paid on ${formatDay(day)}` : sum
  const on = day ? ` on ${formatDay(day)}` : ''
  const why = reason ? `: ${reason}` : '.'
  switch (kind) {
    case 'credited':
      return `${who} credited ${the} to your account.`
    case 'confirmed':
      return `${who} counted your payment of ${sum}${on} as paid.`
    case 'dismissed':
      return `${who} checked a payment of ${sum}${on} and didn’t credit it. If it was yours, please ask the office.`
    case 'reversed':
      return `${who} took back ${the}, which had been credited to your account by mistake.`
    case 'corrected':
      return amount !== null && amount < 0
        ? `${who} took ${sum} off what you’ve paid, as a correction.`
        : `${who} added ${sum} to what you’ve paid, as a correction.`
    case 'cash':
      return `${who} recorded ${sum} that you paid in cash${on}.`
    case 'bank':
      return `${who} recorded ${sum} that you paid by bank transfer${on}.`
    case 'waiver':
      return `${who} took ${sum} off what you owe${why}`
    case 'charge':
      return `${who} added ${sum} to what you owe${why}`
    case 'refund':
      return `${who} recorded ${sum} that was given back to you${on}.`
    case 'undone':
      return `${who} took back an entry of ${sum} on your account${why}`
    case 'bill_undone':
      return `${who} took back a bill of ${sum}${why}`
    case 'deposit':
      return `${who} recorded ${sum}${on} as your deposit.`
    case 'deposit_moved':
      return amount !== null && amount < 0
        ? `${who} used ${sum} of your deposit to pay what you owe.`
        : `${who} moved ${sum} of your credit to your deposit.`
    case 'deduction':
      return `${who} deducted ${sum} from your deposit${why}`
    case 'deposit_refund':
      return `${who} recorded ${sum} of your deposit that was given back to you${on}.`
    case 'deposit_undone':
      return `${who} took back an entry of ${sum} on your deposit${why}`
    case 'plan_set':
      return `${who} has set a plan for the ${sum} that you owe. Please read it on your home page and agree to it.`
    case 'plan_agreed':
      return `${who} has agreed to your plan for ${sum}.`
    case 'plan_agreed_over':
      return `${reason ?? 'Your sponsor'} has agreed to the plan for ${sum}, over your link.`
    case 'plan_declined':
      return `${who} hasn’t agreed to the plan for ${sum}${why}`
    case 'helb_moved':
      return day
        ? `${who} has news of HELB: ${sum} of yours that waits for it is now expected by ${formatDay(day)}.`
        : `${who} has news of HELB: when it comes isn’t known now, and ${sum} of yours waits for it.`
  }
}
