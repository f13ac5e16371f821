import { sql } from 'kysely'
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
import { conflict } from '../http/errors.ts'
import type { Actor } from '../staff-log.ts'

export type HeldStay = Stay & { room_id: number }

export const listHeld = (db: Db, company_id: number, tenancy_id: number): Promise<HeldStay[]> =>
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

/** A tenancy's bills with months to come, and its current stays; null when there is no such bill. */
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
      // The amounts include corrections of rent, which staff may have entered.
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

/** The changes to bills that a change of stays has caused. */
export interface Settled {
  changes: BilledChange[]
  leaving_percent: number | null
}

const NOTHING: Settled = { changes: [], leaving_percent: null }

type Actors = [tx: Db, context: Pick<Context, 'now'>, staff: Pick<Actor, 'id'>]
interface Of {
  company_id: number
  tenancy_id: number
  user_id: number
  /** The month's bill; null for rent charged by the month, whose correction counts in the current month. */
  bill: { id: number; due_day: Day; leaving_percent: number } | null
}

/** Enters the correction of one month's rent, and which month it corrects. */
export async function insertChange(
  [tx, { now }, { id: entered_by }]: Actors,
  { company_id, tenancy_id, user_id, bill }: Of,
  change: BilledChange,
  reason: string,
) {
  const { month, amount, why } = change
  const of = bill
    ? { tenancy_id, bill_id: bill.id, month, bill_due: later(bill.due_day, dayOf(now())) }
    : { month: monthOf(now()) }
  const { id: charge_id } = await tx
    .insertInto('charges')
    .values({
      ...{ company_id, user_id, entered_by, amount, reason },
      ...of,
      kind: 'correction',
      name: changeNames[why],
      created_at: now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('rent_corrections')
    .values({ company_id, tenancy_id, month, amount, charge_id })
    .execute()
}

/**
 * Corrects months that are billed and haven't begun after a change of stays. Each month gets a correction of its own, which
 * counts from today, or from the bill's due day if that is later.
 */
export async function settleBilled(
  tx: Db,
  { now }: Pick<Context, 'now'>,
  staff: Actor,
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
      const of = {
        company_id,
        tenancy_id,
        user_id,
        bill: { id: bill_id, due_day, leaving_percent },
      }
      await insertChange(
        [tx, { now }, staff],
        of,
        change,
        reasonOf(change, bill_id, leaving_percent),
      )
      settled.changes.push(change)
    }
  }
  return settled
}

function reasonOf({ why, month, amount }: BilledChange, bill: number, percent: number): string {
  const of = `${monthName(month)} of bill ${billNumber(bill)}`
  if (why === 'left')
    return percent === 100 ? `${of}: left before` : `${percent}% of ${of}: left before`
  if (why === 'back') return `${of}: stays after all`
  return `${of}: ${ksh(Math.abs(amount))} ${amount > 0 ? 'more' : 'less'} in the other room`
}

export const sumOf = ({ changes }: Pick<Settled, 'changes'>): number =>
  changes.reduce((sum, { amount }) => sum + amount, 0)

/**
 * Checks the change of charged rent against the one that was shown to the user.
 * @throws {HttpError} 409 when it differs
 */
export function requireChange(sum: number, expected: number | null) {
  if (expected === null || expected === sum) return
  throw conflict(
    'What this changes of the rent has just changed. Please check the new figures.',
    'changed_meanwhile',
  )
}

/** What an account owes including all bills that were made, even those not due yet. */
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
