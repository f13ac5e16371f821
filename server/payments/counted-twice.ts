import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { Key } from '../db/keys.ts'
import { findPaymentOfPush, lockPaymentOfReceipt } from '../ledger/queries.ts'
import { lockPush, type StkPushRow } from './push-queries.ts'

/**
 * A push counts without a receipt, and a receipt that M-Pesa reports for it counts for another payment: the same
 * money counts twice. The desk has an item about it for as long as both are so, unless staff dismiss it.
 */

/** Not a parameter: the plan that a connection keeps would find no partial index for it. */
const REASON = sql.lit('counted_twice' as const)

/** The caller has locked the push and the payment of the receipt. An item that staff have resolved is not opened again. */
export async function openCountedTwice(tx: Db, push: StkPushRow, receipt: string) {
  const { company_id, id: request_id } = push
  // An item that was opened before receipts were stored with them.
  await sql`update desk_items set counted_receipt = ${receipt}
    where company_id = ${company_id} and request_id = ${request_id} and reason = 'counted_twice'
      and counted_receipt is null and closed_at is null
      and not exists (select from desk_items same where same.company_id = ${company_id}
        and same.request_id = ${request_id} and same.reason = 'counted_twice'
        and same.counted_receipt = ${receipt})`.execute(tx)
  await tx
    .insertInto('desk_items')
    .values({
      company_id,
      reason: 'counted_twice',
      amount: String(push.amount),
      reference: push.wire_reference,
      request_id,
      account_user_id: push.account_user_id,
      raw: 'null',
      counted_receipt: receipt,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['counted_receipt', 'company_id', 'request_id'])
        .where('reason', '=', sql.lit('counted_twice'))
        .doUpdateSet({ closed_at: null, outcome: null, note: null })
        .where('desk_items.outcome', '=', 'by_itself'),
    )
    .execute()
}

/** The pushes that M-Pesa has reported this receipt for while it counted for another payment, in the order of locks. */
export function listPushesOfCountedReceipt(db: Db, receipt: string): Promise<Key[]> {
  return db
    .selectFrom('desk_items')
    .where('reason', '=', REASON)
    .where('counted_receipt', '=', receipt)
    .where('request_id', 'is not', null)
    .select(['company_id', sql<number>`request_id`.as('id')])
    .orderBy('company_id')
    .orderBy('request_id')
    .execute()
}

/** Staff have made a receipt count again: while a push it was reported for counts without one, it counts twice again. */
export async function openIfCountedTwice(tx: Db, receipt: string) {
  for (const { company_id, id } of await listPushesOfCountedReceipt(tx, receipt)) {
    const push = await lockPush(tx, company_id, id)
    if (push && isReceiptless(await findPaymentOfPush(tx, company_id, id))) {
      await openCountedTwice(tx, push, receipt)
    }
  }
}

/** A locked push counts without a receipt again: what is credited with a receipt that was reported for it counts twice again. */
export async function openIfPushCountsTwice(tx: Db, push: StkPushRow) {
  const reported = await tx
    .selectFrom('desk_items')
    .where('company_id', '=', push.company_id)
    .where('request_id', '=', push.id)
    .where('reason', '=', REASON)
    .select('counted_receipt')
    .orderBy('id')
    .execute()
  for (const { counted_receipt } of reported) {
    if (counted_receipt && (await lockPaymentOfReceipt(tx, counted_receipt))) {
      await openCountedTwice(tx, push, counted_receipt)
    }
  }
}

/** Whether a push counts while M-Pesa has not named its receipt. */
export const isReceiptless = (payment: Awaited<ReturnType<typeof findPaymentOfPush>>): boolean =>
  payment !== undefined && !payment.receipt && !payment.reversed

const endings = {
  credit_taken_back: 'The other credit was taken back, so this money is now counted only once.',
  payment_taken_back: 'This payment was taken back, so the money is now counted only once.',
  has_receipt: 'This payment now has its own M-Pesa code, so nothing is counted twice.',
}

/** Closes the items that are not true any more: about a receipt, or about a locked push. */
export function closeCountedTwice(
  tx: Db,
  about: { receipt: string } | { push: Key },
  ending: keyof typeof endings,
  now: Date,
) {
  const open = tx
    .updateTable('desk_items')
    .set({ closed_at: now, outcome: 'by_itself', note: endings[ending] })
    .where('reason', '=', REASON)
    .where('closed_at', 'is', null)
  return 'receipt' in about
    ? open.where('counted_receipt', '=', about.receipt).execute()
    : open
        .where('company_id', '=', about.push.company_id)
        .where('request_id', '=', about.push.id)
        .execute()
}
