import { sql } from 'kysely'
import { type Day, type Month, monthStart, nextMonth } from '#rules/calendar.ts'
import type { DayFigures } from '#rules/day-facts.ts'
import { rolesWith } from '#rules/staff-roles.ts'
import { fullName } from '../auth/user-queries.ts'
import type { Db } from '../db/connect.ts'
import { sameCompany } from '../db/same-company.ts'
import { isPaidWithin } from '../ledger/queries.ts'
import { findPaybillCompany } from '../payments/paybill.ts'
import { cameAt, ids } from './facts.ts'

const openCents = sql<number>`day_closes.open_cents::float8`.as('open_cents')

export const findClose = (db: Db, company_id: number, day: Day) =>
  db
    .selectFrom('day_closes')
    .innerJoin('users as first', sameCompany('first.id', 'day_closes.signed_by'))
    .leftJoin('users as second', sameCompany('second.id', 'day_closes.second_by'))
    .where('day_closes.company_id', '=', company_id)
    .where('day', '=', day)
    .selectAll('day_closes')
    .select(openCents)
    .select([
      fullName('first').as('signed_by_name'),
      fullName('second').$castTo<string | null>().as('second_by_name'),
    ])
    .executeTakeFirst()
export type CloseRow = NonNullable<Awaited<ReturnType<typeof findClose>>>

