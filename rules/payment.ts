/** Shillings that M-Pesa moves in one transaction at most (design 5). */
export const MAX_PUSH_AMOUNT = 250_000

/** How the browser asks for the result of a push (spec 9). */
export const polling = { intervalMs: 5000, attempts: 24, messageDelayMs: 2000 } as const

/** One open push per phone, but for no longer than this. */
export const PHONE_LOCK_MS = 3 * 60 * 1000

/** A bare account number this long after a receipt-less payment of the same amount may be the same money. */
export const DUPLICATE_WINDOW_MS = 48 * 60 * 60 * 1000

/** After this a silent push goes to the desk. */
export const SILENT_AFTER_MS = 48 * 60 * 60 * 1000

/** What people pay for. */
export const purposes = ['rent', 'wifi'] as const
export type Purpose = (typeof purposes)[number]

export const pushStatuses = ['processing', 'completed', 'cancelled', 'failed'] as const
export type PushStatus = (typeof pushStatuses)[number]

const failures = new Set(
  '1 2 3 4 8 17 26 1001 1019 1025 1037 2001 2028 8006 9999 SFC_IC0003'.split(' '),
)

/**
 * What a result code of M-Pesa says. `unknown` is not an ending: the push stays processing.
 * A text that says "processing" outranks the code (daraja 4: early failures are reported).
 */
export function outcomeOf(code: string, description: string): PushStatus | 'unknown' {
  if (/processing/i.test(description) && code !== '0') return 'processing'
  if (code === '0') return 'completed'
  if (code === '4999') return 'processing'
  if (code === '1032') return 'cancelled'
  return failures.has(code) ? 'failed' : 'unknown'
}

/**
 * The state machine of a push. A verified success wins even after failed or cancelled, nothing
 * leaves completed, and the first ending without money stands until money comes.
 */
export function nextStatus(status: PushStatus, outcome: PushStatus | 'unknown'): PushStatus {
  if (outcome === 'completed') return 'completed'
  if (status !== 'processing' || outcome === 'unknown') return status
  return outcome
}

/** What is known when M-Pesa says that a push was paid. */
export interface PaidPush {
  requested: number
  /** The payment this request already has, and whether M-Pesa's receipt for it is known. */
  payment: 'none' | 'without_receipt' | 'with_receipt'
  /** Whether another amount than the requested one was ever reported for it. */
  differing_amount_reported: boolean
  /** Whether staff have credited the push's receipt elsewhere: its money is counted already. */
  receipt_used_elsewhere: boolean
  purpose: Purpose
}

export type ReportedPayment =
  | { receipt: string; amount: number | null; receipt_known: boolean }
  /** A status query names neither receipt nor amount. */
  | { receipt: null }

/**
 * - `link`: the money is counted already; only the request is completed
 * - `fill_in`: the payment is counted, its receipt was not known yet
 * - `settle`: the request's own payment
 * - `another`: the same request was paid a second time
 * - `desk`: a person decides; nothing is credited
 * - `nothing`: there is nothing new in it
 */
export type MoneyStep = 'link' | 'fill_in' | 'settle' | 'another' | 'desk' | 'nothing'

/** Money counts by receipt (design 5, "Push payment"). */
export function moneyStep(push: PaidPush, report: ReportedPayment): MoneyStep {
  if (report.receipt === null) {
    const open = !push.differing_amount_reported && !push.receipt_used_elsewhere
    return push.payment === 'none' && open ? 'settle' : 'nothing'
  }
  if (report.receipt_known) return 'link'
  if (report.amount !== push.requested) return 'desk'
  if (push.payment === 'without_receipt') return 'fill_in'
  if (push.payment === 'with_receipt') return push.purpose === 'rent' ? 'another' : 'desk'
  return 'settle'
}

/** After the first query, the second and so on. */
const seconds_between_queries = [20, 30, 45, 60, 90, 120, 300, 900]

/**
 * When the server asks M-Pesa next, in milliseconds after the query before it (or the submit);
 * `asked` counts the queries so far, `first_ms` is the first wait.
 */
export function queryDelayMs(asked: number, first_ms = 10_000): number {
  if (asked === 0) return first_ms
  return (seconds_between_queries[asked - 1] ?? 900) * 1000
}

const minutes_between_receipt_queries = [0.5, 2, 10, 60, 360, 1440]

/**
 * When M-Pesa is asked next for the receipt of a push that counts without one, in milliseconds after
 * the time before; null when it has been asked often enough.
 */
export function receiptQueryDelayMs(asked: number): number | null {
  const minutes = minutes_between_receipt_queries[asked]
  return minutes === undefined ? null : minutes * 60_000
}

/** M-Pesa's statement reaches back this far (daraja 6). */
export const STATEMENT_REACH_MS = 48 * 60 * 60 * 1000

/** M-Pesa's own texts speak to programmers and change by the day (daraja 3); these speak to people. */
const plainWords: Record<string, string> = {
  '1': 'There is not enough money on M-Pesa.',
  '2': 'The amount is below what M-Pesa takes.',
  '3': 'The amount is above what M-Pesa takes.',
  '4': 'The daily M-Pesa limit is reached.',
  '8': 'The receiving account cannot take more.',
  '17': 'M-Pesa refuses the same amount twice within two minutes.',
  '26': 'M-Pesa is busy. Please wait a minute.',
  '1001': 'Another M-Pesa request is open on this phone. Please wait a minute.',
  '1019': 'The request ran out before the PIN was typed.',
  '1025': 'M-Pesa could not reach this phone.',
  '2001': 'The M-Pesa PIN was wrong.',
  '2028': 'The residence’s M-Pesa account does not take this. Please tell the office.',
  '8006': 'The M-Pesa PIN is locked. Safaricom can unlock it.',
  '9999': 'M-Pesa could not reach this phone.',
  SFC_IC0003: 'The residence’s M-Pesa account does not take this. Please tell the office.',
}

/** A result in words for people; M-Pesa's own text where we have no better one. */
const describeResult = (code: string, description: string): string =>
  plainWords[code] ?? description

/** What the screen says of an ending (spec 8); null while there is none. */
export function endingMessage(status: PushStatus, code: string | null, description: string | null) {
  if (status === 'processing' || status === 'completed') return null
  if (code === '1032') return 'Payment was cancelled by user. Please try again if needed.'
  if (code === '1037') return 'Payment request timed out. Please try again.'
  return `Payment failed: ${describeResult(code ?? '', description ?? '') || 'Unknown error'}`
}
