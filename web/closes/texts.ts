import type { DayOfMonth, LateSums, ShownDifference } from '#contract/closes.ts'
import type { Day, Month } from '#rules/calendar.ts'
import type { HandedTo } from '#rules/cash-count.ts'
import type { DifferenceKind } from '#rules/day-facts.ts'
import { counted, kshCents } from '#rules/money.ts'

export const closePath = (day: Day): string => `/staff/close/${day}`
export const monthPath = (month: Month): string => `/staff/close?month=${month}`

export const states: Record<DayOfMonth['state'], { label: string; tag: string }> = {
  nothing: { label: 'Nothing happened', tag: '' },
  open: { label: 'Open', tag: 'warning' },
  signed: { label: 'One signature', tag: 'warning' },
  closed: { label: 'Closed', tag: 'success' },
  differences: { label: 'Closed with differences', tag: 'error' },
}

const kinds: Record<DifferenceKind, string> = {
  on_desk: 'Waiting on the desk',
  dismissed: 'Dismissed at the desk',
  unknown: 'On the statement, but not in the ledger or on the desk',
  elsewhere: 'Belongs to another residence',
  other_day: 'In the ledger on another day',
  taken_back: 'The credit was taken back, and the money still needs a decision',
  returned: 'Taken back by M‑Pesa, and in the ledger too',
  amount: 'The amounts differ',
  fraction: 'Less than a shilling, so it can’t be credited',
  not_on_statement: 'In the ledger, but not on the statement',
  no_receipt: 'Counted without an M‑Pesa code',
  taken_back_by_mpesa: 'Taken back by M‑Pesa, but still in the ledger',
  refund: 'A refund by M‑Pesa that isn’t among the statement’s withdrawals',
  not_entered: 'A bank transfer that hasn’t been entered',
  balance: 'The statement’s balance doesn’t match the rows before it',
  cash: 'Too much cash in the drawer',
}

export function whyDifferent({ kind, book, cents, user_id }: ShownDifference): string {
  if (kind === 'other_day' && cents < 0) return 'On the statement on another day'
  if (kind === 'cash' && cents < 0) return 'Too little cash in the drawer'
  if (kind === 'taken_back_by_mpesa' && user_id === null) return 'M‑Pesa took money back'
  if (kind === 'not_on_statement' && book === 'bank') {
    return 'Entered as a bank transfer, but not on the bank’s statement'
  }
  return kinds[kind]
}

export const holders: Record<HandedTo, string> = {
  bank: 'The bank',
  owner: 'The owner',
  next_shift: 'The next shift',
}

/** `1 entry of Ksh 500; 2 payments of Ksh 900 taken back` */
export function lateText({ entered, taken_back, rows }: LateSums): string {
  const parts = [
    entered.count > 0 &&
      `${counted(entered.count, 'entry', 'entries')} of ${kshCents(entered.cents)}`,
    taken_back.count > 0 &&
      `${counted(taken_back.count, 'payment')} of ${kshCents(taken_back.cents)} taken back`,
    rows.count > 0 && `${counted(rows.count, 'row')} of a statement, ${kshCents(rows.cents)}`,
  ]
  return parts.filter(Boolean).join('; ')
}
