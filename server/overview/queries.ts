import { type RawBuilder, sql } from 'kysely'
import type { Debtor } from '#contract/overview.ts'
import {
  addMonths,
  type Day,
  firstDay,
  type Month,
  monthStart,
  nextMonth,
  previousMonth,
} from '#rules/calendar.ts'
import { weekFrom, yearUpTo } from '#rules/overview.ts'
import { fullName } from '../auth/user-queries.ts'
import type { Db } from '../db/connect.ts'
import { sameCompany } from '../db/same-company.ts'
import { sumWaiting } from '../desk/queries.ts'
import { isOfRent, isOpeningBalance } from '../ledger/balance.ts'
import { rateOn } from '../tenancy/stay-queries.ts'

/** The company and the day at whose end the overview is asked for. */
export interface AsAt {
  company_id: number
  day: Day
  month: Month
  /** Entries from this instant on had not been made; null for today, which has them all. */
  until: Date | null
}

/** A condition for entries that had been made; for a `created_at`. */
export const wasEntered = (created_at: string, { until }: Pick<AsAt, 'until'>) =>
  until === null ? sql<boolean>`true` : sql<boolean>`${sql.ref(created_at)} < ${until}`

/** Stays, or times out of service, as they had been entered by an instant: those that are still so, and those that were changed since. */
export const asEntered = (
  table: 'stays' | 'room_closures',
  columns: string,
  { company_id, day, until }: AsAt & { until: Date },
) => sql`(
  select id, ${sql.raw(columns)} from ${sql.table(table)}
  where company_id = ${company_id} and ${wasRecorded({ day, until })}
  union all
  select ${sql.ref(table === 'stays' ? 'stay_id' : 'closure_id')}, ${sql.raw(columns)}
  from ${sql.table(`past_${table}`)}
  where company_id = ${company_id} and ${wasRecorded({ day, until })} and replaced_at >= ${until})`

/** Older rows don't say when they were entered: those that begin up to a month after the day count as entered. */
const wasRecorded = ({ day, until }: { day: Day; until: Date }) =>
  sql`(recorded_at < ${until} or recorded_at is null and from_day <= ${addMonths(day, 1)})`

export const stayColumns = 'company_id, tenancy_id, room_id, from_day, until_day'
const closureColumns = 'company_id, room_id, from_day, until_day, reason'

/** The database with stays and times out of service as they had been entered by the end of the day. */
export function asItWas(db: Db, asAt: AsAt): Db {
  const { until } = asAt
  if (until === null) return db
  const then = db
    .with('stays', () => asEntered('stays', stayColumns, { ...asAt, until }).$castTo<object>())
    .with('room_closures', () =>
      asEntered('room_closures', closureColumns, { ...asAt, until }).$castTo<object>(),
    )
  // Its tables have the same names and columns.
  return then as unknown as Db
}

/** When the first account, charge or payment was entered: ids are given in the order of entry. */
export async function findFirstEntry(db: Db, company_id: number): Promise<Date | null> {
  const first = (table: 'users' | 'charges' | 'payments') =>
    sql`(select created_at from ${sql.table(table)} where company_id = ${company_id} order by id limit 1)`
  const entry = sql<Date | null>`least(${first('users')}, ${first('charges')}, ${first('payments')})`
  const row = await db.selectNoFrom(entry.as('at')).executeTakeFirst()
  return row?.at ?? null
}

/**
 * The rooms with their rent on the day, as `listRooms` of tenancy orders them. A room that was added later is left out,
 * unless somebody lived in it; of rooms from before 2026-12 it is not known when they were added.
 */
export const listRoomsOn = (db: Db, { company_id, day, until }: AsAt) =>
  db
    .selectFrom('rooms')
    .where('company_id', '=', company_id)
    .select(['id', 'room_number', 'capacity'])
    .select((until === null ? sql.ref<number>('rate') : rateOn(day)).as('rate'))
    .select(
      (until === null
        ? sql<boolean>`true`
        : sql<boolean>`(created_at is null or created_at < ${until})`
      ).as('was_there'),
    )
    .orderBy('sort_key')
    .execute()

