import { sql } from 'kysely'
import { canBeTakenBack } from '#rules/desk.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { sameCompany } from '../db/same-company.ts'
import { conflict, notFound } from '../http/errors.ts'
import { upsertDeskItem } from '../ledger/desk-items.ts'
import { alreadyReversed } from '../ledger/effect.ts'
import { findPaymentOfReceipt } from '../ledger/queries.ts'
import { lockPush } from '../payments/push-queries.ts'

export const receiptNotFound = () => notFound('There is no such receipt.', 'receipt_not_found')

/**
 * The desk item by which a payment is taken back: the item by which staff credited it or gave it its M-Pesa code. A payment that
 * was credited automatically gets an item as if staff had credited it, or takes over the item of its M-Pesa receipt.
 * @throws {HttpError} 404; 409 when it isn't a counting M-Pesa payment, or staff of this residence may not take it back
 */
export async function itemOfCredit(
  tx: Db,
  { now }: Context,
  company_id: number,
  id: number,
): Promise<{ item: number; payment_id: number }> {
  const payment = await tx
    .selectFrom('ledger_payments as payment')
    .innerJoin('account_numbers as account', sameCompany('account.user_id', 'payment.user_id'))
    .where('payment.company_id', '=', company_id)
    .where('payment.id', '=', id)
    .select(['payment.user_id', 'kind', 'purpose', 'amount', 'request_id', 'receipt', 'paid_at'])
    .select(['payment.reversed as voided', 'account.account_number'])
    .executeTakeFirst()
  if (!payment) throw receiptNotFound()
  const { receipt, request_id, voided } = payment
  if (voided) throw alreadyReversed()
  if (!receipt || !canBeTakenBack({ ...payment, mpesa_receipt_number: receipt, voided })) {
    throw conflict(
      'Only a payment whose M-Pesa code is known can be taken back here, and not one for wifi.',
      'not_a_credit',
    )
  }
  // Locks the push, so that repeated reports of M-Pesa wait.
  if (request_id) await lockPush(tx, company_id, request_id)
  const first = await findPaymentOfReceipt(tx, receipt)
  if (!first) throw alreadyReversed()
  const items = await tx
    .selectFrom('companies')
    .innerJoin('desk_items', 'desk_items.company_id', 'companies.id')
    .where('desk_items.receipt', '=', receipt)
    .select(['desk_items.company_id', 'desk_items.id', 'desk_items.outcome'])
    .select(['desk_items.payment_company_id', 'desk_items.payment_id'])
    .execute()
  const credited = items.find(
    ({ outcome, ...item }) =>
      (outcome === 'assigned' || outcome === 'split' || outcome === 'attached') &&
      item.payment_company_id === company_id &&
      item.payment_id === first.id,
  )
  if (credited && credited.company_id !== company_id) {
    throw conflict(
      'Staff of another residence credited this payment, so only they can take it back.',
      'credited_elsewhere',
    )
  }
  if (credited) return { item: credited.id, payment_id: first.id }
  if (items.some((item) => item.company_id === company_id && item.outcome === 'corrected')) {
    throw conflict(
      'This payment was corrected at the desk because M-Pesa reported another amount. Please enter what is wrong by hand.',
      'corrected_before',
    )
  }
  const decided = {
    reason: 'wrong_account' as const,
    request_id: null,
    account_user_id: payment.user_id,
    closed_at: now(),
    outcome: first.parts > 1 ? ('split' as const) : ('assigned' as const),
    closed_by: null,
    note: null,
    payment_company_id: company_id,
    payment_id: first.id,
  }
  const made = {
    ...{ ...decided, company_id, receipt },
    amount: String(first.amount),
    // Only a paybill payment has an account that its payer typed.
    reference: request_id ? null : payment.account_number,
    paid_at: payment.paid_at,
    raw: 'null',
  }
  const item = await upsertDeskItem(tx, made, sql`true`, decided)
  if (item === undefined) throw alreadyReversed()
  return { item, payment_id: first.id }
}

/** The desk item on which the money of a payment that was taken back waits; null when it doesn't wait any more. */
export async function findItemOfPayment(
  db: Db,
  company_id: number,
  payment_id: number,
): Promise<number | null> {
  const item = await db
    .selectFrom('receipts')
    .innerJoin('desk_items', 'desk_items.receipt', 'receipts.receipt')
    .where('receipts.company_id', '=', company_id)
    .where('receipts.payment_id', '=', payment_id)
    .where('desk_items.company_id', '=', company_id)
    .where('desk_items.closed_at', 'is', null)
    .select('desk_items.id')
    .executeTakeFirst()
  return item?.id ?? null
}
