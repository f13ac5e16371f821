import type { PhoneMessage } from '#contract/pretend-daraja.ts'
import { ending, type Payment, paidAt, receiptOf } from './pushes.ts'

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

/** The text that M-Pesa sends to the payer; an unpaid push is quiet but for an empty purse. */
function messageOf(payment: Payment, business: string, now: number): PhoneMessage | null {
  const amount = `Ksh${withCents.format(payment.amount)}`
  const paid_at = paidAt(payment, now)
  if (paid_at !== null) {
    const at = new Date(paid_at)
    const when = `${nairobi.format(at)} at ${nairobi_time.format(at).replace(/\s/g, ' ')}`
    return {
      text: `${receiptOf(payment)} Confirmed. ${amount} sent to ${business} for account ${payment.reference} on ${when}. Pretend money.`,
      received_at: at.toISOString(),
    }
  }
  if (payment.kind === 'paybill') return null
  const ended = ending(payment)
  if (ended.code !== '1' || ended.at > now) return null
  return {
    text: `Failed. You do not have enough pretend money to pay ${amount} to ${business}.`,
    received_at: new Date(ended.at).toISOString(),
  }
}

/** The inbox of a phone, newest first. */
export function inbox(payments: Payment[], business: string, now: number): PhoneMessage[] {
  return payments
    .flatMap((payment) => messageOf(payment, business, now) ?? [])
    .sort((a, b) => b.received_at.localeCompare(a.received_at))
    .slice(0, most_messages)
}
