import { type Compilable, type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { claimRows } from '../db/claim.ts'
import type { Db } from '../db/connect.ts'
import type { Key } from '../db/keys.ts'
import { prepared, preparedRow } from '../db/prepared.ts'
import { sameCompany } from '../db/same-company.ts'
import type { Schema } from '../db/schema.ts'

export type StkPushRow = Selectable<Schema['payment_requests']>

export function insertPush(
  db: Db,
  push: Insertable<Schema['payment_requests']>,
): Promise<StkPushRow> {
  return db.insertInto('payment_requests').values(push).returningAll().executeTakeFirstOrThrow()
}

type PushChange = Omit<Updateable<Schema['payment_requests']>, keyof Key>

const changePush = prepared((db, { company_id, id, ...change }: Key & PushChange) =>
  db
    .updateTable('payment_requests')
    .set(change)
    .where('company_id', '=', company_id)
    .where('id', '=', id),
)

/** The status is changed by `applyOutcome` only, on a row that its transaction has locked. */
export const updatePush = (db: Db, company_id: number, id: number, change: PushChange) =>
  changePush(db, { ...change, company_id, id })

const pushColumns = [
  ...(['company_id', 'id', 'checkout_request_id', 'callback_token'] as const),
  ...(['starter_company_id', 'starter_user_id', 'pay_link_id', 'submission_id'] as const),
  ...(['account_user_id', 'purpose'] as const),
  ...(['account_reference', 'wire_reference', 'description', 'phone', 'amount'] as const),
  ...(['status', 'result_code', 'result_desc', 'differing_amount_reported'] as const),
  ...(['receipt_used_elsewhere', 'daraja_checkout_id', 'daraja_merchant_id'] as const),
  ...(['initiated_at', 'ended_at', 'query_count', 'next_query_at'] as const),
  ...(['unknown_code', 'unknown_desc', 'receipt_query_at', 'receipt_query_count'] as const),
] as const

const selectLocked = (db: Db, { company_id, id }: Key) =>
  db
    .selectFrom('payment_requests')
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .select(pushColumns)
    .forUpdate()

const lockPushRow = preparedRow(selectLocked)

/** Locks the row until the transaction ends; whatever changes a push's money takes this lock first. */
export const lockPush = (db: Db, company_id: number, id: number): Promise<StkPushRow | undefined> =>
  lockPushRow(db, { company_id, id })

/** Locks the push, then the receipt that it is reported with, if any (see `lockReceipt`). */
export const lockPushAndReceipt = preparedRow(
  (db, { receipt, ...key }: Key & { receipt: string | null }) =>
    db
      .with('push', () => selectLocked(db, key))
      .selectFrom('push')
      .select(pushColumns)
      .select(sql`lock_receipt(${receipt}::text)`.as('locked')),
)

/** Sets the next status query of a push, unless it has ended or is on the desk. */
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

/** The company and id of the push that this reference was sent with, whichever company it is of. */
export function findPushKeyByReference(db: Db, wire_reference: string) {
  return db
    .selectFrom('push_references')
    .where('wire_reference', '=', wire_reference)
    .select(['company_id', 'request_id as id'])
    .executeTakeFirst()
}

/** @returns false when another push has this reference */
export async function insertReference(db: Db, row: Schema['push_references']): Promise<boolean> {
  const result = await db
    .insertInto('push_references')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Whether this is the push of a bundle that was paid, or that was started before `since`. */
export async function isClosedBundlePush(db: Db, push: Key, since: Date): Promise<boolean> {
  const closed = await db
    .selectFrom('payment_requests')
    .where('company_id', '=', push.company_id)
    .where('id', '=', push.id)
    .where('purpose', '=', 'wifi')
    .where(({ or, eb }) => or([eb('status', '=', 'completed'), eb('initiated_at', '<', since)]))
    .select('id')
    .executeTakeFirst()
  return closed !== undefined
}

const bundleBytes = sql<number | null>`bundle.data_bytes::float8`.as('bundle_bytes')

const selectPushes = (db: Db) =>
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
      'payment_requests.purpose',
      'checkout_request_id',
      'status',
      'result_code',
      'result_desc',
      'payment_requests.amount',
      'phone',
      'account_reference',
      'description',
      'initiated_at',
      'daraja_checkout_id',
      'differing_amount_reported',
    ])

