import { sql } from 'kysely'
import type { Day } from '#rules/calendar.ts'
import { fullName } from '../auth/user-queries.ts'
import type { Db } from '../db/connect.ts'
import { sameCompany } from '../db/same-company.ts'
import { currentOrPlanned } from './stay-queries.ts'

/** For `orderBy`: G1, G2, G10 on every database. */
const naturalOrder = sql`natural_order(room_number) collate "C"`

/**
 * A condition for rooms in which a place is free from a day on, without an end.
 * @param tenant whose own stays from that day on count as free, since a transfer replaces them
 */
function isFree(from: Day, tenant?: number) {
  const own = sql<number>`coalesce((select stays.id from stays
    join tenancies on tenancies.company_id = stays.company_id and tenancies.id = stays.tenancy_id
    where stays.company_id = rooms.company_id and stays.room_id = rooms.id
      and tenancies.user_id = ${tenant ?? 0} and tenancies.ended_day is null
      and stays.from_day >= ${from} limit 1), 0)`
  return sql<boolean>`most_held(rooms.company_id, rooms.id, ${from}, null, ${own}) < capacity`
}

/** The rooms with a free place, see `isFree`. */
export const listFreeRooms = (db: Db, company_id: number, from: Day, tenant?: number) =>
  db
    .selectFrom('rooms')
    .where('company_id', '=', company_id)
    .where(isFree(from, tenant))
    .select(['id', 'room_number', 'rate'])
    .orderBy(naturalOrder)
    .execute()

/** All rooms, with the first day from which a place is free without an end (null when none is known). */
export function listRooms(
  db: Db,
  company_id: number,
  { from, tenant, today }: { from: Day; tenant?: number | undefined; today: Day },
) {
  const freeFrom = sql<{ day: Day | null }>`(select min(days.day) as day from (
      select ${today}::date as day
      union
      select until_day from stays where stays.company_id = rooms.company_id
        and stays.room_id = rooms.id and until_day > ${today}
    ) days
    where most_held(rooms.company_id, rooms.id, days.day, null, 0) < capacity)`
  // A place that is free from a day on is free from every later day on; `isFree` would count the stays twice.
  const free =
    tenant === undefined
      ? sql<boolean>`coalesce(free_from.day <= ${from}, false)`
      : isFree(from, tenant)
  return db
    .selectFrom('rooms')
    .innerJoinLateral(freeFrom.as('free_from'), (join) => join.onTrue())
    .where('company_id', '=', company_id)
    .select(['id', 'room_number', 'rate', 'capacity', 'free_from.day as free_from'])
    .select(free.as('free'))
    .orderBy(naturalOrder)
    .execute()
}

/** Who lives in which room or will, by the first day. */
export const listOccupants = (db: Db, company_id: number, today: Day) =>
  db
    .selectFrom('stays')
    .innerJoin('tenancies', sameCompany('tenancies.id', 'stays.tenancy_id'))
    .innerJoin('users', sameCompany('users.id', 'tenancies.user_id'))
    .where('stays.company_id', '=', company_id)
    .where(currentOrPlanned(today))
    .select(['stays.room_id', 'users.id', fullName().as('full_name')])
    .select(['stays.from_day as from', 'stays.until_day as until'])
    .orderBy('stays.from_day')
    .orderBy('stays.id')
    .execute()

export function findRoom(db: Db, company_id: number, id: number) {
  return db
    .selectFrom('rooms')
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .select(['id', 'room_number', 'rate'])
    .executeTakeFirst()
}

export function findRoomByNumber(db: Db, company_id: number, room_number: string) {
  return db
    .selectFrom('rooms')
    .where('company_id', '=', company_id)
    .where('room_number', '=', room_number)
    .select(['id', 'room_number', 'rate', 'capacity'])
    .executeTakeFirst()
}
