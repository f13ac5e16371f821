import { sql } from 'kysely'
import type { Page } from '#contract/page.ts'
import { type Month, monthStart, nextMonth } from '#rules/calendar.ts'
import type { Db } from '../db/connect.ts'
import { paidAt, paymentsWithReceipts } from '../payments/ledger-queries.ts'

/** Whose payments. */
interface Person {
  company_id: number
  id: number
}

/** Payments of one purpose, or of a month of Nairobi; all unless told. */
interface Wanted {
  purpose?: 'rent' | 'wifi' | undefined
  month?: Month | undefined
}

/** What came on somebody's own account, whoever paid it; of a push only what they started themselves. */
const onOwnAccount = (db: Db, { company_id, id }: Person) =>
  paymentsWithReceipts(db)
    .leftJoin('payment_requests as push', (join) =>
      join
        .onRef('push.company_id', '=', 'payments.company_id')
        .onRef('push.id', '=', 'payments.request_id')
        .on('push.starter_company_id', '=', company_id)
        .on('push.starter_user_id', '=', id),
    )
    .leftJoin('bundle_orders', (join) =>
      join
        .onRef('bundle_orders.company_id', '=', 'payments.company_id')
        .onRef('bundle_orders.request_id', '=', 'payments.request_id'),
    )
    .leftJoin('account_numbers', (join) =>
      join
        .onRef('account_numbers.company_id', '=', 'payments.company_id')
        .onRef('account_numbers.user_id', '=', 'payments.user_id'),
    )
    .where('payments.company_id', '=', company_id)
    .where('payments.user_id', '=', id)
    // Entries that the office makes are of the ledger: nobody paid them.
    .where('payments.kind', '<>', 'correction')
    .select([
      'payments.id',
      'payments.purpose',
      'payments.kind',
      'payments.amount',
      'payments.created_at',
      'receipts.receipt',
      paidAt.as('paid_at'),
      'push.checkout_request_id',
      'push.description',
      'account_numbers.account_number as account',
      'bundle_orders.name as bundle',
      sql<boolean>`true`.as('own'),
    ])

/** What somebody paid by push for another account, under the number that they typed. */
const forOthers = (db: Db, { company_id, id }: Person) =>
  paymentsWithReceipts(db)
    .innerJoin('payment_requests as push', (join) =>
      join
        .onRef('push.company_id', '=', 'payments.company_id')
        .onRef('push.id', '=', 'payments.request_id'),
    )
    .where('push.starter_company_id', '=', company_id)
    .where('push.starter_user_id', '=', id)
    .where('payments.kind', '<>', 'correction')
    .where(({ not, and, eb }) =>
      not(and([eb('payments.company_id', '=', company_id), eb('payments.user_id', '=', id)])),
    )
    .select([
      'payments.id',
      'payments.purpose',
      'payments.kind',
      'payments.amount',
      'payments.created_at',
      'receipts.receipt',
      paidAt.as('paid_at'),
      'push.checkout_request_id',
      'push.description',
      'push.account_reference as account',
      sql<string | null>`null`.as('bundle'),
      sql<boolean>`false`.as('own'),
    ])

/** Two look-ups, each by an index that begins with the person. */
function paymentsOf(db: Db, person: Person, { purpose, month }: Wanted) {
  const all = db
    .selectFrom(onOwnAccount(db, person).unionAll(forOthers(db, person)).as('paid'))
    .$if(purpose !== undefined, (some) => some.where('paid.purpose', '=', purpose ?? 'rent'))
  if (month === undefined) return all
  return all
    .where('paid.paid_at', '>=', monthStart(month))
    .where('paid.paid_at', '<', monthStart(nextMonth(month)))
}

/** One page of somebody's payments, newest first, or oldest first when it is `after` one. */
export function listPayments(db: Db, person: Person, page: Page & Wanted) {
  const { before, after, limit } = page
  return paymentsOf(db, person, page)
    .$if(before !== undefined, (some) => some.where('paid.id', '<', before ?? 0))
    .$if(after !== undefined, (some) => some.where('paid.id', '>', after ?? 0))
    .selectAll()
    .orderBy('paid.id', after === undefined ? 'desc' : 'asc')
    .limit(limit)
    .execute()
}
export type PaymentRow = Awaited<ReturnType<typeof listPayments>>[number]

const sumOf = (purpose: 'rent' | 'wifi') =>
  sql<number>`coalesce(sum(paid.amount) filter (where paid.purpose = ${purpose}), 0)::float8`

/** What was paid in each month of Nairobi that has any, the last first. */
export function listMonths(db: Db, person: Person, limit: number) {
  const month = sql<string>`to_char(paid.paid_at at time zone 'Africa/Nairobi', 'YYYY-MM')`
  return paymentsOf(db, person, {})
    .select([month.as('month'), sumOf('rent').as('rent'), sumOf('wifi').as('wifi')])
    .groupBy(month)
    .orderBy(month, 'desc')
    .limit(limit)
    .execute()
}
