import type { Insertable, Updateable } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { Schema } from '../db/schema.ts'

export async function insertRequest(
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

export function updateRequest(
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

/** The request's row, held until the transaction ends: everything about its money waits in line. */
export function holdRequest(db: Db, company_id: number, id: number) {
  return db
    .selectFrom('payment_requests')
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
}

export function findRequestByToken(db: Db, company_id: number, callback_token: string) {
  return db
    .selectFrom('payment_requests')
    .where('company_id', '=', company_id)
    .where('callback_token', '=', callback_token)
    .select(['id', 'daraja_checkout_id'])
    .executeTakeFirst()
}

/** Keeps a reference for a request; false when another request has it. */
export async function takeReference(db: Db, row: Schema['push_references']): Promise<boolean> {
  const result = await db
    .insertInto('push_references')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export function findRequestByReference(db: Db, wire_reference: string) {
  return db
    .selectFrom('push_references')
    .where('wire_reference', '=', wire_reference)
    .select(['company_id', 'request_id as id'])
    .executeTakeFirst()
}

const pushes = (db: Db) =>
  db.selectFrom('payment_requests').select((eb) => [
    'payment_requests.starter_company_id',
    'payment_requests.user_id',
    'checkout_request_id',
    'status',
    'result_code',
    'result_desc',
    'amount',
    'phone',
    'account_reference',
    'description',
    'initiated_at',
    eb
      .selectFrom('payments')
      .leftJoin('receipts', (join) =>
        join
          .onRef('receipts.company_id', '=', 'payments.company_id')
          .onRef('receipts.payment_id', '=', 'payments.id'),
      )
      .whereRef('payments.company_id', '=', 'payment_requests.company_id')
      .whereRef('payments.request_id', '=', 'payment_requests.id')
      .select('receipts.receipt')
      .orderBy('payments.id')
      .limit(1)
      .as('receipt'),
    eb
      .selectFrom('payments')
      .whereRef('payments.company_id', '=', 'payment_requests.company_id')
      .whereRef('payments.request_id', '=', 'payment_requests.id')
      .select('payments.paid_at')
      .orderBy('payments.id')
      .limit(1)
      .as('paid_at'),
  ])

/** The pushes that a person started, for whichever account. */
const pushesOf = (db: Db, company_id: number, user_id: number) =>
  pushes(db).where('starter_company_id', '=', company_id).where('user_id', '=', user_id)

export function findPushForStarter(db: Db, company_id: number, id: number) {
  return pushes(db).where('company_id', '=', company_id).where('id', '=', id).executeTakeFirst()
}

/** A push as the person who started it sees it; undefined for anybody else's. */
export function findPush(db: Db, company_id: number, user_id: number, checkout: string) {
  return pushesOf(db, company_id, user_id)
    .where('checkout_request_id', '=', checkout)
    .executeTakeFirst()
}

export type PushRow = NonNullable<Awaited<ReturnType<typeof findPush>>>

/** The person's newest push that is still being asked for and was started after `since`. */
export function findOpenPush(db: Db, company_id: number, user_id: number, since: Date) {
  return pushesOf(db, company_id, user_id)
    .where('status', '=', 'processing')
    .where('initiated_at', '>', since)
    .orderBy('initiated_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/**
 * Claims the pushes that M-Pesa should be asked about now, by moving their next turn on; a row that
 * another node is claiming is left to it.
 */
export function claimDue(db: Db, now: Date, nextAsk: (asked: number) => Date, most: number) {
  return db.transaction().execute(async (tx) => {
    const due = await tx
      .selectFrom('payment_requests')
      .where('ask_at', '<=', now)
      .select(['company_id', 'id', 'asked', 'initiated_at', 'daraja_checkout_id'])
      .orderBy('ask_at')
      .limit(most)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const { company_id, id, asked } of due) {
      await updateRequest(tx, company_id, id, { asked: asked + 1, ask_at: nextAsk(asked + 1) })
    }
    return due
  })
}

/** Takes the phone for a request, or an older push's place once that may be overtaken. */
export async function takePhone(
  db: Db,
  lock: { phone: string; company_id: number; request_id: number; opened_at: Date },
  overtake_before: Date,
): Promise<boolean> {
  const result = await db
    .insertInto('open_pushes')
    .values(lock)
    .onConflict((conflict) =>
      conflict
        .column('phone')
        .doUpdateSet({
          company_id: lock.company_id,
          request_id: lock.request_id,
          opened_at: lock.opened_at,
        })
        .where('open_pushes.opened_at', '<', overtake_before),
    )
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export function findPhoneHolder(db: Db, phone: string) {
  return db
    .selectFrom('open_pushes')
    .innerJoin('payment_requests', (join) =>
      join
        .onRef('payment_requests.company_id', '=', 'open_pushes.company_id')
        .onRef('payment_requests.id', '=', 'open_pushes.request_id'),
    )
    .where('open_pushes.phone', '=', phone)
    .select([
      'payment_requests.starter_company_id',
      'payment_requests.user_id',
      'payment_requests.checkout_request_id',
    ])
    .executeTakeFirst()
}

export function freePhone(db: Db, company_id: number, request_id: number, phone: string) {
  return db
    .deleteFrom('open_pushes')
    .where('phone', '=', phone)
    .where('company_id', '=', company_id)
    .where('request_id', '=', request_id)
    .execute()
}
