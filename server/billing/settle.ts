import { sql } from 'kysely'
import type { BilledChanges } from '#contract/billing.ts'
import {
  type BilledChange,
  type BilledMonth,
  billNumber,
  changeNames,
  changesOfBill,
} from '#rules/bill.ts'
import { type Day, dayOf, later, monthName, monthOf } from '#rules/calendar.ts'
import type { FirstMonth, Stay } from '#rules/ledger.ts'
import { ksh } from '#rules/money.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { conflict } from '../errors.ts'
import type { Actor } from '../staff-log.ts'

type HeldStay = Stay & { room_id: number }

const listHeld = (db: Db, company_id: number, tenancy_id: number): Promise<HeldStay[]> =>
  db
    .selectFrom('rated_stays')
    .where('company_id', '=', company_id)
    .where('tenancy_id', '=', tenancy_id)
    .select(['from_day', 'until_day', 'rate', 'room_id'])
    .orderBy('from_day')
    .orderBy('id')
    .execute()

interface Billed {
  company_id: number
  tenancy_id: number
  user_id: number
  first_month: FirstMonth
  bills: {
    id: number
    due_day: Day
    leaving_percent: number
    months: BilledMonth[]
  }[]
  before: HeldStay[]
}

/** The bills of a tenancy with months to come, and its stays as they are; null without such a bill. */
export async function loadBilled(
  tx: Db,
  { now }: Pick<Context, 'now'>,
  company_id: number,
  tenancy_id: number,
): Promise<Billed | null> {
  const bills = await tx
    .selectFrom('bills')
    .innerJoin('companies', 'companies.id', 'bills.company_id')
    .where('bills.company_id', '=', company_id)
    .where('bills.tenancy_id', '=', tenancy_id)
    .where('bills.taken_back_at', 'is', null)
    .where('bills.last_month', '>', monthOf(now()))
    .select(['bills.id', 'bills.user_id', 'bills.due_day', 'bills.leaving_percent'])
    .select('companies.first_month')
    .select(
      // With the corrections of a rent, which staff may have entered.
      sql<
        BilledMonth[]
      >`(select json_agg(json_build_object('month', rent.month, 'amount', rent.amount
          + coalesce((select sum(amount) from rent_corrections where rent_corrections.company_id = rent.company_id
            and rent_corrections.tenancy_id = rent.tenancy_id
            and rent_corrections.month = rent.month), 0)) order by rent.month)
        from charges rent where rent.company_id = bills.company_id and rent.bill_id = bills.id
          and rent.kind = 'rent')`.as('months'),
    )
    .orderBy('bills.id')
    .execute()
  const first = bills[0]
  if (!first) return null
  const before = await listHeld(tx, company_id, tenancy_id)
  const { user_id, first_month } = first
  return { company_id, tenancy_id, user_id, first_month, bills, before }
}

/** What an act on stays changed of the bills. */
export interface Settled {
  changes: (BilledChange & { bill_id: number })[]
  leaving_percent: number | null
}

const NOTHING: Settled = { changes: [], leaving_percent: null }

/**
 * Enters what a change of stays means for months that are billed and haven't begun: each month by a correction of its own, which
 * counts from today, or from the day of the bill when that is to come.
 */
export async function settleBilled(
  tx: Db,
  { now }: Pick<Context, 'now'>,
  { id: entered_by }: Actor,
  billed: Billed | null,
): Promise<Settled> {
  if (!billed) return NOTHING
  const { company_id, tenancy_id, user_id, before, first_month } = billed
  const today = dayOf(now())
  const after = await listHeld(tx, company_id, tenancy_id)
  const settled: Settled = {
    changes: [],
    leaving_percent: billed.bills[0]?.leaving_percent ?? null,
  }
  for (const { id: bill_id, due_day, leaving_percent, months } of billed.bills) {
    const options = { today, firstMonth: first_month, leaving_percent }
    for (const change of changesOfBill(before, after, months, options)) {
      const { id: charge_id } = await tx
        .insertInto('charges')
        .values({
          ...{ company_id, user_id, tenancy_id, bill_id, entered_by },
          kind: 'correction',
          name: changeNames[change.why],
          month: change.month,
          amount: change.amount,
          reason: reasonOf(change, bill_id, leaving_percent),
          bill_due: later(due_day, today),
          created_at: now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('rent_corrections')
        .values({ company_id, tenancy_id, month: change.month, amount: change.amount, charge_id })
        .execute()
      settled.changes.push({ ...change, bill_id })
    }
  }
  return settled
}

function reasonOf({ why, month, amount }: BilledChange, bill: number, percent: number): string {
  const of = `${monthName(month)} of bill ${billNumber(bill)}`
  if (why === 'left')
    return percent === 100 ? `${of}: left before` : `${percent} % of ${of}: left before`
  if (why === 'back') return `${of}: stays after all`
  return `${of}: ${ksh(Math.abs(amount))} ${amount > 0 ? 'more' : 'less'} in the other room`
}

export const sumOf = ({ changes }: Settled): number =>
  changes.reduce((sum, { amount }) => sum + amount, 0)

/**
 * A person has seen what an act changes of a bill.
 * @throws {HttpError} 409 when it would be something else now
 */
export function requireChange(settled: Settled, expected: number | undefined) {
  if (expected === undefined || expected === sumOf(settled)) return
  throw conflict(
    'What this changes of the bill has just changed. Please check the new figures.',
    'changed_meanwhile',
  )
}

/** What an account owes with all bills that were made, whenever they are due. */
export async function sumBilled(db: Db, company_id: number, user_id: number): Promise<number> {
  const { rows } = await sql<{ owes: number }>`
    select ((select coalesce(sum(amount), 0) from charges
        where company_id = ${company_id} and user_id = ${user_id})
      - (select coalesce(sum(amount), 0) from payments
        where company_id = ${company_id} and user_id = ${user_id} and purpose = 'rent'))::float8 as owes`.execute(
    db,
  )
  return rows[0]?.owes ?? 0
}

export const shownChanges = (owes: number, settled: Settled): BilledChanges => ({
  before: owes - sumOf(settled),
  after: owes,
  changes: settled.changes.map(({ month, amount }) => ({ month, amount })),
  leaving_percent: settled.leaving_percent,
})
