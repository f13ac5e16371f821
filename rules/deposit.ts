import { addDays, type Day, formatDay } from './calendar.ts'
import { counted, ksh } from './money.ts'
import type { PaymentKind } from './payment.ts'

/** The deposit a residence asks of whoever moves in: a sum, or months of rent; neither means none. */
export interface DepositRule {
  amount: number | null
  months: number | null
  /** The days within which a tenant who leaves gets it back. */
  days: number
}

export const asksForDeposit = (rule: DepositRule | undefined): rule is DepositRule =>
  rule !== undefined && (rule.amount !== null || rule.months !== null)

/** The deposit of a room; null when none is asked. */
export const askedDeposit = (
  { amount, months }: Pick<DepositRule, 'amount' | 'months'>,
  rate: number,
): number | null => amount ?? (months === null ? null : months * rate)

/** Identifies a rule that was shown, to find out whether another one holds by now. */
export const depositRuleKey = ({ amount, months, days }: DepositRule): string =>
  `${amount ?? ''}/${months ?? ''}/${days}`

/** `Ksh 6,000`, or `2 months’ rent`. */
export const depositRuleText = ({ amount, months }: Pick<DepositRule, 'amount' | 'months'>) =>
  amount !== null ? ksh(amount) : months === 1 ? 'one month’s rent' : `${months} months’ rent`

/** Entries that staff can make in the ledger of a tenant's deposit. */
export const depositForms = [
  'cash',
  'bank',
  'from_rent',
  'to_rent',
  'deducted',
  'refund',
  'opening',
] as const
export type DepositForm = (typeof depositForms)[number]

export interface DepositAct {
  kind: DepositForm
  /** More than 0. */
  amount: number
}

const adds = new Set<DepositForm>(['cash', 'bank', 'from_rent', 'opening'])

/** How an act changes what is held. */
export const heldChangeOf = ({ kind, amount }: DepositAct): number =>
  adds.has(kind) ? amount : -amount

/** How it changes what is owed: what moves between the two ledgers is neither lost nor made. */
export function owedChangeOf({ kind, amount }: DepositAct): number {
  if (kind === 'from_rent') return amount
  return kind === 'to_rent' ? -amount : 0
}

/** A bank's or M-Pesa's code, or who signed. */
export const depositNeedsReference = (kind: DepositForm): boolean =>
  kind === 'bank' || kind === 'refund'

export const depositNeedsReason = (kind: DepositForm): boolean =>
  kind === 'deducted' || kind === 'opening'

/** Money has a day of its own; what is decided counts from today. */
export const isDepositMoney = (kind: DepositForm): boolean =>
  kind === 'cash' || kind === 'bank' || kind === 'refund'

/**
 * Why an act doesn't fit; null when it does. Nothing is taken from a deposit that isn't held, no more is moved to it than the
 * credit, and no more of it pays rent than is owed.
 */
export function depositMisfit(act: DepositAct, held: number, owes: number): string | null {
  const { kind, amount } = act
  if (held + heldChangeOf(act) < 0) {
    return held > 0
      ? `The deposit held is ${ksh(held)}. No more than that can be used.`
      : 'No deposit is held.'
  }
  if (kind === 'from_rent' && amount > Math.max(0, -owes)) {
    return owes < 0
      ? `Their credit is ${ksh(-owes)}. No more than that can be moved.`
      : 'They have no credit that could be moved.'
  }
  if (kind === 'to_rent' && amount > Math.max(0, owes)) {
    return owes > 0
      ? `They owe ${ksh(owes)}. No more than that can be paid from the deposit.`
      : 'They owe nothing that the deposit could pay.'
  }
  return null
}

/** The sum that staff give away on their word alone: money that goes out, and a deposit for which no money came in. */
export const depositStake = ({ kind, amount }: DepositAct): number =>
  kind === 'refund' || kind === 'opening' ? amount : 0

/** The sum that stops counting when an entry is taken back: money that was received, or that the residence had kept. */
export const depositUndoStake = (kind: DepositKind, amount: number): number =>
  kind === 'received' || kind === 'opening' || kind === 'deducted' ? Math.abs(amount) : 0

/** The entries of the ledger of deposits. */
export const depositKinds = [
  'received',
  'opening',
  'from_rent',
  'to_rent',
  'deducted',
  'refunded',
  'corrected',
  'undone',
] as const
export type DepositKind = (typeof depositKinds)[number]

const kindNames: Record<DepositKind, string> = {
  received: 'Deposit paid',
  opening: 'Deposit held already',
  from_rent: 'Moved from rent credit',
  to_rent: 'Used for rent',
  deducted: 'Deduction',
  refunded: 'Deposit given back',
  corrected: 'Correction',
  undone: 'Taken back',
}

const paidBy: Partial<Record<PaymentKind, string>> = {
  push: 'by M‑Pesa',
  paybill: 'by M‑Pesa',
  cash: 'in cash',
  bank: 'by bank transfer',
}

/** The name of an entry: `Deposit paid in cash`, `Deduction taken back`. */
export function depositEntryName(
  kind: DepositKind,
  payment: PaymentKind | null,
  takesBack: DepositKind | null = null,
): string {
  if (kind === 'undone' && takesBack !== null) return `${kindNames[takesBack]}, taken back`
  const how = kind === 'received' && payment !== null ? paidBy[payment] : undefined
  return how ? `${kindNames[kind]} ${how}` : kindNames[kind]
}

/** The part of the agreed deposit that is still to be paid; nothing is asked of whoever has left. */
export const depositToPay = (asked: number | null, held: number): number =>
  Math.max(0, (asked ?? 0) - held)

/** By when the residence gives back what it holds of somebody who has left. */
export interface RefundClock {
  left_on: Day
  due_on: Day
  /** The days until then; negative once it has gone by. */
  days_left: number
}

export function refundClock(left_on: Day, days: number, today: Day): RefundClock {
  const due_on = addDays(left_on, days)
  const days_left = Math.round((Date.parse(due_on) - Date.parse(today)) / 86_400_000)
  return { left_on, due_on, days_left }
}

/** `by 9 Dec 2026, in 5 days`, `by 9 Dec 2026, 3 days ago` */
export function refundClockText({ due_on, days_left }: RefundClock): string {
  const when =
    days_left === 0
      ? 'today'
      : days_left > 0
        ? `in ${counted(days_left, 'day')}`
        : `${counted(-days_left, 'day')} ago`
  return `by ${formatDay(due_on)}, ${when}`
}
