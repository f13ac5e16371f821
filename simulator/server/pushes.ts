import { person_ms, type ResultCode, type ScriptName, scripts } from './script.ts'

/** Instants are milliseconds since 1970: a record is one line of JSON and comes back as it was. */
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
  /** Known from the beginning, told only when paid. */
  receipt: string
  submitted_at: number
  /** Kept with the push, so that a restart with another setting changes no promise. */
  delay_ms: number
  script: ScriptName
  /** Since when the push waits for the person at the phone page. */
  person_since: number | null
  /** What that person did. */
  answer: { at: number; code: ResultCode } | null
  /** Wished for instead of the script's. */
  result?: ResultCode
  /** Whether the paybill confirmation is wished for too. */
  confirmed?: boolean
  reversed_at?: number
  /** Which of its deliveries have been tried. */
  sent: number[]
}

/** Money sent to the paybill without being asked. */
export interface PaybillPayment {
  kind: 'paybill'
  /** The receipt. */
  id: string
  shortcode: string
  msisdn: string
  amount: number
  reference: string
  third_party_id: string
  paid_at: number
  reversed_at?: number
  sent: number[]
}

export type Payment = Push | PaybillPayment

export interface Delivery {
  kind: 'callback' | 'confirmation'
  at: number
}

/** When and how a push ends, as far as is known now: a person may still decide otherwise. */
export function ending(push: Push): { at: number; code: ResultCode } {
  if (push.answer) return push.answer
  if (push.person_since !== null) return { at: push.person_since + person_ms, code: '1037' }
  return { at: push.submitted_at + push.delay_ms, code: scriptedResult(push) }
}

/** What the customer's side comes to when nobody is at the phone page. */
export const scriptedResult = (push: Push): ResultCode => push.result ?? scripts[push.script].result

export const isOpen = (push: Push, now: number): boolean => now < ending(push).at

/** Everything that is posted because of a payment, in an order that never changes once it ended. */
export function deliveries(payment: Payment): Delivery[] {
  if (payment.kind === 'paybill') return [{ kind: 'confirmation', at: payment.paid_at }]
  const { at: end, code } = ending(payment)
  const wished: Delivery[] =
    payment.confirmed && code === '0' ? [{ kind: 'confirmation', at: end }] : []
  if (payment.person_since !== null) return [{ kind: 'callback', at: end }, ...wished]
  const after = (delays: number) => payment.submitted_at + delays * payment.delay_ms
  const { callbacks, confirmations } = scripts[payment.script]
  return [
    ...callbacks.map((delays) => ({ kind: 'callback' as const, at: after(delays) })),
    ...confirmations.map((delays) => ({ kind: 'confirmation' as const, at: after(delays) })),
    ...wished,
  ]
}

/** What a status query is told. */
export function queryResult(push: Push, now: number): ResultCode {
  if (isOpen(push, now)) return '4999'
  const { query } = scripts[push.script]
  return push.person_since !== null || query === 'result' ? ending(push).code : query
}

/** When the money moved; null while it has not. */
export function paidAt(payment: Payment, now: number): number | null {
  if (payment.kind === 'paybill') return payment.paid_at
  const { at, code } = ending(payment)
  return code === '0' && at <= now ? at : null
}

export const receiptOf = (payment: Payment): string =>
  payment.kind === 'paybill' ? payment.id : payment.receipt
