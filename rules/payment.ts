/** M-Pesa's limit for one transaction, in shillings. */
export const MAX_PUSH_AMOUNT = 250_000

/** How the browser polls the status of a push. */
export const polling = { intervalMs: 5000, attempts: 24, messageDelayMs: 2000 } as const

/** A phone has one open push; after this long a newer one may replace it. */
export const PHONE_LOCK_MS = 3 * 60 * 1000

/**
 * Within this time after a payment without a receipt, a paybill payment of the same account and amount may be
 * the same money.
 */
export const DUPLICATE_WINDOW_MS = 48 * 60 * 60 * 1000

/** A push without a result goes to the desk after this long. */
export const SILENT_AFTER_MS = 48 * 60 * 60 * 1000

/** Purposes of a payment. */
export const purposes = ['rent', 'wifi', 'deposit'] as const
export type Purpose = (typeof purposes)[number]

/**
 * How a payment came into the ledger; all but the first two are entered by staff. A refund is negative, and so is what is
 * moved from a credit to the deposit.
 */
export const paymentKinds = [
  'push',
  'paybill',
  'cash',
  'bank',
  'refund',
  'to_deposit',
  'from_deposit',
  'correction',
] as const
export type PaymentKind = (typeof paymentKinds)[number]

/** Between the rent and the deposit: no money came in or went out. */
export const movesDeposit = (kind: string): boolean =>
  kind === 'to_deposit' || kind === 'from_deposit'

export const pushStatuses = ['processing', 'completed', 'cancelled', 'failed'] as const
export type PushStatus = (typeof pushStatuses)[number]

const failures = new Set(
  '1 2 3 4 8 17 26 1001 1019 1025 1037 2001 2028 8006 9999 SFC_IC0003'.split(' '),
)

/**
 * The meaning of M-Pesa's result code. `unknown` ends nothing: the push stays processing. A description
 * with "processing" outranks the code, since M-Pesa reports failures too early.
 */
export function outcomeOf(code: string, description: string): PushStatus | 'unknown' {
  if (/processing/i.test(description) && code !== '0') return 'processing'
  if (code === '0') return 'completed'
  if (code === '4999') return 'processing'
  if (code === '1032') return 'cancelled'
  return failures.has(code) ? 'failed' : 'unknown'
}

/**
 * The state machine of a push. A verified success wins even after failed or cancelled, and nothing leaves
 * completed. Among several endings without money the first one counts.
 */
export function nextStatus(status: PushStatus, outcome: PushStatus | 'unknown'): PushStatus {
  if (outcome === 'completed') return 'completed'
  if (status !== 'processing' || outcome === 'unknown') return status
  return outcome
}

/** The state of a push when M-Pesa says that it was paid. */
export interface PaidPush {
  requested: number
  /**
   * Whether the push has a payment, and whether that has M-Pesa's receipt. `reversed`: staff have taken it
   * back, because its money counts elsewhere.
   */
  payment: 'none' | 'without_receipt' | 'with_receipt' | 'reversed'
  /** M-Pesa has reported another amount than the requested one. */
  differing_amount_reported: boolean
  /** Staff have credited the push's receipt elsewhere, so its money counts already. */
  receipt_used_elsewhere: boolean
  purpose: Purpose
}

export type ReportedPayment =
  | { receipt: string; amount: number | null; receipt_known: boolean }
  /** A status query names neither receipt nor amount. */
  | { receipt: null }

/**
 * - `link`: the money counts already; only the push is completed
 * - `fill_in`: the payment counts already; its receipt becomes known
 * - `settle`: the push's payment
 * - `another`: the push was paid a second time
 * - `desk`: staff decide; nothing is credited
 * - `nothing`: nothing new
 */
export type MoneyStep = 'link' | 'fill_in' | 'settle' | 'another' | 'desk' | 'nothing'

/** The step that a success means for the ledger: each M-Pesa receipt counts once (docs/payments.md). */
export function moneyStep(push: PaidPush, reported: ReportedPayment): MoneyStep {
  if (reported.receipt === null) {
    const open = !push.differing_amount_reported && !push.receipt_used_elsewhere
    return push.payment === 'none' && open ? 'settle' : 'nothing'
  }
  if (reported.receipt_known) return 'link'
  if (reported.amount !== push.requested) return 'desk'
  if (push.payment === 'without_receipt') return 'fill_in'
  if (push.payment === 'with_receipt' || push.payment === 'reversed') {
    return push.purpose === 'rent' ? 'another' : 'desk'
  }
  return 'settle'
}

/** From the first query to the second, from the second to the third and so on. */
const SECONDS_BETWEEN_QUERIES = [20, 30, 45, 60, 90, 120, 300, 900]

/**
 * The time from a status query, or from the submit, to the next query.
 * @param queries the number of queries so far
 */
export function queryDelayMs(queries: number, firstDelayMs = 10_000): number {
  if (queries === 0) return firstDelayMs
  return (SECONDS_BETWEEN_QUERIES[queries - 1] ?? 900) * 1000
}

const MINUTES_BETWEEN_RECEIPT_QUERIES = [0.5, 2, 10, 60, 360, 1440]

/**
 * The time from the payment, or from a receipt query, to the next receipt query; null when there have been
 * enough.
 * @param queries the number of receipt queries so far
 */
export function receiptQueryDelayMs(queries: number): number | null {
  const minutes = MINUTES_BETWEEN_RECEIPT_QUERIES[queries]
  return minutes === undefined ? null : minutes * 60_000
}

/** M-Pesa's statement shows payments this far back. */
export const STATEMENT_REACH_MS = 48 * 60 * 60 * 1000
