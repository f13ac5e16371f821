import { toMpesaTime } from '#rules/calendar.ts'
import { type Payment, paidAt, receiptOf } from './pushes.ts'
import type { Asynchronous, Outcome } from './results.ts'

export interface StatusQuestion extends Asynchronous {
  /** A receipt, or empty. */
  receipt: string
  /** The MerchantRequestID of a push, or empty. */
  conversation: string
}

/** Money that has not moved is not found (daraja 6). */
function find(payments: Payment[], question: StatusQuestion, now: number) {
  for (const payment of payments) {
    const asked =
      receiptOf(payment) === question.receipt ||
      (payment.kind === 'push' && payment.merchant_request_id === question.conversation)
    const paid_at = asked ? paidAt(payment, now) : null
    if (paid_at !== null) return { payment, paid_at }
  }
  return null
}

const plain = (amount: number) => (Number.isInteger(amount) ? String(amount) : amount.toFixed(2))

/** What is posted to whoever asked about a transaction. */
export function statusOf(
  payments: Payment[],
  question: StatusQuestion,
  { now, businessName }: { now: number; businessName: string },
): Outcome {
  const found = find(payments, question, now)
  if (!found) return { code: 2032, description: 'The transaction receipt number does not exist.' }
  const { payment, paid_at } = found
  return {
    code: 0,
    description: 'The service request is processed successfully.',
    parameters: [
      { Key: 'ReceiptNo', Value: receiptOf(payment) },
      { Key: 'TransactionStatus', Value: payment.reversed_at ? 'Reversed' : 'Completed' },
      { Key: 'Amount', Value: plain(payment.amount) },
      { Key: 'FinalisedTime', Value: toMpesaTime(new Date(paid_at)) },
      { Key: 'DebitPartyName', Value: `${payment.msisdn} - PRETEND` },
      { Key: 'CreditPartyName', Value: `${payment.shortcode} - ${businessName}` },
      { Key: 'TransactionReason' },
    ],
  }
}
