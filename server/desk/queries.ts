import { type Insertable, sql, type Updateable } from 'kysely'
import type { Page } from '#contract/page.ts'
import type { Db } from '../db/connect.ts'
import type { Schema } from '../db/schema.ts'
import { roomOf } from '../tenancy/queries.ts'

/** Puts money before a person; the same receipt waits there once. */
export function insertDeskItem(db: Db, item: Insertable<Schema['desk_items']>) {
  return db
    .insertInto('desk_items')
    .values(item)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** What the desk shows of a report, without the characters that jsonb refuses. */
export const deskRaw = (raw: unknown): string =>
  JSON.stringify(raw ?? null, (_, value) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\u0000', '') : value,
  )

/** Which push an item is about, to lock that first: everything else locks a push before its items. */
export function findDeskItem(db: Db, company_id: number, id: number) {
  return db
    .selectFrom('desk_items')
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .select(['request_id'])
    .executeTakeFirst()
}

/** The item, locked: two staff at once take turns, and the second finds it closed. */
export function lockDeskItem(db: Db, company_id: number, id: number) {
  return db
    .selectFrom('desk_items')
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .select([
      'company_id',
      'id',
      'reason',
      'receipt',
      'amount',
      'reference',
      'paid_at',
      'request_id',
      'account_user_id',
      'created_at',
      'closed_at',
      'closed_by',
    ])
    .forUpdate()
    .executeTakeFirst()
}
export type LockedItem = NonNullable<Awaited<ReturnType<typeof lockDeskItem>>>

export function updateDeskItem(
  db: Db,
  company_id: number,
  id: number,
  change: Updateable<Schema['desk_items']>,
) {
  return db
    .updateTable('desk_items')
    .set(change)
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .execute()
}

/** A receipt that is counted now waits no longer: here, or with the first company as unmatched. */
export function closeItemsOfReceipt(
  db: Db,
  company_id: number,
  receipt: string,
  payment: { company_id: number; id: number } | null,
  now: Date,
) {
  return db
    .updateTable('desk_items')
    .set({
      closed_at: now,
      outcome: 'by_itself',
      payment_company_id: payment?.company_id ?? null,
      payment_id: payment?.id ?? null,
    })
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('company_id', '=', company_id),
        eb(
          'company_id',
          '=',
          selectFrom('companies').select(({ fn }) => fn.min('id').as('id')),
        ),
      ]),
    )
    .where('receipt', '=', receipt)
    .where('closed_at', 'is', null)
    .execute()
}

/** A push that has ended is no longer waited for. */
export function closeWaitOf(db: Db, company_id: number, request_id: number, now: Date) {
  return db
    .updateTable('desk_items')
    .set({ closed_at: now, outcome: 'by_itself' })
    .where('company_id', '=', company_id)
    .where('request_id', '=', request_id)
    .where('reason', 'in', ['silent', 'unknown_code'])
    .where('closed_at', 'is', null)
    .execute()
}

const fullName = (table: string) =>
  sql<string | null>`${sql.ref(`${table}.first_name`)} || ' ' || ${sql.ref(`${table}.last_name`)}`

/** Items with the push, the people and the payment around them; `day` is for whose room is whose. */
const items = (db: Db, company_id: number, day: string) =>
  db
    .selectFrom('desk_items as item')
    .leftJoin('payment_requests as push', (join) =>
      join
        .onRef('push.company_id', '=', 'item.company_id')
        .onRef('push.id', '=', 'item.request_id'),
    )
    .leftJoin('users as owner', (join) =>
      join
        .onRef('owner.company_id', '=', 'item.company_id')
        .onRef('owner.id', '=', 'item.account_user_id'),
    )
    .leftJoin('account_numbers as account', (join) =>
      join
        .onRef('account.company_id', '=', 'item.company_id')
        .onRef('account.user_id', '=', 'item.account_user_id'),
    )
    .leftJoin('users as closer', (join) =>
      join
        .onRef('closer.company_id', '=', 'item.company_id')
        .onRef('closer.id', '=', 'item.closed_by'),
    )
    // Only a payment of this company: what another residence's tenant has is not theirs to see.
    .leftJoin('payments as payment', (join) =>
      join
        .onRef('payment.company_id', '=', 'item.company_id')
        .onRef('payment.company_id', '=', 'item.payment_company_id')
        .onRef('payment.id', '=', 'item.payment_id'),
    )
    .leftJoin('users as payee', (join) =>
      join
        .onRef('payee.company_id', '=', 'payment.company_id')
        .onRef('payee.id', '=', 'payment.user_id'),
    )
    .leftJoin('account_numbers as paid_account', (join) =>
      join
        .onRef('paid_account.company_id', '=', 'payment.company_id')
        .onRef('paid_account.user_id', '=', 'payment.user_id'),
    )
    .where('item.company_id', '=', company_id)
    .select([
      'item.id',
      'item.reason',
      'item.amount',
      'item.receipt',
      'item.reference',
      'item.paid_at',
      'item.created_at',
      'item.closed_at',
      'item.outcome',
      'item.note',
      'item.payment_company_id',
      'push.id as push_id',
      'push.amount as push_amount',
      'push.phone as push_phone',
      'push.status as push_status',
      'push.initiated_at as push_initiated_at',
      'push.unknown_code',
      'push.unknown_desc',
      'account.account_number',
      fullName('owner').as('owner_name'),
      roomOf('item.company_id', 'item.account_user_id', day).as('owner_room'),
      fullName('closer').as('closer_name'),
      'payment.id as payment_id',
      'paid_account.account_number as payee_account',
      fullName('payee').as('payee_name'),
      roomOf('payment.company_id', 'payment.user_id', day).as('payee_room'),
    ])

export function listItems(
  db: Db,
  company_id: number,
  day: string,
  page: Page & { state: 'open' | 'closed' },
) {
  return items(db, company_id, day)
    .where('item.closed_at', page.state === 'open' ? 'is' : 'is not', null)
    .$if(page.before !== undefined, (list) => list.where('item.id', '<', page.before ?? 0))
    .$if(page.after !== undefined, (list) => list.where('item.id', '>', page.after ?? 0))
    .orderBy('item.id', page.after === undefined ? 'desc' : 'asc')
    .limit(page.limit)
    .execute()
}
export type ItemRow = Awaited<ReturnType<typeof listItems>>[number]

export function findItem(db: Db, company_id: number, day: string, id: number) {
  return items(db, company_id, day).where('item.id', '=', id).select('item.raw').executeTakeFirst()
}

export function countOpen(db: Db, company_id: number) {
  return db
    .selectFrom('desk_items')
    .where('company_id', '=', company_id)
    .where('closed_at', 'is', null)
    .select([
      sql<number>`count(*)::int`.as('open'),
      // Fractions are left out rather than rounded.
      sql<number>`coalesce(sum(case when amount ~ '^\\d{1,9}(\\.0+)?$' then amount::numeric end), 0)::int`.as(
        'shillings',
      ),
    ])
    .executeTakeFirstOrThrow()
}
