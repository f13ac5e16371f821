import { type AliasedExpression, sql } from 'kysely'
import type { Page } from '#contract/page.ts'
import { type Month, monthStart, nextMonth } from '#rules/calendar.ts'
import type { Purpose } from '#rules/payment.ts'
import type { Db } from '../db/connect.ts'
import type { Key } from '../db/keys.ts'
import { sameCompany } from '../db/same-company.ts'

/** Months are those of Nairobi. */
interface Filter {
  purpose?: Purpose | undefined
  month?: Month | undefined
}

const columns = [
  ...(['payment.company_id', 'payment.id', 'payment.user_id', 'payment.request_id'] as const),
  ...(['payment.purpose', 'payment.amount', 'payment.created_at', 'payment.receipt'] as const),
  ...(['payment.came_as as kind', 'payment.reversed as voided', 'payment.paid_at'] as const),
] as const

/** Payments on the user's account, no matter who paid. */
const onOwnAccount = (db: Db, { company_id, id }: Key) =>
  db
    .selectFrom('ledger_payments as payment')
    .where('payment.company_id', '=', company_id)
    .where('payment.user_id', '=', id)
    // A correction has no payer; one that takes a payment back is listed beside it.
    .where(({ or, eb }) =>
      or([
        eb('payment.kind', '<>', 'correction'),
        eb('payment.reverses_payment_id', 'is not', null),
      ]),
    )
    .select(columns)
    .as('paid')

type Paid = typeof onOwnAccount extends (...args: never) => AliasedExpression<infer Row, 'paid'>
  ? AliasedExpression<Row, 'paid'>
  : never

/** The user's payments by push for other accounts. */
const forOthers = (db: Db, { company_id, id }: Key): Paid =>
  db
    .selectFrom('ledger_payments as payment')
    .innerJoin('payment_requests as push', sameCompany('push.id', 'payment.request_id'))
    .where('push.starter_company_id', '=', company_id)
    .where('push.starter_user_id', '=', id)
    // As in the condition of the partial index.
    .where(({ or, eb, ref }) =>
      or([
        eb('push.company_id', '<>', ref('push.starter_company_id')),
        eb('push.account_user_id', '<>', ref('push.starter_user_id')),
      ]),
    )
    .where('payment.kind', '<>', 'correction')
    .select(columns)
    .as('paid')

function filtered(db: Db, paid: Paid, { purpose, month }: Filter) {
  const some = db
    .selectFrom(paid)
    .selectAll()
    .$if(purpose !== undefined, (list) => list.where('paid.purpose', '=', purpose ?? 'rent'))
  if (month === undefined) return some
  return some
    .where('paid.paid_at', '>=', monthStart(month))
    .where('paid.paid_at', '<', monthStart(nextMonth(month)))
}

/** Two look-ups, each by an index that begins with the user. */
const transactionsOf = (db: Db, user: Key) =>
  filtered(db, onOwnAccount(db, user), {}).unionAll(filtered(db, forOthers(db, user), {}))

const direction = (page: Page) => (page.after === undefined ? 'desc' : 'asc')

/** The user's newest payment up to an id: its time and the id are the edge of a page. */
const timeOf = (db: Db, user: Key, id: number) =>
  db
    .selectFrom(transactionsOf(db, user).as('edge'))
    .where('edge.id', '<=', id)
    .select('edge.paid_at')
    .orderBy('edge.id', 'desc')
    .limit(1)

function onPage(db: Db, user: Key, paid: Paid, page: Page & Filter) {
  const place = (id: number) => sql`(coalesce(${timeOf(db, user, id)}, '-infinity'), ${id})`
  const here = sql`(paid.paid_at, paid.id)`
  const { before, after } = page
  return filtered(db, paid, page)
    .$if(before !== undefined, (list) => list.where(sql<boolean>`${here} < ${place(before ?? 0)}`))
    .$if(after !== undefined, (list) => list.where(sql<boolean>`${here} > ${place(after ?? 0)}`))
    .orderBy('paid.paid_at', direction(page))
    .orderBy('paid.id', direction(page))
    .limit(page.limit)
}

/**
 * One page of a user's transactions, newest first; with `page.after` oldest first.
 * The rows are chosen before the joins, so that only those of the page are joined.
 */
export function listTransactions(db: Db, user: Key, page: Page & Filter) {
  const { company_id, id } = user
  const own = onPage(db, user, onOwnAccount(db, user), page)
  const others = onPage(db, user, forOthers(db, user), page)
  const chosen = db
    .selectFrom(own.as('own'))
    .selectAll()
    .unionAll(db.selectFrom(others.as('others')).selectAll())
  return (
    db
      .selectFrom(chosen.as('paid'))
      // Only pushes that the user started.
      .leftJoin('payment_requests as push', (join) =>
        sameCompany(
          'push.id',
          'paid.request_id',
        )(join)
          .on('push.starter_company_id', '=', company_id)
          .on('push.starter_user_id', '=', id),
      )
      .leftJoin('payment_requests as sponsored', (join) =>
        sameCompany(
          'sponsored.id',
          'paid.request_id',
        )(join).on('sponsored.pay_link_id', 'is not', null),
      )
      // Their own word for the sponsor.
      .leftJoin('pay_links as link', (join) =>
        sameCompany(
          'link.id',
          'sponsored.pay_link_id',
        )(join)
          .on('link.company_id', '=', company_id)
          .on('link.user_id', '=', id),
      )
      .leftJoin('bundle_orders', sameCompany('bundle_orders.request_id', 'paid.request_id'))
      .leftJoin('account_numbers', (join) =>
        sameCompany(
          'account_numbers.user_id',
          'paid.user_id',
        )(join)
          .on('paid.company_id', '=', company_id)
          .on('paid.user_id', '=', id),
      )
      .select([
        'paid.id',
        'paid.request_id',
        'paid.purpose',
        'paid.kind',
        'paid.amount',
        'paid.created_at',
        'paid.receipt',
        'paid.paid_at',
        'paid.voided',
        'push.checkout_request_id',
        'push.description',
        // For another account, the number that the user typed.
        'push.account_reference as typed_account',
        'account_numbers.account_number as own_account',
        'bundle_orders.name as bundle',
        'link.label as sponsor',
        'sponsored.phone as sponsor_phone',
        sql<boolean>`(paid.company_id, paid.user_id) = (${company_id}, ${id})`.as('own'),
      ])
      .orderBy('paid.paid_at', direction(page))
      .orderBy('paid.id', direction(page))
      .limit(page.limit)
      .execute()
  )
}
export type TransactionRow = Awaited<ReturnType<typeof listTransactions>>[number]

const sumOf = (purpose: Purpose) =>
  sql<number>`coalesce(sum(paid.amount) filter (where paid.purpose = ${purpose}), 0)::float8`

/** The rent and wifi paid in each month of Nairobi, the last month first. */
export function listMonths(db: Db, user: Key, limit: number) {
  const month = sql<string>`to_char(paid.paid_at at time zone 'Africa/Nairobi', 'YYYY-MM')`
  return db
    .selectFrom(transactionsOf(db, user).as('paid'))
    .select([month.as('month'), sumOf('rent').as('rent'), sumOf('wifi').as('wifi')])
    .groupBy(month)
    .orderBy(month, 'desc')
    .limit(limit)
    .execute()
}
