import { randomBytes, randomInt } from 'node:crypto'
import { randomCode } from '#rules/account-number.ts'
import { toMpesaTime } from '#rules/calendar.ts'
import { ANSWER_TIME_MS, type ResultCode, type ScriptName, scripts } from './scripts.ts'

/** Instants are milliseconds since 1970, so that a payment survives JSON unchanged. */
export interface Push {
  kind: 'push'
  /** The CheckoutRequestID. */
  id: string
  merchant_request_id: string
  shortcode: string
  msisdn: string
  amount: number
  reference: string
  description: string
  callback_url: string
  /** Created with the push, shown only once it is paid. */
  receipt: string
  submitted_at: number
  /** Stored with the push, so that a restart with another setting does not change its course. */
  delay_ms: number
  script: ScriptName
  /** Since when the push waits for an answer on the phone page; null when its script decides. */
  person_since: number | null
  /** The answer given on the phone page. */
  answer: { at: number; code: ResultCode } | null
  /** Replaces the script's result (fault `result`). */
  result?: ResultCode
  /** The paybill confirmation comes too (fault `confirmed`). */
  confirmed?: boolean
  /** M-Pesa's charge to the business; left out where the payer bears it. */
  charge_cents?: number
  reversed_at?: number
  reversal_receipt?: string
  /** Indexes of the deliveries that were tried. */
  sent: number[]
}

/** Money sent to the paybill without a push. */
export interface ManualPayment {
  kind: 'paybill'
  /** The receipt. */
  id: string
  shortcode: string
  msisdn: string
  amount: number
  reference: string
  third_party_id: string
  paid_at: number
  charge_cents?: number
  reversed_at?: number
  reversal_receipt?: string
  sent: number[]
}

export type SimulatedPayment = Push | ManualPayment

export interface Delivery {
  kind: 'callback' | 'confirmation'
  at: number
}

/** When and with which result a push ends, if it is not answered on the phone page before. */
export function endOf(push: Push): { at: number; code: ResultCode } {
  if (push.answer) return push.answer
  if (push.person_since !== null) return { at: push.person_since + ANSWER_TIME_MS, code: '1037' }
  return { at: push.submitted_at + push.delay_ms, code: scriptedResult(push) }
}

/** The result when the phone page is not open. */
export const scriptedResult = (push: Push): ResultCode => push.result ?? scripts[push.script].result

export const isOpen = (push: Push, now: number): boolean => now < endOf(push).at

/** Everything that is posted because of a payment. `sent` holds indexes of this list, so its order is fixed. */
export function deliveries(payment: SimulatedPayment): Delivery[] {
  if (payment.kind === 'paybill') return [{ kind: 'confirmation', at: payment.paid_at }]
  const { at: end, code } = endOf(payment)
  const extra: Delivery[] =
    payment.confirmed && code === '0' ? [{ kind: 'confirmation', at: end }] : []
  if (payment.person_since !== null) return [{ kind: 'callback', at: end }, ...extra]
  const after = (delays: number) => payment.submitted_at + delays * payment.delay_ms
  const { callbacks, confirmations } = scripts[payment.script]
  return [
    ...callbacks.map((delays) => ({ kind: 'callback' as const, at: after(delays) })),
    ...confirmations.map((delays) => ({ kind: 'confirmation' as const, at: after(delays) })),
    ...extra,
  ]
}

/** The result code that a status query gets. */
export function queryResult(push: Push, now: number): ResultCode {
  if (isOpen(push, now)) return '4999'
  const { query } = scripts[push.script]
  return push.person_since !== null || query === 'result' ? endOf(push).code : query
}

/** When the money was paid; null if it was not (yet). */
export function timePaid(payment: SimulatedPayment, now: number): number | null {
  if (payment.kind === 'paybill') return payment.paid_at
  const { at, code } = endOf(payment)
  return code === '0' && at <= now ? at : null
}

export const receiptOf = (payment: SimulatedPayment): string =>
  payment.kind === 'paybill' ? payment.id : payment.receipt

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const DAY_CHARACTERS = `0123456789${ALPHABET}`

/** `UKL4ABC123`: U is 2026, K November, L the 21st in Nairobi; the rest is random. */
export function createReceipt(instant: Date, exists: (receipt: string) => boolean): string {
  const stamp = toMpesaTime(instant)
  const year = ALPHABET[(Number(stamp.slice(0, 4)) - 2006) % ALPHABET.length]
  const month = ALPHABET[Number(stamp.slice(4, 6)) - 1]
  const day = DAY_CHARACTERS[Number(stamp.slice(6, 8))]
  const receipt = `${year}${month}${day}${randomCode(7, randomInt)}`
  return exists(receipt) ? createReceipt(instant, exists) : receipt
}

/** `ws_CO_` + Nairobi time, day first + three digits + the phone without its 254. */
export function createCheckoutId(
  instant: Date,
  msisdn: string,
  exists: (id: string) => boolean,
): string {
  const stamp = toMpesaTime(instant)
  const dayFirst = `${stamp.slice(6, 8)}${stamp.slice(4, 6)}${stamp.slice(0, 4)}${stamp.slice(8)}`
  const id = `ws_CO_${dayFirst}${String(randomInt(1000)).padStart(3, '0')}${msisdn.slice(-9)}`
  return exists(id) ? createCheckoutId(instant, msisdn, exists) : id
}

/** `5dbd-4f93-a478-41cdaf2b9acd86873`, the form of Daraja's own request ids. */
export function createRequestId(): string {
  const hex = randomBytes(12).toString('hex')
  return `${hex.slice(0, 4)}-${hex.slice(4, 8)}-${hex.slice(8, 12)}-${hex.slice(12)}${randomInt(10_000, 100_000)}`
}

/** `AG_20261120_00004d1e2f…`, the id of a request that is answered later. */
export const createConversationId = (instant: Date): string =>
  `AG_${toMpesaTime(instant).slice(0, 8)}_0000${randomBytes(8).toString('hex')}`
