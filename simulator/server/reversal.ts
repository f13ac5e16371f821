import { type Payment, paidAt, receiptOf } from './pushes.ts'
import type { Asynchronous, Outcome } from './results.ts'

export interface ReversalRequest extends Asynchronous {
  receipt: string
  amount: number
}

/** Gives money back, once and in full; `keep` puts the changed payment down. */
export function reverse(
  payments: Payment[],
  request: ReversalRequest,
  { now, keep }: { now: number; keep: (payment: Payment) => void },
): Outcome {
  const payment = payments.find(
    (one) => receiptOf(one) === request.receipt && paidAt(one, now) !== null,
  )
  if (payment?.amount !== request.amount)
    return { code: 'R000002', description: 'The OriginalTransactionID is invalid.' }
  if (payment.reversed_at)
    return { code: 'R000001', description: 'The transaction has already been reversed.' }
  payment.reversed_at = now
  keep(payment)
  return {
    code: 0,
    description: 'The service request is processed successfully.',
    parameters: [
      { Key: 'Amount', Value: String(payment.amount) },
      { Key: 'OriginalTransactionID', Value: request.receipt },
      { Key: 'Charge', Value: '0' },
      { Key: 'CreditPartyPublicName', Value: `${payment.msisdn} - PRETEND` },
    ],
  }
}
