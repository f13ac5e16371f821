import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { BillingRule, BillingTerm } from '#contract/billing.ts'
import { type Day, firstDay, type Month } from '#rules/calendar.ts'
import type { Stay } from '#rules/ledger.ts'
import type { Db } from '../db/connect.ts'
import { sameCompany } from '../db/same-company.ts'
import { invalid } from '../http/errors.ts'
import { isStanding } from '../ledger/queries.ts'
import { billedByColumn, takenBackMonths } from '../tenancy/stay-queries.ts'

export type TermRow = BillingTerm & { id: number }

export const listTerms = (db: Db, company_id: number): Promise<TermRow[]> =>
  db
    .selectFrom('billing_terms')
    .where('company_id', '=', company_id)
    .select(['id', 'name', 'first_month', 'last_month', 'due_day'])
    .orderBy('first_month')
    .execute()

/**
 * Replaces the list of terms. A term that has bills keeps its dates.
 * @throws {HttpError} 400
 */
export async function replaceTerms(tx: Db, company_id: number, list: BillingTerm[]) {
  const known = await tx
    .selectFrom('billing_terms as term')
    .where('term.company_id', '=', company_id)
    .select(['term.id', 'term.name', 'term.first_month', 'term.last_month', 'term.due_day'])
    .select(
      sql<boolean>`exists (select from bills where bills.company_id = term.company_id
        and bills.term_id = term.id)`.as('has_bills'),
    )
    .select(
      sql<boolean>`exists (select from bills where bills.company_id = term.company_id
        and bills.term_id = term.id and bills.taken_back_at is null)`.as('is_billed'),
    )
    .execute()
  for (const { id, name, has_bills } of known) {
    if (list.some((term) => term.id === id)) continue
    if (has_bills) throw invalid('now', `${name} has been billed, so it stays on the list.`)
    await tx
      .deleteFrom('billing_terms')
      .where('company_id', '=', company_id)
      .where('id', '=', id)
      .execute()
  }
  for (const [at, { id, ...term }] of list.entries()) {
    const was = known.find((one) => one.id === id)
    if (!was) {
      await tx
        .insertInto('billing_terms')
        .values({ company_id, ...term })
        .execute()
      continue
    }
    const dates = ['first_month', 'last_month', 'due_day'] as const
    const moved = dates.find((date) => was[date] !== term[date])
    if (was.is_billed && moved) {
      throw invalid(`now.${at}.${moved}`, `${was.name} has been billed. Take its bills back first.`)
    }
    await tx
      .updateTable('billing_terms')
      .set(term)
      .where('company_id', '=', company_id)
      .where('id', '=', was.id)
      .execute()
  }
}

/** How the rent of the first month is charged, as `chargeRent` takes it. */
export const findFirstMonth = (db: Db, company_id: number) =>
  db
    .selectFrom('companies')
    .where('id', '=', company_id)
    .select(['id', 'first_month'])
    .executeTakeFirstOrThrow()

export const findBillingRule = (db: Db, company_id: number): Promise<BillingRule> =>
  db
    .selectFrom('companies')
    .where('id', '=', company_id)
    .select(['billed_by', 'leaving_percent'])
    .executeTakeFirstOrThrow()

export const updateBillingRule = (tx: Db, company_id: number, rule: BillingRule) =>
  tx.updateTable('companies').set(rule).where('id', '=', company_id).execute()

/** The months of a tenancy whose rent is charged. */
const chargedMonths = sql<Month[]>`coalesce((select json_agg(charges.month) from charges
  where charges.company_id = tenancies.company_id and charges.tenancy_id = tenancies.id
    and charges.kind = 'rent' and ${isStanding()}), '[]')`

