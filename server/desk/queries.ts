import { sql, type Updateable } from 'kysely'
import type { Page } from '#contract/page.ts'
import { fullName } from '../auth/user-queries.ts'
import type { Db } from '../db/connect.ts'
import { sameCompany } from '../db/same-company.ts'
import type { Schema } from '../db/schema.ts'
import { roomNumberOn } from '../tenancy/stay-queries.ts'

/** Which push an item is about, to lock that first: everything else locks a push before its items. */
export function findPushOfItem(db: Db, company_id: number, id: number) {
  return db
    .selectFrom('desk_items')
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .select(['request_id'])
    .executeTakeFirst()
}

/** The item, locked: two staff at once take turns, and the second finds it closed. */
export function lockItem(db: Db, company_id: number, id: number) {
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
      'outcome',
      'note',
    ])
    .forUpdate()
    .executeTakeFirst()
}
export type LockedItem = NonNullable<Awaited<ReturnType<typeof lockItem>>>

export function updateItem(
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

/** Items with the push, the people and the payment around them; `day` is for whose room is whose. */
const items = (db: Db, company_id: number, day: string) =>
  db
    .selectFrom('desk_items as item')
    .leftJoin('payment_requests as push', sameCompany('push.id', 'item.request_id'))
    .leftJoin('users as owner', sameCompany('owner.id', 'item.account_user_id'))
    .leftJoin('account_numbers as account', sameCompany('account.user_id', 'item.account_user_id'))
    .leftJoin('users as closer', sameCompany('closer.id', 'item.closed_by'))
    // Only a payment of this company: what another residence's tenant has is not theirs to see.
    .leftJoin('payments as payment', (join) =>
      sameCompany(
        'payment.company_id',
        'item.payment_company_id',
      )(join).onRef('payment.id', '=', 'item.payment_id'),
    )
    .leftJoin('users as payee', sameCompany('payee.id', 'payment.user_id'))
    .leftJoin(
      'account_numbers as paid_account',
      sameCompany('paid_account.user_id', 'payment.user_id'),
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
      fullName('owner').$castTo<string | null>().as('owner_name'),
      roomNumberOn('item.company_id', 'item.account_user_id', day).as('owner_room'),
      fullName('closer').$castTo<string | null>().as('closer_name'),
      'payment.id as payment_id',
      'payment.amount as payment_amount',
      'paid_account.account_number as payee_account',
      fullName('payee').$castTo<string | null>().as('payee_name'),
      roomNumberOn('payment.company_id', 'payment.user_id', day).as('payee_room'),
    ])

export function listItems(
  db: Db,
  company_id: number,
  day: string,
  page: Page & { state: 'open' | 'closed' },
) {
  return items(db, company_id, day)
    .where('item.closed_at', page.state === 'open' ? 'is' : 'is not', null)
    .$if(page.before !== undefined, (list) => list.where(beyond(page, '<', page.before)))
    .$if(page.after !== undefined, (list) => list.where(beyond(page, '>', page.after)))
    .$if(page.state === 'closed', (list) => list.orderBy('item.closed_at', direction(page)))
    .orderBy('item.id', direction(page))
    .limit(page.limit)
    .execute()
}

const direction = (page: Page) => (page.after === undefined ? 'desc' : 'asc')

/** Open items stand in the order in which they came, closed ones in that in which they were closed. */
function beyond({ state }: { state: 'open' | 'closed' }, operator: '<' | '>', id = 0) {
  const compare = sql.raw(operator)
  return state === 'open'
    ? sql<boolean>`item.id ${compare} ${id}`
    : sql<boolean>`(item.closed_at, item.id) ${compare} (select closed_at, id from desk_items
        where company_id = item.company_id and id = ${id})`
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
