import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { Key } from '../db/keys.ts'
import { findPaymentOfPush, lockPaymentOfReceipt } from '../ledger/queries.ts'
import type { StkPushRow } from './push-queries.ts'

/**
 * A push counts without a receipt, and a receipt that M-Pesa reports for it counts for another payment: the same
 * money counts twice. The desk has an item about it for as long as both are so, unless staff dismiss it.
 */

/** Not a parameter: the plan that a connection keeps would find no partial index for it. */
const REASON = sql.lit('counted_twice' as const)

/** The caller has locked the push and the payment of the receipt. An item that staff have resolved isn't opened again. */
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

/** Whether a push counts while M-Pesa has not named its receipt. */
export const isReceiptless = (payment: Awaited<ReturnType<typeof findPaymentOfPush>>): boolean =>
  payment !== undefined && !payment.receipt && !payment.reversed

interface ReportedTwice {
  company_id: number
  request_id: number | null
  counted_receipt: string | null
}

/** Why an item's money counts only once; null while it counts twice, and then the receipt's payment is locked if the item names it. */
export async function whyCountedOnce(tx: Db, item: ReportedTwice): Promise<string | null> {
  const { company_id, request_id, counted_receipt } = item
  const payment = await findPaymentOfPush(tx, company_id, request_id ?? 0)
  if (payment?.receipt) {
    return 'This payment now has its own M-Pesa code, so nothing is counted twice.'
  }
  if (!isReceiptless(payment)) {
    return 'This payment was taken back, so the money is now counted only once.'
  }
  if (counted_receipt && !(await lockPaymentOfReceipt(tx, counted_receipt))) {
    return 'The other credit was taken back, so this money is now counted only once.'
  }
  return null
}

/**
 * Asks again after what counts has changed for a receipt or a locked push, and opens and closes the items whose answer is another now.
 * Whoever makes a receipt count has locked its pushes.
 */
export async function reviewCountedTwice(
  tx: Db,
  about: { receipt: string } | { push: Key },
  now: Date,
) {
  const undecided = tx
    .selectFrom('desk_items')
    .where('reason', '=', REASON)
    .where(({ or, and, eb }) =>
      or([
        eb('closed_at', 'is', null),
        and([eb('outcome', '=', 'by_itself'), eb('counted_receipt', 'is not', null)]),
      ]),
    )
    .select(['company_id', 'id', 'request_id', 'counted_receipt', 'closed_at'])
    .orderBy('company_id')
    .orderBy('id')
  const items =
    'receipt' in about
      ? undecided.where('counted_receipt', '=', about.receipt)
      : undecided
          .where('company_id', '=', about.push.company_id)
          .where('request_id', '=', about.push.id)
  for (const { closed_at, ...item } of await items.execute()) {
    const once = await whyCountedOnce(tx, item)
    if ((once === null) === (closed_at === null)) continue
    await tx
      .updateTable('desk_items')
      .set(
        once === null
          ? { closed_at: null, outcome: null, note: null }
          : { closed_at: now, outcome: 'by_itself', note: once },
      )
      .where('company_id', '=', item.company_id)
      .where('id', '=', item.id)
      // Unless a colleague has decided about it meanwhile.
      .where((item) =>
        once === null ? item('outcome', '=', 'by_itself') : item('closed_at', 'is', null),
      )
      .execute()
  }
}
