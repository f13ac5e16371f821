import { sql } from 'kysely'
import * as contract from '#contract/calls.ts'
import type { Page } from '#contract/page.ts'
import { type Day, dayOf } from '#rules/calendar.ts'
import { fullName } from '../auth/user-queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { roomNumberOn } from '../tenancy/stay-queries.ts'
import {
  listAgreementsOf,
  listCallsWith,
  listCountingPayments,
  listGradedCharges,
  listHelbRounds,
} from './queries.ts'
import { judgeAll, nextPart, toGrade } from './standing.ts'

/** A group's place in the calling order. */
const rankOf = (group: contract.CallGroup) => sql.lit(contract.callGroups.indexOf(group))

/**
 * Everybody who owes rent, with the rank of their group: `judge` of rules/promise.ts in SQL, for the agreement in force.
 * `owed` is the balance of rules/ledger.ts; where a plan also covers bills to come, it may be more, namely the parts of the plan
 * that should be paid by today. `among` is a condition on `user_id`.
 */
const listed = (company_id: number, today: Day, among = sql<boolean>`true`) => sql`
  with in_force as (
    select distinct on (user_id) user_id, id, after_payment, owed_by from agreements
    where company_id = ${company_id} and agreed_at is not null and ended_at is null and ${among}
    order by user_id, agreed_at desc, id desc
  ), planned as (
    select in_force.user_id, sum(charges.amount) as ahead from in_force
    join charges on charges.company_id = ${company_id} and charges.user_id = in_force.user_id
      and charges.due_day > ${today} and charges.due_day <= in_force.owed_by
    where in_force.owed_by > ${today}
    group by in_force.user_id
  ), owing as (
    select user_id, coalesce(charged, 0) - coalesce(paid, 0) as owed, coalesce(ahead, 0) as ahead, last_payment from (
      -- In the order of an index that has all columns: its entries are added up as they come, without the tables.
      select user_id, sum(amount) as charged from (
        select user_id, amount from charges
        where company_id = ${company_id} and due_day <= ${today} and ${among}
        order by user_id offset 0
      ) charge group by user_id
    ) charges
    full join (
      select user_id, sum(amount) as paid, max(id) as last_payment from (
        select user_id, amount, id from payments
        where company_id = ${company_id} and purpose = 'rent' and ${among}
        order by user_id offset 0
      ) payment group by user_id
    ) payments using (user_id)
    full join planned using (user_id)
    where coalesce(charged, 0) > coalesce(paid, 0) or ahead > 0
  ), due as (
    select in_force.user_id,
      coalesce(sum(part.amount) filter (where due.day < ${today}), 0) as overdue,
      coalesce(sum(part.amount) filter (where due.day <= ${today}), 0) as by_today,
      sum(part.amount) as total,
      -- Most have paid nothing since.
      case when last_payment > in_force.after_payment then greatest(0, (
        select coalesce(sum(amount), 0) from ledger_payments payment
        where payment.company_id = ${company_id} and payment.user_id = in_force.user_id
          and payment.purpose = 'rent' and not payment.reversed and payment.origin > in_force.after_payment)) else 0 end as paid
    from in_force
    join owing using (user_id)
    join agreement_parts part on part.company_id = ${company_id} and part.agreement_id = in_force.id
    left join helb_rounds round on round.company_id = part.company_id
      and round.round = part.helb_round and round.kind = 'came'
    cross join lateral (select coalesce(part.day, round.day + part.days_after) as day) due
    group by in_force.user_id, in_force.id, in_force.after_payment, last_payment
  ), listed as (
    select owing.user_id, greatest(0, coalesce(overdue - due.paid, 0)) as missing,
      greatest(owed, least(owed + ahead, coalesce(by_today - due.paid, 0))) as owed,
      case when overdue > due.paid then ${rankOf('broken')} when by_today > due.paid then ${rankOf('today')}
        when due.total > due.paid then ${rankOf('promised')} else ${rankOf('no_promise')} end as rank,
      owing.user_id in (select calls.user_id from calls
        where calls.company_id = ${company_id} and calls.day = ${today}) as called
    from owing left join due using (user_id)
    where owed > 0 or by_today > due.paid and owed + ahead > 0
  )`

const isIn: Record<contract.CallList, ReturnType<typeof sql<boolean>>> = {
  to_call: sql<boolean>`not called and rank <> ${rankOf('promised')}`,
  promised: sql<boolean>`not called and rank = ${rankOf('promised')}`,
  called: sql<boolean>`called`,
}

interface ListedRow {
  id: number
  full_name: string
  phone: string | null
  room: string | null
  owed: number
  missing: number
  /** The group's place in the calling order. */
  rank: number
}

