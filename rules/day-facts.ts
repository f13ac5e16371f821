import type { BalanceRow } from './balance-chain.ts'
import type { Day } from './calendar.ts'
import type { DrawerEntry } from './cash-count.ts'
import type { StatementSource } from './statement.ts'

/** Facts that the close of a day is computed from, and the differences it finds. All sums are in cents. */

export interface DayRow extends BalanceRow {
  id: number
  source: StatementSource
  /** M-Pesa's code, or what names a row of a bank. */
  receipt: string | null
  reversed_receipt: string | null
}

export interface LedgerPayment extends DrawerEntry {
  id: number
  company_id: number
  /** On M-Pesa's clock where known. */
  at: Date
  receipt: string | null
  /** The entry that took it back. */
  reversal_id: number | null
  /** The sum that staff have corrected when its receipt came with another amount. */
  corrected: number
}

export interface WaitingReceipt {
  id: number
  company_id: number
  receipt: string
  /** Null where it can't be read. */
  cents: number | null
  at: Date | null
  state: 'open' | 'dismissed' | 'closed'
}

/** All that is known of a day at one moment. */
export interface DayFacts {
  company_id: number
  day: Day
  /** The times that statements of the paybill cover, both ends included. */
  covered: { from: Date; until: Date }[]
  /** Rows of the day, and those of other days that have the code of one of its payments or refunds. */
  rows: DayRow[]
  /** Payments of the day, and those of any day and residence that have the receipt of one of its rows. */
  payments: LedgerPayment[]
  /** Receipts that wait on the desk, or were dismissed there. */
  desk: WaitingReceipt[]
  /** The paybill's balance before the first row of the day. */
  balance_before: number | null
  /** The drawer's counts of the day. */
  counts: { id: number; expected: number; counted: number; reason: string | null }[]
}

/** Why the statement and the ledger differ; `explained` ones need nobody. */
export const differenceKinds = {
  on_desk: 'open',
  dismissed: 'explained',
  unknown: 'open',
  elsewhere: 'explained',
  other_day: 'explained',
  taken_back: 'open',
  returned: 'explained',
  amount: 'open',
  fraction: 'explained',
  not_on_statement: 'open',
  no_receipt: 'open',
  taken_back_by_mpesa: 'open',
  refund: 'open',
  not_entered: 'open',
  balance: 'open',
  cash: 'open',
} as const
export type DifferenceKind = keyof typeof differenceKinds

export interface Difference {
  book: 'mpesa' | 'refunds' | 'bank' | 'cash' | 'balance'
  kind: DifferenceKind
  /**
   * Statement less ledger; for cash, what was counted less what should have been there; for a balance, how far it is from what
   * the rows lead to.
   */
  cents: number
  receipt: string | null
  row: number | null
  payment: number | null
  desk: number | null
  count: number | null
}

export interface Sum {
  count: number
  cents: number
}

export interface DayFigures {
  day: Day
  coverage: 'whole' | 'part' | 'none'
  mpesa: {
    /** On the statement: payments, and what M-Pesa took back. */
    statement: Sum
    reversed: Sum
    /** Known from M-Pesa's reports, for the time that no statement covers. */
    reported: Sum
    ledger: Sum
  }
  /** The statement's other rows: M-Pesa's charges, sweeps and withdrawals. */
  other_rows: Sum
  balance: { opening: number; closing: number } | null
  /** Sent by M-Pesa, as the statement has them by their codes, and as they were entered; negative. */
  refunds: { statement: Sum; ledger: Sum }
  /** Null without rows of a bank. */
  bank: { statement: Sum; ledger: Sum } | null
  cash: { received: Sum; given_back: Sum }
  /** Entries of the day that take others back or correct them. */
  corrections: Sum
  differences: Difference[]
  open_cents: number
}

export const centsOf = ({ amount, corrected }: LedgerPayment) => (amount + corrected) * 100
export const total = <T>(items: T[], cents: (item: T) => number): Sum => ({
  count: items.length,
  cents: items.reduce((sum, item) => sum + cents(item), 0),
})
export const fromRow = ({ cents }: { cents: number }) => cents
export const isCounted = ({ reversal_id }: LedgerPayment) => reversal_id === null
export const isMpesa = ({ kind }: LedgerPayment) => kind === 'push' || kind === 'paybill'

export const difference = (
  kind: DifferenceKind,
  cents: number,
  refs: Partial<Omit<Difference, 'kind' | 'cents'>>,
): Difference => ({
  book: 'mpesa',
  kind,
  cents,
  receipt: null,
  row: null,
  payment: null,
  desk: null,
  count: null,
  ...refs,
})