interface Accounts {
  /** The rent of the month that was asked for. */
  due: number
  charged: number
  unpaid: number
  /** Only the rent of tenants who were charged more than was taken off: a negative rent can't be paid. */
  payable: number
  /** Opening balances of imported tenants: debts, and their credit. */
  opening_owed: number
  opening_credit: number
  debtors: Omit<Debtor, 'room'>[]
}

/**
 * The rent due for a month, and the debt of every account on the day, by age: `arrearsByAge` of rules/overview.ts in SQL.
 */
export async function findArrears(db: Db, asAt: AsAt, month = asAt.month): Promise<Accounts> {
  const { company_id, day, month: now } = asAt
  const [one, two] = [previousMonth(now), previousMonth(previousMonth(now))]
  const dueIn = (one: Month) =>
    sql`greatest(coalesce(sum(amount) filter (where due_day >= ${firstDay(one)}
      and due_day < ${firstDay(nextMonth(one))} and due_day <= ${day}), 0), 0)`
  const { rows } = await sql<Accounts>`
    with charged as (
      select user_id, coalesce(sum(amount) filter (where due_day <= ${day}), 0) as total,
        coalesce(sum(amount) filter (where month = ${month} and ${isOfRent}), 0) as due,
        coalesce(sum(amount) filter (where month = ${month} and kind in ('fee', 'late_fee')), 0) as fees,
        coalesce(sum(amount) filter (where month = ${month} and ${isOpeningBalance}), 0) as opening,
        ${dueIn(now)} as c0, ${dueIn(one)} as c1, ${dueIn(two)} as c2
      from charges
      where company_id = ${company_id} and (due_day <= ${day} or month = ${month})
        and ${wasEntered('created_at', asAt)}
      group by user_id
    ), later as (
      select user_id, sum(greatest(amount, 0)) as total
      from (
        select user_id, sum(amount) as amount from charges
        where company_id = ${company_id} and month > ${month} and due_day <= ${day}
          and ${wasEntered('created_at', asAt)}
        group by user_id, month
      ) one
      group by user_id
    ), paid as (
      select user_id, sum(amount) as total from payments
      where company_id = ${company_id} and purpose = 'rent' and ${wasEntered('created_at', asAt)}
      group by user_id
    ), account as (
      select user_id, coalesce(charged.total, 0) - coalesce(paid.total, 0) as owed,
        coalesce(due, 0) as due, coalesce(fees, 0) as fees, coalesce(opening, 0) as opening, coalesce(c0, 0) as c0, coalesce(c1, 0) as c1, coalesce(c2, 0) as c2,
        coalesce(later.total, 0) as later
      from charged full join paid using (user_id) left join later using (user_id)
    ), aged as (
      select user_id, owed, due, fees, opening, later, least(greatest(owed, 0), c0) as this_month,
        least(greatest(owed - c0, 0), c1) as one_month,
        least(greatest(owed - c0 - c1, 0), c2) as two_months,
        greatest(owed - c0 - c1 - c2, 0) as older
      from account
    )
    select coalesce(sum(due), 0)::float8 as due,
      count(*) filter (where due > 0)::int as charged,
      coalesce(sum(least(greatest(owed - later - greatest(fees, 0), 0), greatest(due, 0))), 0)::float8 as unpaid,
      coalesce(sum(greatest(due, 0)), 0)::float8 as payable,
      coalesce(sum(greatest(opening, 0)), 0)::float8 as opening_owed,
      coalesce(sum(greatest(-opening, 0)), 0)::float8 as opening_credit,
      coalesce(json_agg(json_build_object(
        'id', user_id, 'full_name', ${fullName()}, 'owed', owed, 'this_month', this_month,
        'one_month', one_month, 'two_months', two_months, 'older', older
      ) order by owed desc, user_id) filter (where owed > 0), '[]') as debtors
    from aged join users on users.company_id = ${company_id} and users.id = aged.user_id`.execute(
    db,
  )
  return (
    rows[0] ?? {
      ...{ due: 0, charged: 0, unpaid: 0, payable: 0, opening_owed: 0, opening_credit: 0 },
      debtors: [],
    }
  )
}

