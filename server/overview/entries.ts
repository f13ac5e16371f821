import { type RawBuilder, sql } from 'kysely'
import type { EntryList } from '#contract/overview.ts'
import type { Page } from '#contract/page.ts'
import { type Month, monthStart, nextMonth } from '#rules/calendar.ts'
import type { Charge } from '#rules/ledger.ts'
import type { PaymentKind } from '#rules/payment.ts'
import { fullName } from '../auth/user-queries.ts'
import type { Db } from '../db/connect.ts'
import { isOfRent } from '../ledger/balance.ts'
import { cameAs, paidAt } from '../ledger/queries.ts'
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

/**
 * One page of what a figure counts, the latest first. Every part of it is read in the order of an index, so that it
 * costs the same in a table of a million entries.
 */
export function listEntries(
  db: Db,
  asAt: AsAt,
  { of, month, ...page }: Page & { of: EntryList; month: Month },
) {
  const order = sql.raw(page.after === undefined ? 'desc' : 'asc')
  const entries =
    of === 'due' ? pageOfCharges(asAt, month, page) : pageOfPayments(asAt, of, month, page)
  const { until } = asAt
  const then =
    until === null
      ? sql``
      : sql`with stays as ${asEntered('stays', stayColumns, { ...asAt, until })}`
  const none = sql`null`
  return sql<ListedEntry>`${then}
    select entry.*, ${fullName()} as full_name,
      -- Staff credit money from the desk as paid to the paybill.
      case when payments.kind = 'paybill' and payments.entered_by is not null then 'desk' else ${cameAs} end as how,
      ${of === 'collected' ? chargedByMonth(asAt) : none} as charged,
      ${of === 'collected' ? paidBefore(asAt) : none} as paid_before, (
      select room_number from tenancies
      join stays on stays.company_id = tenancies.company_id and stays.tenancy_id = tenancies.id
      join rooms on rooms.company_id = stays.company_id and rooms.id = stays.room_id
      where tenancies.company_id = ${asAt.company_id} and tenancies.user_id = entry.user_id
        and stays.from_day <= ${asAt.day}
        and (stays.until_day is null or stays.until_day > ${asAt.day})
      limit 1) as room
    from (${entries}) entry
    join users on users.company_id = ${asAt.company_id} and users.id = entry.user_id
    left join payments on payments.company_id = ${asAt.company_id} and payments.id = entry.payment_id
    left join receipts on receipts.company_id = ${asAt.company_id} and receipts.payment_id = entry.payment_id
    order by entry.at ${order}, entry.id ${order}
    limit ${page.limit}`.execute(db)
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
  from payments earlier
  left join receipts known on known.company_id = earlier.company_id and known.payment_id = earlier.id
  where earlier.company_id = ${asAt.company_id} and earlier.user_id = entry.user_id
    and earlier.purpose = 'rent' and ${wasEntered('earlier.created_at', asAt)}
    and (coalesce(known.paid_at, earlier.paid_at), earlier.id) < (entry.at, entry.id))`

/** The part of a page's query that its direction decides. */
function directionOf({ before, after, limit }: Page) {
  const latestFirst = after === undefined
  const order = sql.raw(latestFirst ? 'desc' : 'asc')
  return {
    latestFirst,
    edge: before ?? after,
    /** A condition for rows on the page's side of a row. */
    beyond: (key: RawBuilder<unknown>, of: RawBuilder<unknown>) =>
      sql`${key} ${sql.raw(latestFirst ? '<' : '>')} ${of}`,
    /** The end of a query for the rows of the page. */
    first: (at: RawBuilder<unknown>, id: RawBuilder<unknown>, rows = sql`${limit}`) =>
      sql`order by ${at} ${order}, ${id} ${order} limit ${rows}`,
  }
}

function pageOfCharges(asAt: AsAt, month: Month, page: Page) {
  const { edge, beyond, first } = directionOf(page)
  const { company_id } = asAt
  const key = sql`(charges.created_at, charges.id)`
  const edgeKey = sql`(select created_at, id from charges
    where company_id = ${company_id} and id = ${edge ?? null})`
  return sql`
    select id, user_id, created_at as at, amount, kind, null::int as payment_id
    from charges
    where company_id = ${company_id} and month = ${month} and ${isOfRent}
      and ${wasEntered('charges.created_at', asAt)}
      and ${edge === undefined ? sql`true` : beyond(key, edgeKey)}
    ${first(sql`created_at`, sql`id`)}`
}

/**
 * A payment's time is that of its receipt where M-Pesa has told one, so a page is the first rows of two: payments by the
 * time of their receipt, and those without by their own, which are looked for up to the last row of the former only.
 */
function pageOfPayments(asAt: AsAt, of: 'collected' | 'wifi', month: Month, page: Page) {
  const { latestFirst, edge, beyond, first } = directionOf(page)
  const { company_id } = asAt
  const [start, end] = [monthStart(month), monthStart(nextMonth(month))]
  const edgeKey = sql`(select ${paidAt}, payments.id from payments
    left join receipts on receipts.company_id = payments.company_id
      and receipts.payment_id = payments.id
    where payments.company_id = ${company_id} and payments.id = ${edge ?? null})`
  const counts = (at: RawBuilder<unknown>) => sql`payments.company_id = ${company_id}
    and purpose = ${of === 'wifi' ? 'wifi' : 'rent'}
    and ${at} >= ${start} and ${at} < ${end}
    and ${wasEntered('payments.created_at', asAt)}
    and ${edge === undefined ? sql`true` : beyond(sql`(${at}, payments.id)`, edgeKey)}`
  const columns = (at: RawBuilder<unknown>) => sql`
    payments.id, payments.user_id, ${at} as at, payments.amount, payments.kind,
    payments.id as payment_id`
  const [byReceipt, byPayment] = [sql`receipts.paid_at`, sql`payments.paid_at`]
  return sql`
    with with_receipt as (
      select ${columns(byReceipt)}
      from receipts
      join payments on payments.company_id = receipts.company_id
        and payments.id = receipts.payment_id
      where receipts.company_id = ${company_id} and ${counts(byReceipt)}
      -- A limit as text: PostgreSQL then finds a plan for all values as good as one for these, and plans no page anew.
      ${first(byReceipt, sql`receipts.payment_id`, sql.lit(page.limit))}
    ), last as (
      select coalesce(
        case when count(*) = ${page.limit} then ${latestFirst ? sql`min(at)` : sql`max(at)`} end,
        ${latestFirst ? start : end}) as at
      from with_receipt
    ), without_receipt as (
      -- Lateral, for a plan that isn't parallel: its start would cost more than these few rows.
      select entry.* from last cross join lateral (
        select ${columns(byPayment)}
        from payments
        where ${counts(byPayment)}
          and payments.paid_at ${sql.raw(latestFirst ? '>=' : '<=')} last.at
          and not exists (select from receipts
            where receipts.company_id = payments.company_id and receipts.payment_id = payments.id
              and receipts.paid_at is not null)
        ${first(byPayment, sql`payments.id`)}
      ) entry
    )
    select * from with_receipt union all select * from without_receipt`
}
