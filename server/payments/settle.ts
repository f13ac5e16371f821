import { type MoneyStep, moneyStep, nextStatus } from '#rules/payment.ts'
import type { Db } from '../db/connect.ts'
import {
  findPaymentOfRequest,
  insertDeskItem,
  insertPayment,
  insertReceipt,
  isReceiptKnown,
} from './ledger-queries.ts'
import { freePhone, holdRequest, updateRequest } from './queries.ts'

/** M-Pesa's word that a push was paid; without a receipt it came from a status query. */
export interface Paid {
  receipt: string | null
  /** Whole shillings; null when none was told, or a fraction. */
  amount: number | null
  /** On M-Pesa's clock, where told. */
  paid_at: Date | null
  description: string
  /** What to show at the desk, if it has to go there. */
  raw: unknown
}

/**
 * The only place where a push becomes money: one transaction that holds the request's row, so that
 * callback, confirmation and query of the same payment wait for each other (design 5).
 */
export function settle(
  db: Db,
  company_id: number,
  request_id: number,
  paid: Paid,
  now: Date,
): Promise<MoneyStep> {
  return db.transaction().execute(async (tx) => {
    const request = await holdRequest(tx, company_id, request_id)
    if (!request) return 'nothing'
    const payment = await findPaymentOfRequest(tx, company_id, request_id)
    const step = moneyStep(
      {
        requested: request.amount,
        payment: !payment ? 'none' : payment.receipt ? 'with_receipt' : 'without_receipt',
        differing_amount_reported: request.differing_amount_reported,
        purpose: request.purpose,
      },
      paid.receipt === null
        ? { receipt: null }
        : {
            receipt: paid.receipt,
            amount: paid.amount,
            receipt_known: await isReceiptKnown(tx, paid.receipt),
          },
    )

    if (step === 'desk') {
      const differs = paid.amount !== request.amount
      await insertDeskItem(tx, {
        company_id,
        reason: differs ? 'differing_amount' : 'second_receipt',
        receipt: paid.receipt,
        amount: String(paid.amount ?? ''),
        reference: request.wire_reference,
        request_id,
        account_user_id: request.account_user_id,
        raw: JSON.stringify(paid.raw ?? null),
      })
      await freePhone(tx, company_id, request_id, request.phone)
      await updateRequest(tx, company_id, request_id, {
        ask_at: null,
        ...(differs && { differing_amount_reported: true }),
      })
      return step
    }

    if (step === 'settle' || step === 'another') {
      await insertPayment(
        tx,
        {
          company_id,
          user_id: request.account_user_id,
          purpose: request.purpose,
          kind: 'push',
          amount: request.amount,
          paid_at: paid.paid_at ?? now,
          request_id,
        },
        paid.receipt,
      )
    }
    if (step === 'fill_in' && payment && paid.receipt) {
      await insertReceipt(tx, { receipt: paid.receipt, company_id, payment_id: payment.id })
    }
    if (step !== 'nothing') {
      await freePhone(tx, company_id, request_id, request.phone)
      await updateRequest(tx, company_id, request_id, {
        status: nextStatus(request.status, 'completed'),
        result_code: '0',
        result_desc: paid.description,
        ended_at: request.ended_at ?? now,
        ask_at: null,
      })
    }
    return step
  })
}
