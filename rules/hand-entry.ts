import { addDays, type Day } from './calendar.ts'
import { ksh } from './money.ts'

/** Entries that staff can make in a tenant's ledger. */
export const handKinds = ['cash', 'bank', 'waiver', 'charge', 'fee', 'refund'] as const
export type HandKind = (typeof handKinds)[number]

export interface HandEntry {
  kind: HandKind
  /** More than 0. */
  amount: number
}

/** How an entry changes what is owed. */
export const changeOf = ({ kind, amount }: HandEntry): number =>
  kind === 'charge' || kind === 'fee' || kind === 'refund' ? amount : -amount

/** Money that was received has a numbered receipt. */
export const hasReceipt = (kind: HandKind): boolean => kind === 'cash' || kind === 'bank'

/** A bank's or M-Pesa's code, which says which money is meant. */
export const needsReference = (kind: HandKind): boolean => kind === 'bank' || kind === 'refund'

/** Whether an entry charges or waives something; the others are money. */
export const isCharged = (kind: HandKind): kind is 'waiver' | 'charge' | 'fee' =>
  kind === 'waiver' || kind === 'charge' || kind === 'fee'

/** Without money and a name in the price list, the reason is all there is. */
export const needsReason = (kind: HandKind): boolean => kind === 'waiver' || kind === 'charge'

/** Received money may be entered later; what is decided counts from today. */
export const mayBeEarlier = (kind: HandKind): boolean => !isCharged(kind)

/** Money of an earlier day is entered within so many days. */
const DAYS_BACK = 60

export const earliestEntryDay = (today: Day): Day => addDays(today, -DAYS_BACK)

/**
 * Why an entry doesn't fit what is owed; null when it does. No more is waived than is owed, and no more is given back
 * than the credit: a mistake in the figure would make the residence owe the tenant, or the tenant the residence.
 * @param balance what is owed before it; negative means credit
 */
export function misfit({ kind, amount }: HandEntry, balance: number): string | null {
  if (kind === 'waiver' && amount > Math.max(0, balance)) {
    return balance > 0
      ? `They owe ${ksh(balance)}. No more than that can be waived.`
      : 'They owe nothing, so nothing can be waived.'
  }
  if (kind === 'refund' && amount > Math.max(0, -balance)) {
    return balance < 0
      ? `Their credit is ${ksh(-balance)}. No more than that can be given back.`
      : 'They have no credit that could be given back.'
  }
  return null
}