/** Tenancies (or only the given one) billed by the term that have a room in one of these months, but no rent charged for it. */
export async function listUnbilled(
  db: Db,
  company_id: number,
  { from, to }: { from: Month; to: Month },
  tenancy_id?: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('tenancies')
    .innerJoin('companies', 'companies.id', 'tenancies.company_id')
    .where('tenancies.company_id', '=', company_id)
    .where('tenancies.ended_day', 'is', null)
    .$if(tenancy_id !== undefined, (query) => query.where('tenancies.id', '=', tenancy_id ?? 0))
    .where(billedByColumn, '=', 'term')
    .where(sql<boolean>`exists (
      select from generate_series(${firstDay(from)}::date, ${firstDay(to)}::date, '1 month') first_day
      where exists (select from stays where stays.company_id = tenancies.company_id
          and stays.tenancy_id = tenancies.id and stays.from_day < first_day + interval '1 month'
          and (stays.until_day is null or stays.until_day > first_day))
        and not exists (select from charges where charges.company_id = tenancies.company_id
          and charges.tenancy_id = tenancies.id and charges.kind = 'rent'
          and charges.month = to_char(first_day, 'YYYY-MM') and ${isStanding()}))`)
    .orderBy('tenancies.id')
    .select('tenancies.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The data of tenancies that billing needs, ordered by id. */
export function listBillable(
  db: Db,
  company_id: number,
  which: { after: number; limit: number } | { ids: number[] },
) {
  return db
    .selectFrom('tenancies')
    .innerJoin('companies', 'companies.id', 'tenancies.company_id')
    .where('tenancies.company_id', '=', company_id)
    .where('tenancies.ended_day', 'is', null)
    .$call((query) =>
      'ids' in which
        ? query.where('tenancies.id', 'in', which.ids)
        : query.where('tenancies.id', '>', which.after).limit(which.limit),
    )
    .orderBy('tenancies.id')
    .select(['tenancies.id', 'tenancies.user_id', 'tenancies.first_rent_month'])
    .select([billedByColumn.as('billed_by'), chargedMonths.as('charged')])
    .select([takenBackMonths.as('taken_back'), 'companies.leaving_percent'])
    .select(
      sql<Stay[]>`coalesce((select json_agg(json_build_object('from_day', from_day,
          'until_day', until_day, 'rate', rate) order by from_day, stays.id)
        from rated_stays stays where stays.company_id = tenancies.company_id
          and stays.tenancy_id = tenancies.id), '[]')`.as('stays'),
    )
    .execute()
}
export type Billable = Awaited<ReturnType<typeof listBillable>>[number]

export interface BillLine {
  tenancy_id: number
  user_id: number
  month: Month
  amount: number
  times_taken_back: number
}

/**
 * Makes the bills of a term and a charge for each of their months in one statement, so that both are there or neither is.
 * Nobody gets the same bill twice.
 */
export async function insertBills(
  db: Db,
  {
    company_id,
    term,
    due_day,
    ...rule
  }: {
    company_id: number
    term: TermRow
    due_day: Day
    first_month: 'full' | 'pro_rata'
    leaving_percent: number
    entered_by: number | null
    now: Date
  },
  lines: BillLine[],
): Promise<{ bills: number; shillings: number }> {
  if (lines.length === 0) return { bills: 0, shillings: 0 }
  const { rows } = await sql<{ bills: number; shillings: number }>`
    with line as (
      select * from json_to_recordset(${JSON.stringify(lines)}::json)
        as line (tenancy_id integer, user_id integer, month text, amount integer, times_taken_back integer)
    ), bill as (
      insert into bills (company_id, term_id, tenancy_id, user_id, name, first_month, last_month,
        due_day, leaving_percent, entered_by, after_payment, created_at)
      select ${company_id}::integer, ${term.id}::integer, tenancy_id, user_id, ${term.name}::text, min(month), max(month),
        ${due_day}::date, ${rule.leaving_percent}::integer, ${rule.entered_by}::integer,
        (select coalesce(max(payments.id), 0) from payments
          where payments.company_id = ${company_id} and payments.user_id = line.user_id), ${rule.now}::timestamptz
      from line group by tenancy_id, user_id
      order by tenancy_id
      on conflict (company_id, tenancy_id, term_id, first_month) where taken_back_at is null do nothing
      returning id, tenancy_id
    ), charged as (
      insert into charges (company_id, user_id, tenancy_id, kind, first_month, month, amount,
        bill_id, bill_due, times_taken_back, created_at)
      select ${company_id}::integer, user_id, tenancy_id, 'rent', ${rule.first_month}::text, month, amount,
        bill.id, ${due_day}::date, times_taken_back, ${rule.now}::timestamptz
      from line join bill using (tenancy_id)
      order by tenancy_id, month
      on conflict (company_id, tenancy_id, month, times_taken_back) where kind = 'rent' do nothing
      returning bill_id, amount
    )
    select count(distinct bill_id)::int as bills, coalesce(sum(amount), 0)::float8 as shillings
    from charged`.execute(db)
  return rows[0] ?? { bills: 0, shillings: 0 }
}

/** A user's bills that were not taken back, with their months as they are charged now. */
export const selectBills = (db: Db, company_id: number, user_id: number, from?: Month) =>
  db
    .selectFrom('bills')
    .where('bills.company_id', '=', company_id)
    .where('bills.user_id', '=', user_id)
    .where('bills.taken_back_at', 'is', null)
    .$if(from !== undefined, (query) => query.where('bills.last_month', '>=', from ?? ''))
    .select(['bills.id', 'bills.name', 'bills.first_month', 'bills.last_month', 'bills.due_day'])
    .select(({ selectFrom }) =>
      jsonArrayFrom(
        selectFrom('charges')
          .whereRef('charges.company_id', '=', 'bills.company_id')
          .whereRef('charges.bill_id', '=', 'bills.id')
          .groupBy('charges.month')
          .orderBy('charges.month')
          .select(['charges.month', sql<number>`sum(charges.amount)::float8`.as('amount')]),
      ).as('months'),
    )
    .orderBy('bills.first_month')
    .orderBy('bills.id')

type BillRow = Awaited<ReturnType<ReturnType<typeof selectBills>['execute']>>[number]
export const toBill = ({ months, ...bill }: BillRow) => ({
  ...bill,
  months,
  amount: months.reduce((sum, { amount }) => sum + amount, 0),
})

/** How much of each term is billed, latest term first. */
export const listBilledTerms = (db: Db, company_id: number) =>
  db
    .selectFrom('billing_terms as term')
    .leftJoin('bills', (join) =>
      sameCompany('bills.term_id', 'term.id')(join).on('bills.taken_back_at', 'is', null),
    )
    .leftJoin('charges', (join) =>
      join
        .onRef('charges.company_id', '=', 'bills.company_id')
        .onRef('charges.bill_id', '=', 'bills.id'),
    )
    .where('term.company_id', '=', company_id)
    .groupBy(['term.company_id', 'term.id'])
    .select(['term.id', 'term.name', 'term.first_month', 'term.last_month', 'term.due_day'])
    .select(sql<number>`count(distinct bills.id)::int`.as('bills'))
    .select(sql<number>`coalesce(sum(charges.amount), 0)::float8`.as('shillings'))
    .orderBy('term.first_month', 'desc')
    .execute()
