import { type Insertable, sql } from 'kysely'
import type { Page } from '#contract/page.ts'
import { SILENT_AFTER_MS } from '#rules/payment.ts'
import type { Db } from '../db/connect.ts'
import { sameCompany } from '../db/same-company.ts'
import type { Schema } from '../db/schema.ts'

/** Exact below 2^53; a bigint would come as text. */
const bytes = sql<number>`data_bytes::float8`.as('data_bytes')

const packages = (db: Db, company_id: number) =>
  db
    .selectFrom('packages')
    .where('company_id', '=', company_id)
    .where('offered', '=', true)
    .select(['id', 'name', 'price', 'duration_s', bytes])

/** What a residence sells now, in its own order. */
export const listPackages = (db: Db, company_id: number) =>
  packages(db, company_id).orderBy('position').orderBy('id').execute()
export type PackageRow = Awaited<ReturnType<typeof listPackages>>[number]

export const findPackage = (db: Db, company_id: number, id: string) =>
  packages(db, company_id).where('id', '=', id).executeTakeFirst()

export const insertOrder = (db: Db, order: Insertable<Schema['bundle_orders']>) =>
  db.insertInto('bundle_orders').values(order).execute()

export function findOrder(db: Db, company_id: number, request_id: number) {
  return db
    .selectFrom('bundle_orders')
    .where('company_id', '=', company_id)
    .where('request_id', '=', request_id)
    .select(['duration_s', bytes])
    .executeTakeFirst()
}

/** Keeps a code for an order; false when it is somebody's already. */
export async function takeCode(db: Db, row: Schema['voucher_codes']): Promise<boolean> {
  const result = await db
    .insertInto('voucher_codes')
    .values(row)
    .onConflict((conflict) => conflict.column('code').doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export const insertVoucher = (db: Db, voucher: Insertable<Schema['vouchers']>) =>
  db.insertInto('vouchers').values(voucher).execute()

/** Attributes of one user of the hotspot, which FreeRADIUS reads. */
export const insertAttributes = (db: Db, attributes: Insertable<Schema['radius.radcheck']>[]) =>
  db.insertInto('radius.radcheck').values(attributes).execute()

/** The vouchers of one person with their bundles, payments and receipts. */
const vouchersOf = (db: Db, company_id: number, user_id: number) =>
  db
    .selectFrom('vouchers')
    .innerJoin('bundle_orders', sameCompany('bundle_orders.request_id', 'vouchers.request_id'))
    .leftJoin('receipts', sameCompany('receipts.payment_id', 'vouchers.payment_id'))
    .where('vouchers.company_id', '=', company_id)
    .where('vouchers.user_id', '=', user_id)
    .select([
      'vouchers.id',
      'vouchers.code',
      'vouchers.starts_at',
      'vouchers.expires_at',
      'vouchers.payment_id',
      'bundle_orders.package_id',
      'bundle_orders.name',
      'bundle_orders.price',
      'receipts.receipt',
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
/** Those whose time is not over, newest first; whether there is data left is not asked. */
export const listUnexpired = (db: Db, company_id: number, user_id: number, now: Date) =>
  vouchersOf(db, company_id, user_id)
    .where('vouchers.expires_at', '>', now)
    .orderBy('vouchers.id', 'desc')
    .execute()

export type VoucherRow = Awaited<ReturnType<typeof listVouchers>>[number]

export const findVoucherByReceipt = (
  db: Db,
  company_id: number,
  user_id: number,
  receipt: string,
) => vouchersOf(db, company_id, user_id).where('receipts.receipt', '=', receipt).executeTakeFirst()

export const findVoucherOfRequest = (
  db: Db,
  company_id: number,
  user_id: number,
  request_id: number,
) =>
  vouchersOf(db, company_id, user_id)
    .where('vouchers.request_id', '=', request_id)
    .executeTakeFirst()

/** What the hotspot has counted for each of these codes, over all their sessions. */
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

const most_at_once = 5000

/** Tries and sessions name people's devices: for as long as abuse is looked into. */
const devicesKeptSince = (now: Date) => new Date(now.getTime() - 90 * 86_400_000)

/** Sessions stay, for the data that they used; which device it was, and where, goes. */
export async function forgetOldDevices(db: Db, now: Date): Promise<void> {
  const kept_since = devicesKeptSince(now)
  const ended = sql<Date>`coalesce(acctstoptime, acctupdatetime, acctstarttime)`
  let changed: bigint
  do {
    const bite = db
      .selectFrom('radius.radacct')
      .where('acctstarttime', '<', kept_since)
      .where(ended, '<', kept_since)
      .where(({ or, eb }) =>
        or([eb('callingstationid', 'is not', null), eb('calledstationid', 'is not', null)]),
      )
      .limit(most_at_once)
      .select('radacctid')
    const result = await db
      .updateTable('radius.radacct')
      .where('radacctid', 'in', bite)
      .set({ callingstationid: null, calledstationid: null })
      .executeTakeFirst()
    changed = result.numUpdatedRows
  } while (changed === BigInt(most_at_once))
}

/** Tries at the hotspot's door, and whom it let in last. */
export async function deleteOldTries(db: Db, now: Date): Promise<void> {
  const kept_since = devicesKeptSince(now)
  // In bites: an attack leaves millions, and no statement may take long.
  let deleted: bigint
  do {
    const bite = db
      .selectFrom('radius.radpostauth')
      .where('authdate', '<', kept_since)
      .orderBy('authdate')
      .limit(most_at_once)
      .select('id')
    const result = await db
      .deleteFrom('radius.radpostauth')
      .where('id', 'in', bite)
      .executeTakeFirst()
    deleted = result.numDeletedRows
  } while (deleted === BigInt(most_at_once))
  // Who is online holds their place by their session, not by this row.
  await db.deleteFrom('radius.let_in').where('let_in_at', '<', kept_since).execute()
}

/** Whether money of a person's own bundle waits at the desk under this receipt. */
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

/** A phone that did not answer in time may have been answered after all; M-Pesa tells of it by then. */
const late_answer_ms = 30 * 60_000

/**
 * A person's latest bundles that have no receipt yet: counted by M-Pesa's word alone, else still being
 * paid, or perhaps.
 */
export function listWithoutReceipt(db: Db, company_id: number, user_id: number, now: Date) {
  const before = (ms: number) => new Date(now.getTime() - ms)
  return db
    .selectFrom('payment_requests as push')
    .leftJoin('payments', sameCompany('payments.request_id', 'push.id'))
    .leftJoin('receipts', sameCompany('receipts.payment_id', 'payments.id'))
    .where('push.starter_company_id', '=', company_id)
    .where('push.starter_user_id', '=', user_id)
    .where('push.initiated_at', '>', before(SILENT_AFTER_MS))
    .where('push.purpose', '=', 'wifi')
    .where(({ or, and, eb }) =>
      or([
        eb('push.status', 'in', ['processing', 'completed']),
        and([
          eb('push.result_code', '=', '1037'),
          eb('push.initiated_at', '>', before(late_answer_ms)),
        ]),
      ]),
    )
    .where('receipts.receipt', 'is', null)
    .select(['push.id', 'push.status'])
    .distinct()
    .orderBy('push.id', 'desc')
    .execute()
}
