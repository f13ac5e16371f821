import type { Insertable, Updateable } from 'kysely'
import type { Month } from '#rules/calendar.ts'
import type { Db } from '../db/connect.ts'
import type { Schema } from '../db/schema.ts'

/** Every charge on a person's account, over all tenancies. */
export function listCharges(db: Db, company_id: number, user_id: number) {
  return db
    .selectFrom('charges')
    .where('company_id', '=', company_id)
    .where('user_id', '=', user_id)
    .select(['month', 'amount'])
    .execute()
}

/** Every rent payment on a person's account, newest first, with its receipt where known. */
export function listRentPayments(db: Db, company_id: number, user_id: number) {
  return db
    .selectFrom('payments')
    .leftJoin('receipts', (join) =>
      join
        .onRef('receipts.company_id', '=', 'payments.company_id')
        .onRef('receipts.payment_id', '=', 'payments.id'),
    )
    .where('payments.company_id', '=', company_id)
    .where('payments.user_id', '=', user_id)
    .where('payments.purpose', '=', 'rent')
    .select(['payments.amount', 'payments.paid_at', 'receipts.receipt'])
    .orderBy('payments.paid_at', 'desc')
    .orderBy('payments.id', 'desc')
    .execute()
}

/** Posts a month's rent; a month that is posted already stays as it is. Returns how many were new. */
export async function insertRent(
  db: Db,
  charges: {
    company_id: number
    user_id: number
    tenancy_id: number
    month: Month
    amount: number
  }[],
): Promise<number> {
  if (charges.length === 0) return 0
  const result = await db
    .insertInto('charges')
    .values(charges.map((charge) => ({ ...charge, kind: 'rent' as const })))
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'tenancy_id', 'month'])
        .where('kind', '=', 'rent')
        .doNothing(),
    )
    .executeTakeFirst()
  return Number(result.numInsertedOrUpdatedRows ?? 0)
}

export function findAccountOwner(db: Db, account_number: string) {
  return db
    .selectFrom('account_numbers')
    .where('account_number', '=', account_number)
    .select(['company_id', 'user_id'])
    .executeTakeFirst()
}

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

/** The oldest payment of a request, with its receipt where known. */
export function findPaymentOfRequest(db: Db, company_id: number, request_id: number) {
  return db
    .selectFrom('payments')
    .leftJoin('receipts', (join) =>
      join
        .onRef('receipts.company_id', '=', 'payments.company_id')
        .onRef('receipts.payment_id', '=', 'payments.id'),
    )
    .where('payments.company_id', '=', company_id)
    .where('payments.request_id', '=', request_id)
    .select(['payments.id', 'receipts.receipt'])
    .orderBy('payments.id')
    .limit(1)
    .executeTakeFirst()
}

export async function isReceiptKnown(db: Db, receipt: string): Promise<boolean> {
  const known = await db
    .selectFrom('receipts')
    .where('receipt', '=', receipt)
    .select('receipt')
    .executeTakeFirst()
  return known !== undefined
}

/** A payment on the same account, of the same amount and without a receipt: perhaps the same money. */
export function findReceiptlessTwin(
  db: Db,
  account: { company_id: number; user_id: number },
  amount: number,
  since: Date,
) {
  return db
    .selectFrom('payments')
    .leftJoin('receipts', (join) =>
      join
        .onRef('receipts.company_id', '=', 'payments.company_id')
        .onRef('receipts.payment_id', '=', 'payments.id'),
    )
    .where('payments.company_id', '=', account.company_id)
    .where('payments.user_id', '=', account.user_id)
    .where('payments.kind', '=', 'push')
    .where('payments.amount', '=', amount)
    .where('payments.paid_at', '>', since)
    .where('receipts.receipt', 'is', null)
    .select('payments.id')
    .executeTakeFirst()
}

export async function insertPayment(
  db: Db,
  payment: Insertable<Schema['payments']>,
  receipt: string | null,
): Promise<void> {
  const { id } = await db
    .insertInto('payments')
    .values(payment)
    .returning('id')
    .executeTakeFirstOrThrow()
  if (receipt) await insertReceipt(db, { receipt, company_id: payment.company_id, payment_id: id })
}

/** @throws a unique violation when another transaction has just counted the same receipt */
export function insertReceipt(db: Db, receipt: Schema['receipts']) {
  return db.insertInto('receipts').values(receipt).execute()
}

/** Puts money before a person; the same receipt waits there once. */
export function insertDeskItem(db: Db, item: Insertable<Schema['desk_items']>) {
  return db
    .insertInto('desk_items')
    .values(item)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export function insertRawReport(db: Db, report: Insertable<Schema['raw_reports']>) {
  return db.insertInto('raw_reports').values(report).execute()
}
