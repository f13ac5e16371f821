import { toMpesaTime } from '#rules/calendar.ts'
import { type Payment, paidAt, receiptOf } from './pushes.ts'
import { makeRequestId } from './receipts.ts'
import { masked } from './replies.ts'

/** A business that may ask for its payments; it has to say so once. */
export interface PullRegistration {
  shortcode: string
  nominated_number: string
  callback_url: string
}

export interface PullQuestion {
  shortcode: string
  /** In M-Pesa's digits, which sort as time does. */
  start: string
  end: string
  /** Rows to pass over. */
  offset: number
}

/** Nothing older is told. */
const told_for_ms = 48 * 60 * 60 * 1000
export const pull_page_size = 100

interface Pulled {
  payment: Payment
  paid_at: number
  stamp: string
}

function pulled(payments: Payment[], question: PullQuestion, now: number): Pulled[] {
  const rows: Pulled[] = []
  for (const payment of payments) {
    const paid_at = paidAt(payment, now)
    if (paid_at === null || paid_at < now - told_for_ms) continue
    const stamp = toMpesaTime(new Date(paid_at))
    if (stamp >= question.start && stamp <= question.end) rows.push({ payment, paid_at, stamp })
  }
  return rows.sort((a, b) => a.paid_at - b.paid_at)
}

/** Nairobi's time with a Z that claims otherwise, as in the real sample (daraja 6). */
const pullTime = (stamp: string) =>
  stamp.replace(/(....)(..)(..)(..)(..)(..)/, '$1-$2-$3T$4:$5:$6Z')

const rowOf = ({ payment, stamp }: Pulled, businessName: string) => ({
  transactionId: receiptOf(payment),
  trxDate: pullTime(stamp),
  msisdn: Number(payment.msisdn.slice(3)),
  sender: masked(payment.msisdn),
  transactiontype: 'c2b-pay-bill-debit',
  billreference: payment.reference,
  amount: payment.amount.toFixed(2),
  organizationname: businessName,
})

export const registeredForPull = (registration: PullRegistration, before: boolean) => ({
  ResponseRefID: makeRequestId(),
  ResponseStatus: before ? '1001' : '1000',
  ShortCode: registration.shortcode,
  ResponseDescription: before
    ? 'ShortCode already Registered'
    : 'ShortCode Registered Successfully',
})

/** A page of what came in, oldest first; when there is nothing the list is a text. */
export function pullReply(
  payments: Payment[],
  question: PullQuestion,
  { now, pageSize, businessName }: { now: number; pageSize: number; businessName: string },
) {
  const page = pulled(payments, question, now).slice(question.offset, question.offset + pageSize)
  const some = page.length > 0
  return {
    ResponseRefID: makeRequestId(),
    ResponseCode: some ? '1000' : '1001',
    ResponseMessage: some ? 'Success' : 'No transactions',
    Response: some ? [page.map((row) => rowOf(row, businessName))] : '[[]]',
  }
}
