import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db } from '../db/connect.ts'
import { sameCompany } from '../db/same-company.ts'
import type { Schema } from '../db/schema.ts'
import { paidAt, paymentsWithReceipts } from './ledger-queries.ts'

export async function insertPush(
  db: Db,
  request: Insertable<Schema['payment_requests']>,
): Promise<number> {
  const { id } = await db
    .insertInto('payment_requests')
    .values(request)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** For whoever has the row locked; a status changes in end-push.ts only. */
export function updatePush(
  db: Db,
  company_id: number,
  id: number,
  change: Updateable<Schema['payment_requests']>,
) {
  return db
    .updateTable('payment_requests')
    .set(change)
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .execute()
}

/** The request's row, locked until the transaction ends: everything about its money waits in line. */
export function lockPush(db: Db, company_id: number, id: number) {
  return db
    .selectFrom('payment_requests')
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
}
export type StkPushRow = NonNullable<Awaited<ReturnType<typeof lockPush>>>

/** When M-Pesa is asked next; a push that has ended, or that a person looks at by now, is left alone. */
export function scheduleQuery(db: Db, company_id: number, id: number, next_query_at: Date | null) {
  return db
    .updateTable('payment_requests')
    .set({ next_query_at })
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .where('status', '=', 'processing')
    .where('next_query_at', 'is not', null)
    .execute()
}

export function findPushById(db: Db, company_id: number, id: number) {
  return db
    .selectFrom('payment_requests')
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .select('daraja_checkout_id')
    .executeTakeFirst()
}

export function findPushByToken(db: Db, company_id: number, callback_token: string) {
  return db
    .selectFrom('payment_requests')
    .where('company_id', '=', company_id)
    .where('callback_token', '=', callback_token)
    .select('id')
    .executeTakeFirst()
}

/** Keeps a reference for a request; false when another request has it. */
export async function insertReference(db: Db, row: Schema['push_references']): Promise<boolean> {
  const result = await db
    .insertInto('push_references')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export function findPushByReference(db: Db, wire_reference: string) {
  return db
    .selectFrom('push_references')
    .where('wire_reference', '=', wire_reference)
    .select(['company_id', 'request_id as id'])
    .executeTakeFirst()
}

/** A push for a bundle that is paid, or was asked for before `since`. */
export const findSpentBundlePush = (
  db: Db,
  push: { company_id: number; id: number },
  since: Date,
) =>
  db
    .selectFrom('payment_requests')
    .where('company_id', '=', push.company_id)
    .where('id', '=', push.id)
    .where('purpose', '=', 'wifi')
    .where(({ or, eb }) => or([eb('status', '=', 'completed'), eb('initiated_at', '<', since)]))
    .select('id')
    .executeTakeFirst()

const bundleBytes = sql<number | null>`bundle.data_bytes::float8`.as('bundle_bytes')

const pushes = (db: Db) =>
  db
    .selectFrom('payment_requests')
    .leftJoin('bundle_orders as bundle', sameCompany('bundle.request_id', 'payment_requests.id'))
    .select(['bundle.package_id', 'bundle.name as bundle_name', bundleBytes])
    .select([
      'payment_requests.company_id',
      'payment_requests.id',
      'starter_company_id',
      'starter_user_id',
      'account_user_id',
      'purpose',
      'checkout_request_id',
      'status',
      'result_code',
      'result_desc',
      'amount',
      'phone',
      'account_reference',
      'description',
      'initiated_at',
      'daraja_checkout_id',
      'differing_amount_reported',
    ])

/** Adds the receipt and the time of the push's first payment, and the code it gave, where there are. */
async function withPayment(db: Db, found: ReturnType<typeof pushes>) {
  const push = await found.limit(1).executeTakeFirst()
  if (!push) return undefined
  const payment = await paymentsWithReceipts(db)
    .where('payments.company_id', '=', push.company_id)
    .where('payments.request_id', '=', push.id)
    .leftJoin('vouchers', sameCompany('vouchers.payment_id', 'payments.id'))
    .select(['payments.id', 'payments.amount', 'receipts.receipt', paidAt.as('paid_at')])
    .select(['vouchers.code', 'vouchers.expires_at'])
    .orderBy('payments.id')
    .limit(1)
    .executeTakeFirst()
  return {
    ...push,
    amount: payment?.amount ?? push.amount,
    payment_id: payment?.id ?? null,
    receipt: payment?.receipt ?? null,
    paid_at: payment?.paid_at ?? null,
    code: payment?.code ?? null,
    expires_at: payment?.expires_at ?? null,
  }
}

/** The pushes that a person started, for whichever account. */
const pushesOf = (db: Db, company_id: number, user_id: number) =>
  pushes(db).where('starter_company_id', '=', company_id).where('starter_user_id', '=', user_id)

export function findPushWithPayment(db: Db, company_id: number, id: number) {
  const one = pushes(db)
    .where('payment_requests.company_id', '=', company_id)
    .where('payment_requests.id', '=', id)
  return withPayment(db, one)
}

/** A push as the person who started it sees it; undefined for anybody else's. */
export function findInitiatedPush(db: Db, company_id: number, user_id: number, checkout: string) {
  const own = pushesOf(db, company_id, user_id)
  return withPayment(db, own.where('checkout_request_id', '=', checkout))
}
export type StkPushDetails = NonNullable<Awaited<ReturnType<typeof findInitiatedPush>>>

/** The person's newest push that is still being asked for and was started after `since`. */
export function findOpenPush(db: Db, company_id: number, user_id: number, since: Date) {
  const open = pushesOf(db, company_id, user_id)
    .where('status', '=', 'processing')
    .where('initiated_at', '>', since)
    .orderBy('initiated_at', 'desc')
  return withPayment(db, open)
}

/**
 * Claims the pushes that M-Pesa should be asked about now, by moving their next turn on; a row that
 * another node is claiming is left to it.
 */
export function claimDueQueries(
  db: Db,
  now: Date,
  nextQuery: (query_count: number) => Date,
  most: number,
) {
  return db.transaction().execute(async (tx) => {
    const due = await tx
      .selectFrom('payment_requests')
      .where('next_query_at', '<=', now)
      .select(['company_id', 'id', 'query_count', 'initiated_at', 'daraja_checkout_id'])
      .orderBy('next_query_at')
      .limit(most)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const { company_id, id, query_count } of due) {
      await updatePush(tx, company_id, id, {
        query_count: query_count + 1,
        next_query_at: nextQuery(query_count + 1),
      })
    }
    return due
  })
}

/** Claims the pushes whose receipt M-Pesa should be asked for now, by moving their next turn on. */
export function claimDueReceiptQueries(
  db: Db,
  now: Date,
  nextQuery: (query_count: number) => Date | null,
  most: number,
) {
  return db.transaction().execute(async (tx) => {
    const due = await tx
      .selectFrom('payment_requests')
      .where('receipt_query_at', '<=', now)
      .select([
        'company_id',
        'id',
        'receipt_query_count',
        'daraja_merchant_id',
        'callback_token',
        'initiated_at',
      ])
      .orderBy('receipt_query_at')
      .limit(most)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const { company_id, id, receipt_query_count } of due) {
      await updatePush(tx, company_id, id, {
        receipt_query_count: receipt_query_count + 1,
        receipt_query_at: nextQuery(receipt_query_count + 1),
      })
    }
    return due
  })
}