/** The first of the selected pushes, with its first payment and voucher if it has them. */
const withPayment = (selected: ReturnType<typeof selectPushes>) =>
  selected
    .leftJoinLateral(
      ({ selectFrom }) =>
        selectFrom('ledger_payments as paid')
          .leftJoin('vouchers', sameCompany('vouchers.request_id', 'paid.request_id'))
          .whereRef('paid.company_id', '=', 'payment_requests.company_id')
          .whereRef('paid.request_id', '=', 'payment_requests.id')
          .select(['paid.id', 'paid.amount', 'paid.receipt', 'paid.paid_at'])
          .select(['vouchers.code', 'vouchers.expires_at'])
          .orderBy('paid.is_replacement', 'desc')
          .orderBy('paid.id')
          .limit(1)
          .as('payment'),
      (join) => join.onTrue(),
    )
    .select(['payment.id as payment_id', 'payment.amount as paid_amount'])
    .select(['payment.receipt', 'payment.paid_at', 'payment.code', 'payment.expires_at'])
    .limit(1)

type SelectedPush = ReturnType<typeof withPayment> extends Compilable<infer Row> ? Row : never

/** Its `amount` is what was paid or, before that, what was asked for. */
const toPushWithPayment = (push: SelectedPush | undefined) =>
  push && { ...push, amount: push.paid_amount ?? push.amount }

const findFirstWithPayment = async (selected: ReturnType<typeof selectPushes>) =>
  toPushWithPayment(await withPayment(selected).executeTakeFirst())

const findPushById = preparedRow((db, { company_id, id }: Key) =>
  withPayment(
    selectPushes(db)
      .where('payment_requests.company_id', '=', company_id)
      .where('payment_requests.id', '=', id),
  ),
)

export const findPushWithPayment = async (db: Db, company_id: number, id: number) =>
  toPushWithPayment(await findPushById(db, { company_id, id }))
export type PushWithPayment = NonNullable<Awaited<ReturnType<typeof findPushWithPayment>>>

interface Initiator {
  company_id: number
  id: number
}

const selectPushesOf = (db: Db, initiator: Initiator) =>
  selectPushes(db)
    .where('starter_company_id', '=', initiator.company_id)
    .where('starter_user_id', '=', initiator.id)

/** Undefined for a push of another initiator. */
export function findPushOfInitiator(db: Db, initiator: Initiator, checkout_request_id: string) {
  const pushes = selectPushesOf(db, initiator)
  return findFirstWithPayment(pushes.where('checkout_request_id', '=', checkout_request_id))
}

/** The push over a pay link that a sponsor's browser has given this id. */
export function findPushOfSubmission(db: Db, { company_id, id }: Key, submission_id: string) {
  const pushes = selectPushes(db)
    .where('payment_requests.company_id', '=', company_id)
    .where('pay_link_id', '=', id)
    .where('submission_id', '=', submission_id)
  return findFirstWithPayment(pushes)
}

/** Waits for whoever starts a push for this account over a pay link, or besides one, until the transaction ends. */
export const lockLinkPushes = (tx: Db, user_id: number) =>
  sql`select pg_advisory_xact_lock(hashtext('pay_links'), ${user_id})`.execute(tx)

/** Who paid for an account over pay links, by payment. */
export const selectSponsors = (db: Db, company_id: number, account_user_id: number) =>
  db
    .selectFrom('payment_requests as push')
    .innerJoin('pay_links as link', sameCompany('link.id', 'push.pay_link_id'))
    .innerJoin('payments', sameCompany('payments.request_id', 'push.id'))
    .where('push.company_id', '=', company_id)
    .where('push.account_user_id', '=', account_user_id)
    .where('push.pay_link_id', 'is not', null)
    .select(['payments.id', 'link.label', 'push.phone'])

interface AccountKey {
  company_id: number
  account_user_id: number
}

/** Whether the user of an account has started a push for its rent after `since` that has not ended. */
export async function isPayingOwnRent(db: Db, account: AccountKey, since: Date): Promise<boolean> {
  const { company_id, account_user_id } = account
  const open = await selectPushesOf(db, { company_id, id: account_user_id })
    .where('payment_requests.company_id', '=', company_id)
    .where('account_user_id', '=', account_user_id)
    .where('payment_requests.purpose', '=', 'rent')
    .where('status', '=', 'processing')
    .where('initiated_at', '>', since)
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}

