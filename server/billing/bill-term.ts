import { billDue, billedFrom, billFor, type LeftOut, leftOutReasons } from '#rules/bill.ts'
import { type Day, dayOf, type Month } from '#rules/calendar.ts'
import type { FirstMonth } from '#rules/ledger.ts'
import { fullName } from '../auth/user-queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { analyzeIfGrown } from '../db/statistics.ts'
import { notFound } from '../http/errors.ts'
import { type Actor, logStaffAction } from '../staff-log.ts'
import {
  type Billable,
  type BillLine,
  findFirstMonth,
  insertBills,
  listBillable,
  listTerms,
  type TermRow,
} from './queries.ts'

/** Tenants billed in one transaction: other requests get their turn between two batches. */
export const BATCH = 100
/** Tenants read at once for a preview. */
const READ = 500
const SHOWN_NAMES = 5

/** @throws {HttpError} 404 */
export async function findTerm(db: Db, company_id: number, id: number): Promise<TermRow> {
  const term = (await listTerms(db, company_id)).find((one) => one.id === id)
  if (!term) throw notFound('There is no such term.', 'term_not_found')
  return term
}

const times = (months: readonly Month[], month: Month) =>
  months.filter((one) => one === month).length

const linesFor = (
  tenancy: Billable,
  term: TermRow,
  today: Day,
  firstMonth: FirstMonth,
): BillLine[] | LeftOut => {
  const bill = billFor(tenancy, term, today, firstMonth)
  if (typeof bill === 'string') return bill
  return bill.map(({ month, amount }) => ({
    ...{ tenancy_id: tenancy.id, user_id: tenancy.user_id, month, amount },
    times_taken_back: times(tenancy.taken_back, month),
  }))
}

/** The tenants whom billing a term would bill, and those it would leave out. */
export async function previewBilling({ db, now }: Context, company_id: number, term_id: number) {
  const term = await findTerm(db, company_id, term_id)
  const { first_month } = await findFirstMonth(db, company_id)
  const today = dayOf(now())
  const out = new Map<LeftOut, number[]>(leftOutReasons.map((why) => [why, []]))
  let [tenants, shillings] = [0, 0]
  for (let after = 0; ; ) {
    const page = await listBillable(db, company_id, { after, limit: READ })
    for (const tenancy of page) {
      const lines = linesFor(tenancy, term, today, first_month)
      if (typeof lines === 'string') {
        out.get(lines)?.push(tenancy.user_id)
        continue
      }
      tenants++
      shillings += lines.reduce((sum, { amount }) => sum + amount, 0)
    }
    const last = page.at(-1)
    if (page.length < READ || !last) break
    after = last.id
  }
  return {
    tenants,
    shillings,
    due_day: billDue(term, today),
    left_out: await countByReason(db, company_id, out),
  }
}

/** The number of users for each reason, with the first few names. */
export async function countByReason<Why>(
  db: Db,
  company_id: number,
  byReason: Map<Why, number[]>,
): Promise<{ why: Why; count: number; names: string[] }[]> {
  const shown = [...byReason.values()].flatMap((users) => users.slice(0, SHOWN_NAMES))
  const names = await listNames(db, company_id, shown)
  return [...byReason].flatMap(([why, users]) =>
    users.length === 0
      ? []
      : [
          {
            why,
            count: users.length,
            names: users.slice(0, SHOWN_NAMES).map((id) => names.get(id) ?? ''),
          },
        ],
  )
}

async function listNames(db: Db, company_id: number, ids: number[]) {
  if (ids.length === 0) return new Map<number, string>()
  const rows = await db
    .selectFrom('users')
    .where('company_id', '=', company_id)
    .where('id', 'in', ids)
    .select(['id', fullName().as('full_name')])
    .execute()
  return new Map(rows.map(({ id, full_name }) => [id, full_name]))
}

/**
 * Bills a term for those in the next batch of tenants who don't have its bill yet, so it can be stopped and begun anew.
 * @throws {HttpError} 404
 */
export async function billTerm(
  { db, now }: Context,
  staff: Actor,
  term_id: number,
  after: number,
): Promise<{ bills: number; shillings: number; after: number | null }> {
  const { company_id } = staff
  const term = await findTerm(db, company_id, term_id)
  const { first_month } = await findFirstMonth(db, company_id)
  const today = dayOf(now())
  const page = await listBillable(db, company_id, { after, limit: BATCH })
  const lines = page.flatMap((tenancy) => {
    const lines = linesFor(tenancy, term, today, first_month)
    return typeof lines === 'string' ? [] : lines
  })
  const rest = page.length < BATCH ? null : (page.at(-1)?.id ?? null)
  if (lines.length === 0) return { bills: 0, shillings: 0, after: rest }
  const bill = {
    ...{ company_id, term, first_month, now: now(), due_day: billDue(term, today) },
    leaving_percent: page[0]?.leaving_percent ?? 0,
    entered_by: staff.id,
  }
  const made = await db.transaction().execute(async (tx) => {
    const made = await insertBills(tx, bill, lines)
    if (made.bills > 0) {
      await logStaffAction(tx, staff, {
        act: 'bill.term',
        subject: 'company',
        subject_id: company_id,
        before: null,
        after: { term: term.name, ...made },
      })
    }
    return made
  })
  await analyzeIfGrown(db, 'bills')
  return { ...made, after: rest }
}

/**
 * Bills these tenancies for the terms whose day has come.
 * @returns how many charges were new
 */
export async function billDueTerms(
  db: Db,
  {
    id: company_id,
    first_month,
  }: {
    id: number
    first_month: FirstMonth
  },
  terms: readonly TermRow[],
  ids: number[],
  now: Date,
): Promise<number> {
  const today = dayOf(now)
  const open = terms.filter((term) => billedFrom(term) <= today)
  let charged = 0
  for (let from = 0; from < ids.length && open.length > 0; from += READ) {
    const tenancies = await listBillable(db, company_id, { ids: ids.slice(from, from + READ) })
    for (const term of open) {
      const lines = tenancies.flatMap((tenancy) => {
        const lines = linesFor(tenancy, term, today, first_month)
        return typeof lines === 'string' ? [] : lines
      })
      const leaving_percent = tenancies[0]?.leaving_percent ?? 0
      const rule = { company_id, term, first_month, leaving_percent, entered_by: null, now }
      await insertBills(db, { ...rule, due_day: billDue(term, today) }, lines)
      charged += lines.length
    }
    if (tenancies.length === READ) await analyzeIfGrown(db, 'bills')
  }
  return charged
}
