import { sql } from 'kysely'
import type { EntryList } from '#contract/overview.ts'
import type { Page } from '#contract/page.ts'
import { type Month, monthStart, nextMonth } from '#rules/calendar.ts'
import type { Charge } from '#rules/ledger.ts'
import type { PaymentKind } from '#rules/payment.ts'
import { fullName } from '../auth/user-queries.ts'
import type { Db } from '../db/connect.ts'
import { isOfRent } from '../ledger/balance.ts'
import { isPaidWithin } from '../ledger/queries.ts'
import { type AsAt, asEntered, stayColumns, wasEntered } from './queries.ts'

interface ListedEntry {
  id: number
  user_id: number
  full_name: string
  room: string | null
  at: Date
  amount: number
  kind: string
  payment_id: number | null
  how: PaymentKind | 'desk' | null
  /** For a payment of rent: what its account was charged by month, and what it had paid before. */
  charged: Charge[] | null
  paid_before: number | null
}

/** One page of what a figure counts, the latest first. */
export function listEntries(
  db: Db,
  asAt: AsAt,
  { of, month, before, after, limit }: Page & { of: EntryList; month: Month },
) {
  const { company_id, day, until } = asAt
  const [order, beyond] = after === undefined ? ['desc', '<'] : ['asc', '>']
  const [direction, edge] = [sql.raw(order), before ?? after]
  const entries =
    of === 'due'
      ? sql`(select id, user_id, created_at as at, amount, kind, null::int as payment_id, created_at,
            null::int as entered_by, null as came_as
          from charges where company_id = ${company_id} and month = ${month} and ${isOfRent})`
      : sql`(select id, user_id, paid_at as at, amount, kind, id as payment_id, created_at, entered_by, came_as
          from ledger_payments payment
          where company_id = ${company_id} and purpose = ${of === 'wifi' ? 'wifi' : 'rent'}
            and ${isPaidWithin(company_id, monthStart(month), monthStart(nextMonth(month)))})`
  const onPage =
    edge === undefined
      ? sql`true`
      : sql`(entry.at, entry.id) ${sql.raw(beyond)} (select at, id from ${entries} edge where id = ${edge})`
  const then =
    until === null
      ? sql``
      : sql`with stays as ${asEntered('stays', stayColumns, { ...asAt, until })}`
  const none = sql`null`
  return sql<ListedEntry>`${then}
    select entry.id, entry.user_id, ${fullName()} as full_name, (
      select room_number from tenancies
      join stays on stays.company_id = tenancies.company_id and stays.tenancy_id = tenancies.id
      join rooms on rooms.company_id = stays.company_id and rooms.id = stays.room_id
      where tenancies.company_id = ${company_id} and tenancies.user_id = entry.user_id
        and stays.from_day <= ${day} and (stays.until_day is null or stays.until_day > ${day})
      limit 1) as room, entry.at, entry.amount, entry.kind, entry.payment_id,
      -- Staff credit money from the desk as paid to the paybill.
      case when entry.kind = 'paybill' and entry.entered_by is not null then 'desk' else entry.came_as end as how,
      ${of === 'collected' ? chargedByMonth(asAt) : none} as charged,
      ${of === 'collected' ? paidBefore(asAt) : none} as paid_before
    from ${entries} entry
    join users on users.company_id = ${company_id} and users.id = entry.user_id
    where ${wasEntered('entry.created_at', asAt)} and ${onPage}
    order by entry.at ${direction}, entry.id ${direction}
    limit ${limit}`.execute(db)
}

/** The charges of an entry's account that are due, by month. */
const chargedByMonth = (asAt: AsAt) => sql`(
  select coalesce(json_agg(json_build_object('month', month, 'amount', amount) order by month), '[]')
  from (
    select month, sum(amount) as amount from charges
    where charges.company_id = ${asAt.company_id} and charges.user_id = entry.user_id
      and due_day <= ${asAt.day} and ${wasEntered('charges.created_at', asAt)}
    group by month
  ) one)`

/** What an entry's account had paid before it. */
const paidBefore = (asAt: AsAt) => sql`(
  select coalesce(sum(earlier.amount), 0)::float8
  from ledger_payments earlier
  where earlier.company_id = ${asAt.company_id} and earlier.user_id = entry.user_id
    and earlier.purpose = 'rent' and ${wasEntered('earlier.created_at', asAt)}
    and (earlier.paid_at, earlier.id) < (entry.at, entry.id))`