/** A push over a pay link for this account that was started after `since` and has not ended; revoked links don't count. */
export function findOpenLinkPush(db: Db, account: AccountKey, since: Date) {
  return db
    .selectFrom('payment_requests')
    .innerJoin('pay_links', sameCompany('pay_links.id', 'payment_requests.pay_link_id'))
    .where('payment_requests.company_id', '=', account.company_id)
    .where('account_user_id', '=', account.account_user_id)
    .where('pay_link_id', 'is not', null)
    .where('pay_links.revoked_at', 'is', null)
    .where('status', '=', 'processing')
    .where('initiated_at', '>', since)
    .select(['pay_links.label', 'amount', 'phone'])
    .limit(1)
    .executeTakeFirst()
}

/** The user's newest push that was started after `since` and has not ended. */
export function findOpenPush(db: Db, initiator: Initiator, since: Date) {
  const open = selectPushesOf(db, initiator)
    .where('status', '=', 'processing')
    .where('initiated_at', '>', since)
    .orderBy('initiated_at', 'desc')
  return findFirstWithPayment(open)
}

/** A subquery: when the next status or receipt query is due. */
export const nextQueryAt = sql<Date | null>`least(
  (select min(next_query_at) from payment_requests where next_query_at is not null),
  (select min(receipt_query_at) from payment_requests where receipt_query_at is not null))`

/** Pushes whose status query is due; `nextQuery` gets the number of queries so far. */
export function claimDueQueries(
  db: Db,
  now: Date,
  nextQuery: (query_count: number) => Date,
  limit: number,
): Promise<StkPushRow[]> {
  return claimRows(
    db,
    (tx) =>
      tx
        .selectFrom('payment_requests')
        .where('next_query_at', '<=', now)
        .selectAll()
        .orderBy('next_query_at')
        .limit(limit),
    (tx, { company_id, id, query_count }) =>
      updatePush(tx, company_id, id, {
        query_count: query_count + 1,
        next_query_at: nextQuery(query_count + 1),
      }),
  )
}

/** Pushes that count without a receipt and whose receipt query is due. */
export function claimDueReceiptQueries(
  db: Db,
  now: Date,
  nextQuery: (query_count: number) => Date | null,
  limit: number,
): Promise<StkPushRow[]> {
  return claimRows(
    db,
    (tx) =>
      tx
        .selectFrom('payment_requests')
        .where('receipt_query_at', '<=', now)
        .selectAll()
        .orderBy('receipt_query_at')
        .limit(limit),
    (tx, { company_id, id, receipt_query_count }) =>
      updatePush(tx, company_id, id, {
        receipt_query_count: receipt_query_count + 1,
        receipt_query_at: nextQuery(receipt_query_count + 1),
      }),
  )
}

/** Reserves the phone for a push. A push that reserved it before `overtakeBefore` loses it. */
export async function reservePhone(
  db: Db,
  lock: { phone: string; company_id: number; request_id: number; opened_at: Date },
  overtakeBefore: Date,
): Promise<boolean> {
  const { company_id, request_id, opened_at } = lock
  const result = await db
    .insertInto('open_pushes')
    .values(lock)
    .onConflict((conflict) =>
      conflict
        .column('phone')
        .doUpdateSet({ company_id, request_id, opened_at })
        .where('open_pushes.opened_at', '<', overtakeBefore),
    )
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export function findPushOnPhone(db: Db, phone: string) {
  return db
    .selectFrom('open_pushes')
    .innerJoin('payment_requests', sameCompany('payment_requests.id', 'open_pushes.request_id'))
    .where('open_pushes.phone', '=', phone)
    .select([
      'payment_requests.starter_company_id',
      'payment_requests.starter_user_id',
      'payment_requests.checkout_request_id',
    ])
    .executeTakeFirst()
}

type PushOnPhone = Pick<StkPushRow, 'company_id' | 'id' | 'phone'>

const updateAndRelease = prepared(
  (db, { company_id, id, phone, ...change }: PushOnPhone & PushChange) =>
    db
      .with('released', (on) =>
        on
          .deleteFrom('open_pushes')
          .where('phone', '=', phone)
          .where('company_id', '=', company_id)
          .where('request_id', '=', id),
      )
      .updateTable('payment_requests')
      .set(change)
      .where('company_id', '=', company_id)
      .where('id', '=', id),
)

/** Changes a locked push whose phone others may use from now on. */
export const releasePush = (db: Db, { company_id, id, phone }: PushOnPhone, change: PushChange) =>
  updateAndRelease(db, { ...change, company_id, id, phone })
