import { type AliasedExpression, sql } from 'kysely'
import type { Page } from '#contract/page.ts'
import { type Month, monthStart, nextMonth } from '#rules/calendar.ts'
import type { Purpose } from '#rules/payment.ts'
import type { Db } from '../db/connect.ts'
import { sameCompany } from '../db/same-company.ts'
import { paidAt, paymentsWithReceipts } from '../payments/ledger-queries.ts'

/** Whose payments. */
interface Person {
  company_id: number
  id: number
}

/** Transactions of one purpose, or of a month of Nairobi; all unless told. */
interface Wanted {
  purpose?: Purpose | undefined
  month?: Month | undefined
}

const columns = [
  ...(['payments.company_id', 'payments.id', 'payments.user_id', 'payments.request_id'] as const),
  ...(['payments.purpose', 'payments.kind', 'payments.amount', 'payments.created_at'] as const),
  ...(['receipts.receipt'] as const),
] as const

/** What came on somebody's own account, whoever paid it. */
const onOwnAccount = (db: Db, { company_id, id }: Person) =>
  paymentsWithReceipts(db)
    .where('payments.company_id', '=', company_id)
    .where('payments.user_id', '=', id)
    // Entries that the office makes are of the ledger: nobody paid them.
    .where('payments.kind', '<>', 'correction')
    .select(columns)
    .select(paidAt.as('paid_at'))
    .as('paid')

type Paid = typeof onOwnAccount extends (...args: never) => AliasedExpression<infer Row, 'paid'>
  ? AliasedExpression<Row, 'paid'>
  : never

/** What somebody paid by push for another account. */
const forOthers = (db: Db, { company_id, id }: Person): Paid =>
  paymentsWithReceipts(db)
    .innerJoin('payment_requests as push', sameCompany('push.id', 'payments.request_id'))
    .where('push.starter_company_id', '=', company_id)
    .where('push.starter_user_id', '=', id)
    // Spelt as the index is that has these only.
    .where(({ or, eb, ref }) =>
      or([
        eb('push.company_id', '<>', ref('push.starter_company_id')),
        eb('push.account_user_id', '<>', ref('push.starter_user_id')),
      ]),
    )
    .where('payments.kind', '<>', 'correction')
    .select(columns)
    .select(paidAt.as('paid_at'))
    .as('paid')

function wantedOf(db: Db, paid: Paid, { purpose, month }: Wanted) {
  const some = db
    .selectFrom(paid)
    .selectAll()
    .$if(purpose !== undefined, (list) => list.where('paid.purpose', '=', purpose ?? 'rent'))
  if (month === undefined) return some
  return some
    .where('paid.paid_at', '>=', monthStart(month))
    .where('paid.paid_at', '<', monthStart(nextMonth(month)))
}

/** Two look-ups, each by an index that begins with the person. */
const transactionsOf = (db: Db, person: Person) =>
  wantedOf(db, onOwnAccount(db, person), {}).unionAll(wantedOf(db, forOthers(db, person), {}))

const direction = (page: Page) => (page.after === undefined ? 'desc' : 'asc')

/** The newest of somebody's own up to an id: its time and the id are where a page begins. */
const timeOf = (db: Db, person: Person, id: number) =>
  db
    .selectFrom(transactionsOf(db, person).as('edge'))
    .where('edge.id', '<=', id)
    .select('edge.paid_at')
    .orderBy('edge.id', 'desc')
    .limit(1)

function onPage(db: Db, person: Person, paid: Paid, page: Page & Wanted) {
  const place = (id: number) => sql`(coalesce(${timeOf(db, person, id)}, '-infinity'), ${id})`
  const here = sql`(paid.paid_at, paid.id)`
  const { before, after } = page
  return wantedOf(db, paid, page)
    .$if(before !== undefined, (list) => list.where(sql<boolean>`${here} < ${place(before ?? 0)}`))
    .$if(after !== undefined, (list) => list.where(sql<boolean>`${here} > ${place(after ?? 0)}`))
    .orderBy('paid.paid_at', direction(page))
    .orderBy('paid.id', direction(page))
    .limit(page.limit)
}

/**
 * One page of somebody's transactions, the last paid first, or the first paid first when it is `after`
 * one. Chosen first, so that no more is looked up than the page shows.
 */
export function listTransactions(db: Db, person: Person, page: Page & Wanted) {
  const { company_id, id } = person
  const own = onPage(db, person, onOwnAccount(db, person), page)
  const others = onPage(db, person, forOthers(db, person), page)
  const chosen = db
    .selectFrom(own.as('own'))
    .selectAll()
    .unionAll(db.selectFrom(others.as('others')).selectAll())
  return (
    db
      .selectFrom(chosen.as('paid'))
      // Of a push only what they started themselves.
      .leftJoin('payment_requests as push', (join) =>
        sameCompany(
          'push.id',
          'paid.request_id',
        )(join)
          .on('push.starter_company_id', '=', company_id)
          .on('push.starter_user_id', '=', id),
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
        'paid.purpose',
        'paid.kind',
        'paid.amount',
        'paid.created_at',
        'paid.receipt',
        'paid.paid_at',
        'push.checkout_request_id',
        'push.description',
        // For another account the number that they typed.
        'push.account_reference as typed_account',
        'account_numbers.account_number as own_account',
        'bundle_orders.name as bundle',
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

/** What was paid in each month of Nairobi that has any, the last first. */
export function listMonths(db: Db, person: Person, limit: number) {
  const month = sql<string>`to_char(paid.paid_at at time zone 'Africa/Nairobi', 'YYYY-MM')`
  return db
    .selectFrom(transactionsOf(db, person).as('paid'))
    .select([month.as('month'), sumOf('rent').as('rent'), sumOf('wifi').as('wifi')])
    .groupBy(month)
    .orderBy(month, 'desc')
    .limit(limit)
    .execute()
}
