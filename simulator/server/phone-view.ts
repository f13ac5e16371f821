import type { EndedPush, Phone, PhoneMessage, WaitingPush } from '#contract/simulator.ts'
import { endOf, type Push, receiptOf, type SimulatedPayment, timePaid } from './payments.ts'
import type { PaybillRequest } from './requests.ts'
import type { ResultCode } from './scripts.ts'
import type { Simulator } from './simulator.ts'

/** How long a phone shows the result of a push. */
const ENDED_PUSH_SHOWN_MS = 10 * 60 * 1000

/** Who takes the money. */
export interface Business {
  /** In capitals; it changes when the residence is renamed. */
  name: string
}

/** The contents of the phone page. */
export function openPhoneView(
  simulator: Simulator,
  failedPayments: ReturnType<typeof createFailedPayments>,
  business: Business,
) {
  const waiting = (push: Push): WaitingPush => ({
    checkout_request_id: push.id,
    phone_number: push.msisdn,
    amount: push.amount,
    business_name: business.name,
    account_reference: push.reference,
    transaction_desc: push.description,
    seconds_ago: Math.floor((simulator.clock() - push.submitted_at) / 1000),
    seconds_left: Math.ceil((endOf(push).at - simulator.clock()) / 1000),
  })

  function ended(push: Push): EndedPush {
    const { at, code } = endOf(push)
    return {
      checkout_request_id: push.id,
      amount: push.amount,
      business_name: business.name,
      account_reference: push.reference,
      result_code: code,
      receipt: code === '0' ? push.receipt : null,
      ended_at: new Date(at).toISOString(),
    }
  }

  function latestEnded(msisdn: string): Push | undefined {
    const now = simulator.clock()
    const hasEnded = (payment: SimulatedPayment): payment is Push =>
      payment.kind === 'push' && endOf(payment).at <= now
    const push = simulator.paymentsOf(msisdn).findLast(hasEnded)
    return push && endOf(push).at > now - ENDED_PUSH_SHOWN_MS ? push : undefined
  }

  const allWaiting = () => simulator.openPushes().map(waiting)

  const activityOf = (msisdn: string) => ({
    payments: simulator.paymentsOf(msisdn),
    failedPayments: failedPayments.of(msisdn),
  })

  /** Changes when there is something new to show. */
  function version(msisdn: string): string {
    const { payments, failedPayments } = activityOf(msisdn)
    return [simulator.openPushOf(msisdn)?.id, payments.length, failedPayments.at(-1)?.id].join()
  }

  function phone(msisdn: string): Phone {
    const now = simulator.clock()
    const open = simulator.openPushOf(msisdn)
    const latest = latestEnded(msisdn)
    return {
      phone_number: msisdn,
      now: new Date(now).toISOString(),
      business_name: business.name,
      paybill: simulator.paybills()[0] ?? null,
      push: open ? waiting(open) : null,
      ended: latest ? ended(latest) : null,
      messages: inbox(activityOf(msisdn), business.name, now),
      waiting: allWaiting(),
    }
  }

  return { phone, version, ended, allWaiting }
}

const MAX_MESSAGES = 20

const nairobi = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Nairobi',
  day: 'numeric',
  month: 'numeric',
  year: '2-digit',
})
const nairobiTime = new Intl.DateTimeFormat('en-US', {
  timeZone: 'Africa/Nairobi',
  hour: 'numeric',
  minute: '2-digit',
})

const twoDecimals = new Intl.NumberFormat('en-KE', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
})

/** `20/11/26 at 11:31 AM` */
const formatInstant = (instant: number) =>
  `${nairobi.format(instant)} at ${nairobiTime.format(instant).replace(/\s/g, ' ')}`

const toMessage = (id: string, at: number, text: string): PhoneMessage => ({
  id,
  text: `${text} Pretend M-PESA, no real money.`,
  received_at: new Date(at).toISOString(),
})

/** The messages about unpaid pushes. M-Pesa sends none about a cancelled push. */
const unpaid: Partial<Record<ResultCode, (payment: string) => string>> = {
  '1': (payment) => `Failed. You do not have enough money to pay ${payment}.`,
  '1037': (payment) => `The PIN prompt for ${payment} timed out. No money was taken.`,
  '2001': (payment) => `Failed. You entered the wrong PIN. ${payment} was not sent.`,
}

/** The text message to the payer about a payment, if there is one by now. */
function paymentMessage(
  payment: SimulatedPayment,
  business: string,
  now: number,
): PhoneMessage | null {
  const money = `Ksh${twoDecimals.format(payment.amount)}`
  const paid_at = timePaid(payment, now)
  if (paid_at !== null) {
    const sent = `${money} sent to ${business} for account ${payment.reference}`
    const confirmed = `${receiptOf(payment)} Confirmed. ${sent} on ${formatInstant(paid_at)}.`
    return toMessage(payment.id, paid_at, `${confirmed} Transaction cost, Ksh0.00.`)
  }
  if (payment.kind === 'paybill') return null
  return unpaidPushMessage(payment, `${money} to ${business} for account ${payment.reference}`, now)
}

function unpaidPushMessage(push: Push, payment: string, now: number): PhoneMessage | null {
  const { at, code } = endOf(push)
  const text = unpaid[code]?.(payment)
  return text && at <= now ? toMessage(push.id, at, text) : null
}

function failedPaymentMessage({ id, at, why, ...attempt }: FailedPayment): PhoneMessage {
  const money = `Ksh${twoDecimals.format(attempt.amount)}`
  const sent = `${money} to business ${attempt.shortcode} for account ${attempt.reference}`
  return toMessage(id, at, `Failed. ${sent} was not sent on ${formatInstant(at)}. ${why}`)
}

interface PhoneActivity {
  payments: SimulatedPayment[]
  failedPayments: FailedPayment[]
}

/** The text messages of a phone, newest first. */
export function inbox(
  { payments, failedPayments }: PhoneActivity,
  business: string,
  now: number,
): PhoneMessage[] {
  return [
    ...payments.flatMap((payment) => paymentMessage(payment, business, now) ?? []),
    ...failedPayments.map(failedPaymentMessage),
  ]
    .sort((a, b) => b.received_at.localeCompare(a.received_at))
    .slice(0, MAX_MESSAGES)
}

/** A payment to a paybill that was refused. */
interface FailedPayment extends PaybillRequest {
  id: string
  at: number
  /** The reason, as a sentence for the payer. */
  why: string
}

const MAX_FAILED_PAYMENTS = 20

/** Refused payments, for the messages of a phone. In memory only: no money moved. */
export function createFailedPayments() {
  const byPhone = new Map<string, FailedPayment[]>()
  const of = (msisdn: string): FailedPayment[] => byPhone.get(msisdn) ?? []
  return {
    of,
    add: (attempt: FailedPayment) =>
      byPhone.set(attempt.msisdn, [...of(attempt.msisdn), attempt].slice(-MAX_FAILED_PAYMENTS)),
  }
}