export const findLastClose = (db: Db, company_id: number) =>
  db
    .selectFrom('day_closes')
    .where('company_id', '=', company_id)
    .select(['number', 'hash', 'created_at'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The closes of these days, in the order in which they were made. */
export const listClosesOf = (db: Db, company_id: number, days: Day[]) =>
  db
    .selectFrom('day_closes')
    .where('company_id', '=', company_id)
    .where('day', 'in', days)
    .select(['number', 'day', 'figures'])
    .orderBy('number')
    .execute()

/** The late entries in all closes from a number on. Older closes have them in their figures. */
export const listClosesSince = (db: Db, company_id: number, number: number) =>
  db
    .selectFrom('day_closes')
    .where('company_id', '=', company_id)
    .where('number', '>=', number)
    .select([
      'number',
      'late',
      sql<string | null>`case when late is null then figures end`.as('figures'),
    ])
    .orderBy('number')
    .execute()

/** The number of staff who may sign a close. */
export async function countSigners(db: Db, company_id: number): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .where('company_id', '=', company_id)
    .where('staff_role', 'in', rolesWith('money'))
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

const nairobiDay = (instant: ReturnType<typeof sql>) =>
  sql<Day>`to_char(${instant} at time zone 'Africa/Nairobi', 'YYYY-MM-DD')`

/**
 * The days for which payments, reversals or statement rows were entered since an instant of the database's clock. In residences
 * that don't own the paybill, only rows of their own receipts count.
 */
export async function listDaysTouched(db: Db, company_id: number, since: Date): Promise<Day[]> {
  const paybill = await findPaybillCompany(db)
  const { rows } = await sql<{ day: Day }>`
    select ${nairobiDay(sql`payment.paid_at`)} as day from payments entry
    join ledger_payments payment on payment.company_id = entry.company_id
      and payment.id in (entry.id, entry.reverses_payment_id)
    where entry.company_id = ${company_id} and entry.created_at >= ${since}
    union
    select ${nairobiDay(sql`at`)} from statements
    join statement_rows on statement_rows.company_id = statements.company_id
      and statement_rows.statement_id = statements.id
    where statements.company_id in ${ids([company_id, paybill])}
      and statements.created_at >= ${since}
      and (statements.company_id = ${company_id} or (statements.source = 'paybill' and (
        exists (select from receipts where receipts.company_id = ${company_id}
          and receipts.receipt = statement_rows.receipt)
        or exists (select from desk_items where desk_items.company_id = ${company_id}
          and desk_items.receipt = statement_rows.receipt))))`.execute(db)
  return rows.map(({ day }) => day)
}

interface DaySums {
  day: Day
  payments: number
  /** When the last of the payments was entered. */
  last_entered_at: Date
  ledger_count: number
  ledger_cents: number
}

/** For each day of a month: number and sum of M-Pesa's payments that count, and the number of all entries. */
export async function sumLedgerByDay(db: Db, company_id: number, month: Month) {
  const [from, until] = [monthStart(month), monthStart(nextMonth(month))]
  const counts = sql`kind in ('push', 'paybill') and not reversed`
  const { rows } = await sql<DaySums>`
    select ${nairobiDay(sql`paid_at`)} as day, count(*)::int as payments,
      max(created_at) as last_entered_at,
      (count(*) filter (where ${counts}))::int as ledger_count,
      (coalesce(sum(amount) filter (where ${counts}), 0) * 100)::float8 as ledger_cents
    from ledger_payments payment
    where company_id = ${company_id} and ${isPaidWithin(company_id, from, until)}
    group by 1`.execute(db)
  return rows
}

/** For each day of a month: the paybill's payments, their sum less reversals, and the number of statement rows of any kind. */
export async function sumRowsByDay(db: Db, company_id: number, month: Month) {
  const { rows } = await sql<{ day: Day; rows: number; count: number; cents: number }>`
    select ${nairobiDay(sql`at`)} as day, count(*)::int as rows,
      (count(*) filter (where source = 'paybill' and kind = 'payment'))::int as count,
      coalesce(sum(cents) filter (where source = 'paybill' and kind in ('payment', 'reversal')), 0)
        ::float8 as cents
    from statement_rows
    where company_id = ${company_id} and at >= ${monthStart(month)}
      and at < ${monthStart(nextMonth(month))}
    group by 1`.execute(db)
  return rows
}

/** The closed days of a month, with the sums that were signed. */
export async function listClosedDays(db: Db, company_id: number, month: Month) {
  return db
    .selectFrom('day_closes')
    .where('company_id', '=', company_id)
    .where('day', '>=', `${month}-01`)
    .where('day', '<', `${nextMonth(month)}-01`)
    .select(['day', 'alone', 'second_by', 'created_at', openCents])
    .select([
      sql<DayFigures['mpesa']>`figures::json #> '{figures,mpesa}'`.as('mpesa'),
      sql<DayFigures['coverage']>`figures::json #>> '{figures,coverage}'`.as('coverage'),
    ])
    .execute()
}

/** The days of a month on which the drawer was counted, or money came that went to the desk. */
export async function listDaysBesides(db: Db, company_id: number, month: Month): Promise<Day[]> {
  const { rows } = await sql<{ day: Day }>`
    select distinct ${nairobiDay(sql`counted_at`)} as day from cash_counts
    where company_id = ${company_id} and counted_at >= ${monthStart(month)}
      and counted_at < ${monthStart(nextMonth(month))}
    union select ${nairobiDay(cameAt)} from desk_items
    where company_id = ${company_id} and receipt is not null and ${cameAt} >= ${monthStart(month)}
      and ${cameAt} < ${monthStart(nextMonth(month))}`.execute(db)
  return rows.map(({ day }) => day)
}

/** Payments with the user whose account they are on, by payment id. */
export async function listPayees(db: Db, company_id: number, payments: number[]) {
  const { rows } = await sql<{
    id: number
    kind: string
    at: Date
    amount: number
    user_id: number
    full_name: string
  }>`
    select payment.id, kind, amount, user_id, first_name || ' ' || last_name as full_name, paid_at as at
    from ledger_payments payment
    join users on users.company_id = payment.company_id and users.id = payment.user_id
    where payment.company_id = ${company_id} and payment.id in ${ids(payments)}`.execute(db)
  return new Map(rows.map(({ id, ...payment }) => [id, payment]))
}

/** Rows of the residence's own and the paybill's statements. Own rows also have their statement and their desk item. */
export async function listRowsById(db: Db, company_id: number, rows: number[]) {
  const companies = [company_id, await findPaybillCompany(db)]
  const found = await sql<{
    id: number
    at: Date
    cents: number
    receipt: string | null
    statement_id: number | null
    desk_id: number | null
  }>`
    select id, at, cents::float8 as cents, receipt,
      case when company_id = ${company_id} then statement_id end as statement_id,
      (select desk_items.id from desk_items where desk_items.company_id = ${company_id}
        and statement_rows.company_id = ${company_id}
        and desk_items.statement_row_id = statement_rows.id) as desk_id
    from statement_rows
    where company_id in ${ids(companies)} and id in ${ids(rows)}`.execute(db)
  return new Map(found.rows.map(({ id, ...row }) => [id, row]))
}
