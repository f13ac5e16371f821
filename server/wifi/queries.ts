import { type Insertable, sql } from 'kysely'
import type { Page } from '#contract/page.ts'
import { SILENT_AFTER_MS } from '#rules/payment.ts'
import type { Db } from '../db/connect.ts'
import { sameCompany } from '../db/same-company.ts'
import type { Schema } from '../db/schema.ts'

/** Exact below 2^53; a bigint would come as text. */
export const bytes = sql<number>`data_bytes::float8`.as('data_bytes')

export const insertBundleOrder = (db: Db, order: Insertable<Schema['bundle_orders']>) =>
  db.insertInto('bundle_orders').values(order).execute()

export function findBundleOrder(db: Db, company_id: number, request_id: number) {
  return db
    .selectFrom('bundle_orders')
    .where('company_id', '=', company_id)
    .where('request_id', '=', request_id)
    .select(['duration_s', bytes])
    .executeTakeFirst()
}

/** Reserves a code for an order; false when the code exists already. */
export async function reserveVoucherCode(db: Db, row: Schema['voucher_codes']): Promise<boolean> {
  const result = await db
    .insertInto('voucher_codes')
    .values(row)
    .onConflict((conflict) => conflict.column('code').doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export const insertVoucher = (db: Db, voucher: Insertable<Schema['vouchers']>) =>
  db.insertInto('vouchers').values(voucher).execute()

/** Attributes of a hotspot user, read by FreeRADIUS. */
export const insertRadiusRows = (db: Db, attributes: Insertable<Schema['radius.radcheck']>[]) =>
  db.insertInto('radius.radcheck').values(attributes).execute()

/** Another one replaces the payment that has issued it when its M-Pesa receipt turned out to be other money. */
const paymentOfVoucher = sql<{ payment_id: number; receipt: string | null }>`(
  select id as payment_id, receipt
  from ledger_payments payment
  where payment.company_id = vouchers.company_id and payment.request_id = vouchers.request_id
    and purpose = 'wifi' and not reversed
  order by is_replacement desc, id
  limit 1)`

/** The end of a code: since M-Pesa took its payment back, it is over. */
const endOfVoucher = sql<Date>`least(vouchers.expires_at, (select min(item.closed_at)
  from ledger_payments payment
  join desk_items item on item.company_id = payment.company_id
    and item.counted_receipt = payment.receipt and item.reason = 'taken_back_by_mpesa'
    and item.outcome = 'corrected'
  where payment.company_id = vouchers.company_id and payment.request_id = vouchers.request_id))`

export const findVoucherOfPayment = (
  db: Db,
  { company_id, payment_id }: { company_id: number; payment_id: number },
) =>
  db
    .selectFrom('payments')
    .innerJoin('vouchers', sameCompany('vouchers.request_id', 'payments.request_id'))
    .where('payments.company_id', '=', company_id)
    .where('payments.id', '=', payment_id)
    .select(['vouchers.code', 'vouchers.expires_at'])
    .executeTakeFirst()

export const updateRadiusEnd = (tx: Db, code: string, value: string) =>
  tx
    .updateTable('radius.radcheck')
    .set({ value })
    .where('username', '=', code)
    .where('attribute', '=', 'Expiration')
    .execute()

/** The vouchers of a user with their bundles, payments and receipts. */
const vouchersOf = (db: Db, company_id: number, user_id: number) =>
  db
    .selectFrom('vouchers')
    .innerJoin('bundle_orders', sameCompany('bundle_orders.request_id', 'vouchers.request_id'))
    .leftJoinLateral(paymentOfVoucher.as('paid'), (join) => join.onTrue())
    .where('vouchers.company_id', '=', company_id)
    .where('vouchers.user_id', '=', user_id)
    .select([
      'vouchers.id',
      'vouchers.code',
      'vouchers.starts_at',
      endOfVoucher.as('expires_at'),
      sql<number>`coalesce(paid.payment_id, vouchers.payment_id)`.as('payment_id'),
      'bundle_orders.package_id',
      'bundle_orders.name',
      'bundle_orders.price',
      'paid.receipt',
      bytes,
    ])

export function listVouchers(db: Db, company_id: number, user_id: number, page: Page) {
  const { limit, before, after } = page
  return vouchersOf(db, company_id, user_id)
    .$if(before !== undefined, (list) => list.where('vouchers.id', '<', before ?? 0))
    .$if(after !== undefined, (list) => list.where('vouchers.id', '>', after ?? 0))
    .orderBy('vouchers.id', after === undefined ? 'desc' : 'asc')
    .limit(limit)
    .execute()
}
/** Vouchers that have not expired, newest first, even if their data is used up. */
export const listUnexpired = (db: Db, company_id: number, user_id: number, now: Date) =>
  vouchersOf(db, company_id, user_id)
    .where(endOfVoucher, '>', now)
    .orderBy('vouchers.id', 'desc')
    .execute()

export type VoucherRow = Awaited<ReturnType<typeof listVouchers>>[number]

export const findVoucherByReceipt = (
  db: Db,
  company_id: number,
  user_id: number,
  receipt: string,
) => vouchersOf(db, company_id, user_id).where('paid.receipt', '=', receipt).executeTakeFirst()

export const findVoucherOfRequest = (
  db: Db,
  company_id: number,
  user_id: number,
  request_id: number,
) =>
  vouchersOf(db, company_id, user_id)
    .where('vouchers.request_id', '=', request_id)
    .executeTakeFirst()

/** The bytes used with each of these codes, summed over all sessions. */
export async function listUsedBytes(db: Db, codes: string[]): Promise<Map<string, number>> {
  if (codes.length === 0) return new Map()
  const rows = await db
    .selectFrom('radius.radacct')
    .where('username', 'in', codes)
    .groupBy('username')
    .select([
      'username',
      sql<number>`sum(coalesce(acctinputoctets, 0) + coalesce(acctoutputoctets, 0))::float8`.as(
        'used',
      ),
    ])
    .execute()
  return new Map(rows.map(({ username, used }) => [username ?? '', used]))
}

const BATCH_SIZE = 5000

/** Sign-in attempts and sessions identify devices; they are kept for 90 days to investigate abuse. */
const retentionStart = (now: Date) => new Date(now.getTime() - 90 * 86_400_000)

/** Removes the devices from old sessions, but keeps the sessions: their used bytes count. */
export async function anonymizeOldSessions(db: Db, now: Date): Promise<void> {
  const oldest = retentionStart(now)
  const ended = sql<Date>`coalesce(acctstoptime, acctupdatetime, acctstarttime)`
  let changed: bigint
  do {
    const batch = db
      .selectFrom('radius.radacct')
      .where('acctstarttime', '<', oldest)
      .where(ended, '<', oldest)
      .where(({ or, eb }) =>
        or([eb('callingstationid', 'is not', null), eb('calledstationid', 'is not', null)]),
      )
      .limit(BATCH_SIZE)
      .select('radacctid')
    const result = await db
      .updateTable('radius.radacct')
      .where('radacctid', 'in', batch)
      .set({ callingstationid: null, calledstationid: null })
      .executeTakeFirst()
    changed = result.numUpdatedRows
  } while (changed === BigInt(BATCH_SIZE))
}

/** Deletes old sign-in attempts at the hotspot, and its record of who signed in last. */
export async function deleteOldHotspotLogins(db: Db, now: Date): Promise<void> {
  const oldest = retentionStart(now)
  // In batches: an attack leaves millions of rows, and no statement may take long.
  let deleted: bigint
  do {
    const batch = db
      .selectFrom('radius.radpostauth')
      .where('authdate', '<', oldest)
      .orderBy('authdate')
      .limit(BATCH_SIZE)
      .select('id')
    const result = await db
      .deleteFrom('radius.radpostauth')
      .where('id', 'in', batch)
      .executeTakeFirst()
    deleted = result.numDeletedRows
  } while (deleted === BigInt(BATCH_SIZE))
  // Whether a code is in use is decided by its session, not by this row.
  await db.deleteFrom('radius.let_in').where('let_in_at', '<', oldest).execute()
}

/** The open desk item of a payment for the user's own bundle with this receipt. */
export function findBundleAtDesk(db: Db, company_id: number, user_id: number, receipt: string) {
  return db
    .selectFrom('desk_items')
    .innerJoin('payment_requests', sameCompany('payment_requests.id', 'desk_items.request_id'))
    .where('desk_items.company_id', '=', company_id)
    .where('desk_items.receipt', '=', receipt)
    .where('desk_items.closed_at', 'is', null)
    .where('payment_requests.purpose', '=', 'wifi')
    .where('payment_requests.account_user_id', '=', user_id)
    .select('desk_items.id')
    .executeTakeFirst()
}

/** The rent with this receipt that was paid to the user's account, or by a push of theirs. */
export const findRentByReceipt = (db: Db, company_id: number, user_id: number, receipt: string) =>
  db
    .selectFrom('ledger_payments as payment')
    .leftJoin('payment_requests as push', sameCompany('push.id', 'payment.request_id'))
    .where('payment.receipt', '=', receipt)
    .where('payment.purpose', '=', 'rent')
    .where(({ or, and, eb }) =>
      or([
        and([eb('payment.company_id', '=', company_id), eb('payment.user_id', '=', user_id)]),
        and([
          eb('push.starter_company_id', '=', company_id),
          eb('push.starter_user_id', '=', user_id),
        ]),
      ]),
    )
    .select(['payment.amount', 'payment.paid_at'])
    .executeTakeFirst()

/** A push that ended with 1037 (no answer) may still be paid; M-Pesa reports it within this time. */
const LATE_PAYMENT_MS = 30 * 60_000

/**
 * The user's latest bundles without a receipt: paid according to a status query only, or with a payment
 * that is or may still be open.
 */
export function listWithoutReceipt(db: Db, company_id: number, user_id: number, now: Date) {
  const before = (ms: number) => new Date(now.getTime() - ms)
  return db
    .selectFrom('payment_requests as push')
    .leftJoin('ledger_payments as payment', sameCompany('payment.request_id', 'push.id'))
    .where('push.starter_company_id', '=', company_id)
    .where('push.starter_user_id', '=', user_id)
    .where('push.initiated_at', '>', before(SILENT_AFTER_MS))
    .where('push.purpose', '=', 'wifi')
    .where(({ or, and, eb }) =>
      or([
        eb('push.status', 'in', ['processing', 'completed']),
        and([
          eb('push.result_code', '=', '1037'),
          eb('push.initiated_at', '>', before(LATE_PAYMENT_MS)),
        ]),
      ]),
    )
    .where('payment.receipt', 'is', null)
    .select(['push.id', 'push.status'])
    .distinct()
    .orderBy('push.id', 'desc')
    .execute()
}
