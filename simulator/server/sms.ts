import type { PhoneMessage } from '#contract/simulator.ts'
import type { Attempt } from './attempts.ts'
import { ending, type Payment, type Push, paidAt, receiptOf } from './pushes.ts'
import type { ResultCode } from './script.ts'

const most_messages = 20

const nairobi = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Nairobi',
  day: 'numeric',
  month: 'numeric',
  year: '2-digit',
})
const nairobi_time = new Intl.DateTimeFormat('en-US', {
  timeZone: 'Africa/Nairobi',
  hour: 'numeric',
  minute: '2-digit',
})

const withCents = new Intl.NumberFormat('en-KE', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
})

/** `20/11/26 at 11:31 AM` */
const when = (instant: number) =>
  `${nairobi.format(instant)} at ${nairobi_time.format(instant).replace(/\s/g, ' ')}`

const said = (id: string, at: number, text: string): PhoneMessage => ({
  id,
  text: `${text} Pretend M-PESA, no real money.`,
  received_at: new Date(at).toISOString(),
})

/** Why a push was not paid; of one that was cancelled M-Pesa says nothing more. */
const unpaid: Partial<Record<ResultCode, (payment: string) => string>> = {
  '1': (payment) => `Failed. You do not have enough money to pay ${payment}.`,
  '1037': (payment) => `The request to pay ${payment} timed out. No money was taken.`,
  '2001': (payment) => `Failed. You entered the wrong PIN. ${payment} was not sent.`,
}

/** The text that M-Pesa sends to the payer once there is something to say. */
function messageOf(payment: Payment, business: string, now: number): PhoneMessage | null {
  const money = `Ksh${withCents.format(payment.amount)}`
  const paid_at = paidAt(payment, now)
  if (paid_at !== null) {
    const sent = `${money} sent to ${business} for account ${payment.reference}`
    const confirmed = `${receiptOf(payment)} Confirmed. ${sent} on ${when(paid_at)}.`
    return said(payment.id, paid_at, `${confirmed} Transaction cost, Ksh0.00.`)
  }
  if (payment.kind === 'paybill') return null
  return messageOfUnpaid(payment, `${money} to ${business} for account ${payment.reference}`, now)
}

function messageOfUnpaid(push: Push, payment: string, now: number): PhoneMessage | null {
  const { at, code } = ending(push)
  const text = unpaid[code]?.(payment)
  return text && at <= now ? said(push.id, at, text) : null
}

function messageOfAttempt({ id, at, why, ...attempt }: Attempt): PhoneMessage {
  const money = `Ksh${withCents.format(attempt.amount)}`
  const sent = `${money} to business ${attempt.shortcode} for account ${attempt.reference}`
  return said(id, at, `Failed. ${sent} was not sent on ${when(at)}. ${why}`)
}

interface Told {
  payments: Payment[]
  attempts: Attempt[]
}

/** The inbox of a phone, newest first. */
export function inbox({ payments, attempts }: Told, business: string, now: number): PhoneMessage[] {
  return [
    ...payments.flatMap((payment) => messageOf(payment, business, now) ?? []),
    ...attempts.map(messageOfAttempt),
  ]
    .sort((a, b) => b.received_at.localeCompare(a.received_at))
    .slice(0, most_messages)
}
