import { sql } from 'kysely'
import { SILENT_AFTER_MS } from '#rules/payment.ts'
import type { Db } from '../db/connect.ts'
import { preparedRow } from '../db/prepared.ts'
import { isConflict } from '../db/retry.ts'
import type { EventKey } from './event-queries.ts'
import type { PushKey, PushWithPayment } from './push-queries.ts'

interface OrdinaryPayment {
  company_id: number
  request_id: number
  receipt: string
  amount: number
  paid_at: Date
  description: string
  now: Date
  started_after: Date
  event_id: number | null
  /** Undefined when the message names no push. */
  checkout_id?: string | null | undefined
}

/**
 * What `settle` does for rent that was paid as it was asked for, with a receipt that nobody has seen, in one statement:
 * each condition leaves everything else to `settle`. The push is locked first; when it changed while the statement waited
 * for the lock, its conditions are checked again, and what others wrote meanwhile is refused by the unique receipt.
 */
const settleInOneStatement = preparedRow(
  (_, paid: OrdinaryPayment) => sql<PushWithPayment>`
    with push as (
      select * from payment_requests
      where company_id = ${paid.company_id} and id = ${paid.request_id}
        and status = 'processing' and purpose = 'rent' and amount = ${paid.amount}
        and not differing_amount_reported and not receipt_used_elsewhere
        and receipt_query_at is null and initiated_at > ${paid.started_after}
        and ${
          'checkout_id' in paid
            ? sql`(daraja_checkout_id is null or daraja_checkout_id = ${paid.checkout_id}::text)`
            : sql`true`
        }
      for update
    ), ordinary as (
      select * from push
      where not exists (select from payments
          where payments.company_id = push.company_id and payments.request_id = push.id)
        and not exists (select from receipts where receipts.receipt = ${paid.receipt})
        and not has_desk_item(${paid.receipt})
    ), payment as (
      insert into payments (company_id, user_id, purpose, kind, amount, paid_at, request_id)
      select company_id, account_user_id, purpose, 'push', amount, ${paid.paid_at}::timestamptz, id
      from ordinary
      returning company_id, id, amount, paid_at
    ), receipt as (
      insert into receipts (receipt, company_id, payment_id, paid_at)
      select ${paid.receipt}, company_id, id, paid_at from payment
    ), phone as (
      delete from open_pushes using ordinary
      where open_pushes.phone = ordinary.phone and open_pushes.company_id = ordinary.company_id
        and open_pushes.request_id = ordinary.id
    ), report as (
      update raw_reports set handled_at = ${paid.now}::timestamptz
      where company_id = ${paid.company_id} and id = ${paid.event_id}
        and exists (select from ordinary)
    ), ended as (
      update payment_requests
      set status = 'completed', result_code = '0', result_desc = ${paid.description},
        ended_at = ${paid.now}::timestamptz, next_query_at = null
      from ordinary
      where payment_requests.company_id = ordinary.company_id and payment_requests.id = ordinary.id
      returning payment_requests.*
    )
    select ended.company_id, ended.id, ended.starter_company_id, ended.starter_user_id,
      ended.account_user_id, ended.purpose, ended.checkout_request_id, ended.status,
      ended.result_code, ended.result_desc, payment.amount, ended.phone, ended.account_reference,
      ended.description, ended.initiated_at, ended.daraja_checkout_id,
      ended.differing_amount_reported, payment.id as payment_id, payment.amount as paid_amount,
      ${paid.receipt}::text as receipt, payment.paid_at, null as package_id, null as bundle_name,
      null as bundle_bytes, null as code, null as expires_at
    from ended, payment`,
)

/** @returns the push as it is now; undefined when `settle` has to decide, and nothing was changed */
export async function settleOrdinary(
  db: Db,
  { company_id, id: request_id }: PushKey,
  paid: {
    receipt: string | null
    amount: number | null
    paid_at: Date | null
    description: string
    checkoutId?: string | null | undefined
    event?: EventKey | undefined
  },
  now: Date,
): Promise<PushWithPayment | undefined> {
  const { receipt, amount, paid_at, description, checkoutId, event } = paid
  if (receipt === null || amount === null) return undefined
  try {
    return await settleInOneStatement(db, {
      company_id,
      request_id,
      receipt,
      amount,
      paid_at: paid_at ?? now,
      description,
      now,
      started_after: new Date(now.getTime() - SILENT_AFTER_MS),
      event_id: event?.id ?? null,
      checkout_id: checkoutId,
    })
  } catch (error) {
    if (isConflict(error)) return undefined
    throw error
  }
}
