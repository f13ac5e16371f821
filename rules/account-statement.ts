import { type Day, dayOf, type Month, monthName } from './calendar.ts'
import type { PaymentKind } from './payment.ts'

/** A charge or payment of an account; `amount` is how it changes what is owed: positive for rent, negative for a payment. */
export interface Entry {
  at: Date
  amount: number
}

export interface AccountStatement<E extends Entry> {
  /** What was owed before the first day; negative means credit. */
  opening: number
  /** In their order, each with what is owed after it. */
  rows: (E & { balance: number })[]
  /** Rent and what corrections added; never negative. */
  charged: number
  /** Payments and what corrections took off; never negative. */
  credited: number
  /** `opening + charged - credited`. */
  closing: number
}

/** The statement of an account for some days, both included; null leaves an end open. `entries` are all, the earliest first. */
export function accountStatement<E extends Entry>(
  entries: readonly E[],
  { from, until }: { from: Day | null; until: Day | null },
): AccountStatement<E> {
  const statement: AccountStatement<E> = {
    opening: 0,
    rows: [],
    charged: 0,
    credited: 0,
    closing: 0,
  }
  for (const entry of entries) {
    const day = dayOf(entry.at)
    if (until !== null && day > until) continue
    statement.closing += entry.amount
    if (from !== null && day < from) {
      statement.opening += entry.amount
      continue
    }
    statement.rows.push({ ...entry, balance: statement.closing })
    if (entry.amount > 0) statement.charged += entry.amount
    else statement.credited -= entry.amount
  }
  return statement
}

export type EntryKind = 'rent' | 'charge_correction' | PaymentKind

const entryNames: Record<EntryKind, string> = {
  rent: 'Rent',
  charge_correction: 'Correction of the rent',
  push: 'M‑Pesa payment',
  paybill: 'Paybill payment',
  correction: 'Correction',
}

/** What an entry of the ledger is: `Rent, November`. */
export const entryName = (kind: EntryKind, month: Month | null): string =>
  month ? `${entryNames[kind]}, ${monthName(month)}` : entryNames[kind]
