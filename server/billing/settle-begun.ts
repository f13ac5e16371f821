import { sql } from 'kysely'
import {
  type BegunMonth,
  type BilledChange,
  billNumber,
  changeNames,
  changesOfBegun,
} from '#rules/bill.ts'
import { type Day, dayOf, formatDay, type Month, monthName, monthOf } from '#rules/calendar.ts'
import type { FirstMonth } from '#rules/ledger.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { conflict } from '../http/errors.ts'
import { isStanding } from '../ledger/queries.ts'
import type { Actor } from '../staff-log.ts'
import { type HeldStay, insertChange, listHeld } from './settle.ts'

/** Months whose rent was charged before staff heard of a change of stays. */

interface ChargedMonth extends BegunMonth {
  /** The amount that was charged originally. */
  original: number
  /** Whether a departure or change of room that was told after the month had begun took something off its rent. */
  is_corrected: boolean
  /** What the latest such departure took off. What a bill gave back before the month began stays given back. */
  taken_off: number
  bill_id: number | null
  due_day: Day
}

interface Begun {
  company_id: number
  tenancy_id: number
  user_id: number
  first_month: FirstMonth
  months: ChargedMonth[]
  before: HeldStay[]
}

/** A month for which the rules would charge another amount now than was charged. */
export interface Difference {
  month: Month
  before: number
  after: number
  /** An earlier move took off what is charged again now, so that nobody may leave it off. */
  always: boolean
}

/** A tenancy's charged months that have begun, and its current stays; null when there is no such month. */
export async function loadBegun(
  tx: Db,
  { now }: Pick<Context, 'now'>,
  company_id: number,
  tenancy_id: number,
): Promise<Begun | null> {
  const corrected = sql<number>`coalesce((select sum(amount) from rent_corrections
    where rent_corrections.company_id = charges.company_id
      and rent_corrections.tenancy_id = charges.tenancy_id
      and rent_corrections.month = charges.month), 0)`
  const ofMonth = sql`from rent_corrections part
    join charges entry on entry.company_id = part.company_id and entry.id = part.charge_id
    where part.company_id = charges.company_id and part.tenancy_id = charges.tenancy_id
      and part.month = charges.month
      and entry.created_at >= (charges.month || '-01')::timestamp at time zone 'Africa/Nairobi'`
  const isCorrected = sql<boolean>`exists (select ${ofMonth} and part.amount < 0
    and entry.name in (${changeNames.left}, ${changeNames.room}))`
  const takenOff = sql<number>`coalesce((
    select case when entry.name = ${changeNames.left} then -part.amount else 0 end
    ${ofMonth} and entry.name in (${changeNames.left}, ${changeNames.back})
    order by entry.id desc limit 1), 0)`
  const rows = await tx
    .selectFrom('charges')
    .innerJoin('companies', 'companies.id', 'charges.company_id')
    .leftJoin('bills', (join) =>
      join
        .onRef('bills.company_id', '=', 'charges.company_id')
        .onRef('bills.id', '=', 'charges.bill_id'),
    )
    .where('charges.company_id', '=', company_id)
    .where('charges.tenancy_id', '=', tenancy_id)
    .where('charges.kind', '=', 'rent')
    .where(isStanding())
    .where('charges.month', '<=', monthOf(now()))
    .orderBy('charges.month')
    .select(['charges.month', 'charges.first_month', 'charges.user_id', 'charges.bill_id'])
    .select(['charges.amount as original', 'charges.due_day'])
    .select('companies.first_month as rule')
    .select(sql<number>`(charges.amount + ${corrected})::int`.as('amount'))
    .select(isCorrected.as('is_corrected'))
    .select(takenOff.as('taken_off'))
    .select(sql<number>`coalesce(bills.leaving_percent, 100)`.as('leaving_percent'))
    .execute()
  const [first] = rows
  if (!first) return null
  return {
    ...{ company_id, tenancy_id, user_id: first.user_id, first_month: first.rule, months: rows },
    before: await listHeld(tx, company_id, tenancy_id),
  }
}

/** Whether a departure that was told late took something off a month that nobody has charged again since. */
export const wasGivenBack = ({ taken_off }: ChargedMonth): boolean => taken_off > 0

/** What departures that were told late have taken off since a month, and what of that isn't charged again now. */
export const staysOff = (begun: Begun | null, from: Month, changes: readonly BilledChange[]) =>
  (begun?.months ?? [])
    .filter(({ month }) => month >= from)
    .reduce((sum, { month, taken_off }) => {
      const again = changes.find((change) => change.month === month)?.amount ?? 0
      return sum + Math.max(0, taken_off - again)
    }, 0)

/**
 * Compares the rent charged with what the rules would charge after a change of stays, and enters the difference for each chosen
 * month, and each in which it charges again what an earlier move took off, by a correction of its own, which counts from today.
 * @throws {HttpError} 409 when a chosen month has no difference (any more)
 */
export async function settleBegun(
  tx: Db,
  context: Pick<Context, 'now'>,
  staff: Actor,
  begun: Begun | null,
  chosen: readonly Month[] | 'all',
  { reason, isMeant = () => true }: { reason: string; isMeant?: (month: ChargedMonth) => boolean },
): Promise<{ differences: Difference[]; changes: BilledChange[] }> {
  const differences: Difference[] = []
  const changes: BilledChange[] = []
  const { company_id, tenancy_id, user_id, first_month, before } = begun ?? NONE
  const today = dayOf(context.now())
  const months = (begun?.months ?? []).filter(isMeant)
  const after = begun ? await listHeld(tx, company_id, tenancy_id) : []
  for (const change of changesOfBegun(before, after, months, { today, firstMonth: first_month })) {
    const month = months.find((one) => one.month === change.month)
    if (!month) continue
    const { amount, bill_id, due_day, leaving_percent } = month
    const always = change.amount > 0 && month.is_corrected && amount < month.original
    differences.push({ month: change.month, before: amount, after: amount + change.amount, always })
    if (!always && chosen !== 'all' && !chosen.includes(change.month)) continue
    const bill = bill_id === null ? null : { id: bill_id, due_day, leaving_percent }
    const of = `${monthName(change.month)}${bill ? ` of bill ${billNumber(bill.id)}` : ''}`
    const entry = { company_id, tenancy_id, user_id, bill }
    await insertChange([tx, context, staff], entry, change, `${of}: ${reason}`)
    changes.push(change)
  }
  if (chosen !== 'all' && chosen.some((one) => !changes.some(({ month }) => month === one))) {
    throw conflict(
      'What this changes of the rent has just changed. Please check the new figures.',
      'changed_meanwhile',
    )
  }
  return { differences, changes }
}

const NONE = {
  ...{ company_id: 0, tenancy_id: 0, user_id: 0, first_month: 'full' as const },
  before: [] as HeldStay[],
}

/** Reasons for correcting rent that was charged. */
export const reasons = {
  left: (day: Day, from: Day) =>
    day === from ? 'never had the room' : `left on ${formatDay(day)}`,
  moved: (room: string, day: Day) => `in ${room} from ${formatDay(day)}`,
  back: (day: Day) => `has a room again from ${formatDay(day)}`,
  stays: 'stays after all',
}