/** One page of a list, in calling order. Nobody is on two consecutive pages. */
export async function listCallPage(
  { db, now }: Context,
  company_id: number,
  { list, before, after, limit }: Page & { list: contract.CallList },
): Promise<ListedRow[]> {
  const today = dayOf(now())
  const edge = before ?? after
  const order = sql.raw(after === undefined ? 'asc' : 'desc')
  const key = sql`(rank, - owed, user_id)`
  const beyond =
    edge === undefined
      ? sql`true`
      : sql`${key} ${sql.raw(after === undefined ? '>' : '<')}
          (select rank, - owed, user_id from listed where user_id = ${edge})`
  const { rows } = await sql<ListedRow>`
    ${listed(company_id, today)},
    page as (
      select * from listed where ${isIn[list]} and ${beyond}
      order by rank ${order}, owed ${sql.raw(after === undefined ? 'desc' : 'asc')}, user_id ${order}
      limit ${limit}
    )
    select users.id, ${fullName()} as full_name, users.phone, owed::float8 as owed,
      missing::float8 as missing, rank,
      ${roomNumberOn('users.company_id', 'users.id', today)} as room
    from page join users on users.company_id = ${company_id} and users.id = page.user_id
    order by rank ${order}, owed ${sql.raw(after === undefined ? 'desc' : 'asc')}, user_id ${order}`.execute(
    db,
  )
  return rows
}

/** Adds the details that the list shows of the tenants on a page: group, next part, grade and last call. */
export async function describeCalls(
  { db, now }: Context,
  company_id: number,
  rows: ListedRow[],
): Promise<contract.CallRow[]> {
  const users = rows.map(({ id }) => id)
  if (users.length === 0) return []
  const [agreements, payments, rounds, charges, calls] = await Promise.all([
    listAgreementsOf(db, company_id, users),
    listCountingPayments(db, company_id, users),
    listHelbRounds(db, company_id),
    listGradedCharges(db, company_id, users),
    listCallsWith(db, company_id, users, 10 * users.length),
  ])
  const byUser = Map.groupBy(agreements, ({ user_id }) => user_id)
  return rows.map(({ rank, ...row }) => {
    const paid = payments.get(row.id) ?? []
    const judged = judgeAll(byUser.get(row.id) ?? [], paid, rounds, now())
    const next = nextPart(judged)
    const last = calls.find(({ user_id }) => user_id === row.id)
    return {
      ...row,
      group: contract.callGroups[rank] ?? 'no_promise',
      next: next && {
        kind: next.current.row.kind,
        amount: next.part.unpaid,
        day: next.part.day,
        days_after: next.part.days_after,
      },
      grade: toGrade(charges.get(row.id) ?? [], paid, now()),
      last_call: last ? { outcome: last.outcome, day: last.day, by: last.by } : null,
    }
  })
}

export async function countCalls({ db, now }: Pick<Context, 'db' | 'now'>, company_id: number) {
  const sums = (list: contract.CallList) => sql`
    count(*) filter (where ${isIn[list]})::int as ${sql.ref(`${list}_count`)},
    coalesce(sum(owed) filter (where ${isIn[list]}), 0)::float8 as ${sql.ref(`${list}_sum`)}`
  const { rows } = await sql<Record<`${contract.CallList}_${'count' | 'sum'}`, number>>`
    ${listed(company_id, dayOf(now()))}
    select ${sums('to_call')}, ${sums('promised')}, ${sums('called')} from listed`.execute(db)
  const of = (list: contract.CallList) => ({
    count: rows[0]?.[`${list}_count`] ?? 0,
    shillings: rows[0]?.[`${list}_sum`] ?? 0,
  })
  return { to_call: of('to_call'), promised: of('promised'), called: of('called') }
}

/** How many tenants are to be called because of a broken promise or plan, and how much is missing in all. */
export async function countBroken(
  { db, now }: Pick<Context, 'db' | 'now'>,
  company_id: number,
): Promise<{ count: number; shillings: number }> {
  // Only accounts with an agreement are added up: most tenants have none.
  const withAgreement = sql<boolean>`user_id in (select agreements.user_id from agreements
    where agreements.company_id = ${company_id} and agreed_at is not null and ended_at is null)`
  const { rows } = await sql<{ count: number; shillings: number }>`
    ${listed(company_id, dayOf(now()), withAgreement)}
    select count(*)::int as count, coalesce(sum(least(missing, owed)), 0)::float8 as shillings
    from listed where rank = ${rankOf('broken')} and ${isIn.to_call}`.execute(db)
  return rows[0] ?? { count: 0, shillings: 0 }
}

const MOST_PROPOSALS = 50

/** Plans that tenants proposed and staff haven't decided, oldest first. */
export const listProposals = (db: Db, company_id: number) =>
  db
    .selectFrom('agreements')
    .innerJoin('users', (join) =>
      join
        .onRef('users.company_id', '=', 'agreements.company_id')
        .onRef('users.id', '=', 'agreements.user_id'),
    )
    .where('agreements.company_id', '=', company_id)
    .where('agreements.agreed_at', 'is', null)
    .where('agreements.ended_at', 'is', null)
    .where('agreements.made_by', 'is', null)
    .select(['agreements.id', 'agreements.user_id', fullName().as('full_name')])
    .orderBy('agreements.id')
    .limit(MOST_PROPOSALS)
    .execute()