/** Payments for rent and wifi in each of the twelve months up to the day's; months without any are left out. */
export async function sumPaymentsByMonth(db: Db, asAt: AsAt) {
  const { first, months } = yearUpTo(asAt.month)
  const starts = [...months, nextMonth(asAt.month)].map(monthStart)
  // Cheaper than to make a text of every payment's month.
  const month = sql<number>`width_bucket(paid_at, ${sql.val(starts)}::timestamptz[])`
  // Money that came, less what was taken back; a correction of an amount and a refund are no payments.
  const counted = sql<number>`sum(case when kind in ('refund', 'to_deposit') then 0 when kind <> 'correction' then 1
    when reverses_payment_id is not null then -1 else 0 end)::int`
  const rows = await db
    .selectFrom('ledger_payments')
    .where('company_id', '=', asAt.company_id)
    .where(wasEntered('created_at', asAt))
    .where('paid_at', '>=', monthStart(first))
    .where('paid_at', '<', monthStart(nextMonth(asAt.month)))
    .select([month.as('number'), 'purpose'])
    .select([sql<number>`sum(amount)::float8`.as('amount'), counted.as('count')])
    .groupBy(['number', 'purpose'])
    .execute()
  return rows.map(({ number, ...sums }) => ({ ...sums, month: months[number - 1] ?? null }))
}

/** The deposits that were held, which are no income, and their number. */
export async function sumHeldDeposits(db: Db, asAt: AsAt) {
  const held = db
    .selectFrom('deposit_entries')
    .where('company_id', '=', asAt.company_id)
    .where(wasEntered('created_at', asAt))
    .groupBy('user_id')
    .having(sql<boolean>`sum(amount) > 0`)
    .select(sql<number>`sum(amount)`.as('amount'))
  return db
    .selectFrom(held.as('held'))
    .select(sql<number>`coalesce(sum(amount), 0)::float8`.as('shillings'))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
}

/** The rent that was charged for each of the twelve months up to the day's. */
export const sumChargesByMonth = (db: Db, asAt: AsAt) =>
  db
    .selectFrom('charges')
    .where('company_id', '=', asAt.company_id)
    .where('month', 'in', yearUpTo(asAt.month).months)
    .where(isOfRent)
    .where(wasEntered('created_at', asAt))
    .select(['month', sql<number>`sum(amount)::float8`.as('due')])
    .groupBy('month')
    .execute()

/** Stays that begin or end in the seven days from the day on, with the rooms before and after them. */
export function listMoves(db: Db, asAt: AsAt) {
  const { company_id, day } = asAt
  const { last } = weekFrom(day)
  const neighbour = (condition: RawBuilder<unknown>) =>
    sql<string | null>`(select room_number from stays near
      join rooms on rooms.company_id = near.company_id and rooms.id = near.room_id
      where near.company_id = stays.company_id and near.tenancy_id = stays.tenancy_id
        and near.until_day is distinct from near.from_day and ${condition} limit 1)`
  return asItWas(db, asAt)
    .selectFrom('stays')
    .innerJoin('tenancies', sameCompany('tenancies.id', 'stays.tenancy_id'))
    .innerJoin('users', sameCompany('users.id', 'tenancies.user_id'))
    .innerJoin('rooms', sameCompany('rooms.id', 'stays.room_id'))
    .where('stays.company_id', '=', company_id)
    .where(
      sql<boolean>`(stays.from_day between ${day} and ${last}
        or stays.until_day between ${day} and ${last})`,
    )
    .where(sql<boolean>`stays.until_day is distinct from stays.from_day`)
    .select(['users.id', fullName().as('full_name'), 'rooms.room_number as room'])
    .select(['stays.from_day', 'stays.until_day'])
    .select(neighbour(sql`near.until_day = stays.from_day`).as('before'))
    .select(neighbour(sql`near.from_day = stays.until_day`).as('after'))
    .orderBy('users.id')
    .execute()
}

/** Items that waited on the desk at the end of the day. One that was dismissed and opened again counts as never closed. */
export async function countDeskItems(db: Db, asAt: AsAt) {
  const { company_id, until } = asAt
  const items = await db
    .selectFrom('desk_items')
    .where('company_id', '=', company_id)
    .where(wasEntered('created_at', asAt))
    .where(
      until === null
        ? sql<boolean>`closed_at is null`
        : sql<boolean>`(closed_at is null or closed_at >= ${until})`,
    )
    .groupBy(['amount', 'reason'])
    .select(['amount', 'reason', sql<number>`count(*)::int`.as('items')])
    .execute()
  return sumWaiting(items)
}
