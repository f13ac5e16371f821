import { type RawBuilder, sql } from 'kysely'
import type { tenantOrders, tenantStates } from '#contract/tenants.ts'
import type { Day } from '#rules/calendar.ts'
import { roomKey } from '#rules/room-pattern.ts'
import { plainTyped } from '#rules/typed.ts'
import { fullName } from '../auth/user-queries.ts'
import type { Db } from '../db/connect.ts'
import { sameCompany } from '../db/same-company.ts'
import { balanceOf } from '../ledger/balance.ts'
import { currentOrPlanned, lastStayEnd } from './stay-queries.ts'

/** For a pattern of `like`. */
export const literally = (text: string) => text.replace(/[\\%_]/g, (sign) => `\\${sign}`)

/** A condition for users whose name has every typed word in it, whatever its accents; an apostrophe alone is no word. */
export const hasName = (typed: string) =>
  sql<boolean>`(name_key_of(${typed}) ~ '\\S' and ${sql.join(
    typed
      .trim()
      .split(/\s+/)
      .map((word) => sql`users.name_key like name_key_of(${`%${literally(word)}%`})`),
    sql` and `,
  )})`

/** A condition for room numbers that begin with what was typed, as `roomKey` compares them. */
export const beginsAsRoom = (room: RawBuilder<unknown>, typed: string) =>
  sql<boolean>`regexp_replace(lower(${room}), '\\s+', '', 'g') like ${`${literally(roomKey(typed))}%`}`

interface Filter {
  q?: string | undefined
  state?: (typeof tenantStates)[number] | undefined
}
type TenantOrder = (typeof tenantOrders)[number]

const owedBy = (today: Day) =>
  sql<number>`(select balance.due from ${balanceOf('users.id', today)})`

/** Ascending; who has no leaving date comes last. */
const keys: Record<TenantOrder, (today: Day) => RawBuilder<unknown>> = {
  name: () => sql`users.name_key`,
  room: () => sql`rooms.sort_key`,
  owes: (today) => sql`- ${owedBy(today)}`,
  since: () => sql`date '2000-01-01' - current.from_day`,
  until: () => sql`coalesce(${lastStayEnd}, 'infinity')`,
}

/** Tenants who have a room today or will have one, with their first room. */
function selectTenants(db: Db, company_id: number, today: Day, { q = '', state }: Filter) {
  const tenants = db
    .selectFrom('users')
    .innerJoin('tenancies', sameCompany('tenancies.user_id', 'users.id'))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('stays')
          .whereRef('stays.company_id', '=', 'tenancies.company_id')
          .whereRef('stays.tenancy_id', '=', 'tenancies.id')
          .where(currentOrPlanned(today))
          .select(['stays.company_id', 'stays.room_id', 'stays.from_day'])
          .orderBy('stays.from_day')
          .limit(1)
          .as('current'),
      (join) => join.onTrue(),
    )
    .innerJoin('rooms', sameCompany('rooms.id', 'current.room_id'))
    .where('users.company_id', '=', company_id)
    .where('tenancies.ended_day', 'is', null)
  const searched = plainTyped(q)
  const found =
    searched === ''
      ? tenants
      : tenants.where(({ or }) =>
          or([hasName(searched), beginsAsRoom(sql`rooms.room_number`, searched)]),
        )
  switch (state) {
    case 'owes':
      return found.where(owedBy(today), '>', 0)
    case 'credit':
      return found.where(owedBy(today), '<', 0)
    case 'coming':
      return found.where('current.from_day', '>', today)
    case 'leaving':
      return found.where(lastStayEnd, 'is not', null)
    default:
      return found
  }
}

interface PageOfTenants extends Filter {
  sort: TenantOrder
  /** The id of the last tenant of the page before. */
  before?: number | undefined
  limit: number
}

/** A page of the tenants that fit, with what they owe. */
export function listTenantPage(
  db: Db,
  company_id: number,
  today: Day,
  { sort, before, limit, ...filter }: PageOfTenants,
) {
  const key = keys[sort](today)
  const edge = selectTenants(db, company_id, today, {})
    .where('users.id', '=', before ?? 0)
    .select([key.as('key'), 'users.id'])
  const page = selectTenants(db, company_id, today, filter)
    .$if(before !== undefined, (query) => query.where(sql<boolean>`(${key}, users.id) > (${edge})`))
    .select(['users.company_id', 'users.id', fullName().as('full_name')])
    .select(['rooms.room_number as room', 'current.from_day as from', lastStayEnd.as('until')])
    .select(key.as('key'))
    .orderBy('key')
    .orderBy('users.id')
    .limit(limit)
  return db
    .selectFrom(page.as('page'))
    .innerJoinLateral(balanceOf('page.id', today), (join) => join.onTrue())
    .select(['page.id', 'page.full_name', 'page.room', 'page.from', 'page.until'])
    .select('balance.due as balance')
    .orderBy('page.key')
    .orderBy('page.id')
    .execute()
}

/** How many tenants fit, how many of them owe and what, and how many tenants there are in all. */
export async function countTenants(db: Db, company_id: number, today: Day, filter: Filter) {
  const tenants = (filter: Filter) => selectTenants(db, company_id, today, filter)
  const [fitting, { all }] = await Promise.all([
    tenants(filter)
      .innerJoinLateral(balanceOf('users.id', today), (join) => join.onTrue())
      .select(sql<number>`count(*)::int`.as('fitting'))
      .select(sql<number>`(count(*) filter (where balance.due > 0))::int`.as('owing'))
      .select(sql<number>`coalesce(sum(greatest(balance.due, 0)), 0)::int`.as('owed'))
      .executeTakeFirstOrThrow(),
    tenants({}).select(sql<number>`count(*)::int`.as('all')).executeTakeFirstOrThrow(),
  ])
  return { ...fitting, all }
}
