import { type RawBuilder, sql, type Updateable } from 'kysely'
import type { Day } from '#rules/calendar.ts'
import { roomKey } from '#rules/room-pattern.ts'
import { fullName } from '../auth/user-queries.ts'
import type { Db } from '../db/connect.ts'
import { sameCompany } from '../db/same-company.ts'
import type { Schema } from '../db/schema.ts'
import { currentOrPlanned, rateOn } from './stay-queries.ts'

/** For `orderBy`: G1, G2, G10 on every database. */
export const naturalOrder = sql`rooms.sort_key`

/** A condition for rooms that are in service from a day on. */
const isOpenFrom = (day: Day | RawBuilder<unknown>) =>
  sql<boolean>`not is_closed_from(rooms.company_id, rooms.id, ${day})`

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
  return sql<boolean>`(most_held(rooms.company_id, rooms.id, ${from}, null, ${own}) < capacity
    and ${isOpenFrom(from)})`
}

/** The rooms with a free place, see `isFree`. */
export const listFreeRooms = (db: Db, company_id: number, from: Day, tenant?: number) =>
  db
    .selectFrom('rooms')
    .where('company_id', '=', company_id)
    .where(isFree(from, tenant))
    .select(['id', 'room_number', rateOn(from).as('rate'), 'capacity'])
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
      union
      select until_day from room_closures where room_closures.company_id = rooms.company_id
        and room_closures.room_id = rooms.id and until_day > ${today}
    ) days
    where most_held(rooms.company_id, rooms.id, days.day, null, 0) < capacity
      and ${isOpenFrom(sql`days.day`)})`
  // A place that is free from a day on is free from every later day on; `isFree` would count the stays twice. About days before
  // today this says nothing.
  const free =
    tenant === undefined && from >= today
      ? sql<boolean>`coalesce(free_from.day <= ${from}, false)`
      : isFree(from, tenant)
  return db
    .selectFrom('rooms')
    .innerJoinLateral(freeFrom.as('free_from'), (join) => join.onTrue())
    .where('company_id', '=', company_id)
    .select(['id', 'room_number', rateOn(from).as('rate'), 'capacity'])
    .select('free_from.day as free_from')
    .select(free.as('free'))
    .orderBy(naturalOrder)
    .execute()
}

/** Tenants who live in each room or will, by the first day. */
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

/** Who has a room on a day or later, and before the end of a time, if it has one; by their first day. */
export function listPeopleOfRoom(
  db: Db,
  company_id: number,
  room_id: number,
  { from, until }: { from: Day; until: Day | null },
) {
  const roomBefore = sql<string | null>`(select room_number from stays before
    join rooms on rooms.company_id = before.company_id and rooms.id = before.room_id
    where before.company_id = stays.company_id and before.tenancy_id = stays.tenancy_id
      and before.until_day = stays.from_day and before.from_day < before.until_day limit 1)`
  return db
    .selectFrom('stays')
    .innerJoin('tenancies', sameCompany('tenancies.id', 'stays.tenancy_id'))
    .innerJoin('users', sameCompany('users.id', 'tenancies.user_id'))
    .where('stays.company_id', '=', company_id)
    .where('stays.room_id', '=', room_id)
    .where(currentOrPlanned(from))
    .$if(until !== null, (query) => query.where('stays.from_day', '<', until ?? ''))
    .select(['users.id', fullName().as('full_name')])
    .select(['stays.from_day as from', 'stays.until_day as until', roomBefore.as('from_room')])
    .orderBy('stays.from_day')
    .orderBy('stays.id')
    .execute()
}

/** With its rent on a day. */
export function findRoom(db: Db, company_id: number, id: number, day: Day) {
  return db
    .selectFrom('rooms')
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .select(['id', 'room_number', rateOn(day).as('rate')])
    .executeTakeFirst()
}

export function findRoomByNumber(db: Db, company_id: number, room_number: string) {
  return db
    .selectFrom('rooms')
    .where('company_id', '=', company_id)
    .where('room_number', '=', room_number)
    .select(['id', 'room_number', 'rate', 'capacity', 'notes'])
    .executeTakeFirst()
}

/** A column: what `roomKey` makes of a room number. */
export const roomKeyColumn = sql<string>`regexp_replace(lower(room_number), '\\s+', '', 'g')`

/** The room's row, locked until the transaction ends: who takes a place in it waits. */
export function lockRoom(tx: Db, company_id: number, room_number: string) {
  return tx
    .selectFrom('rooms')
    .where('company_id', '=', company_id)
    .where('room_number', '=', room_number)
    .select(['id', 'room_number', 'capacity', 'notes'])
    .forUpdate()
    .executeTakeFirst()
}

export const updateRoom = (
  tx: Db,
  company_id: number,
  id: number,
  change: Updateable<Schema['rooms']>,
) =>
  tx
    .updateTable('rooms')
    .set(change)
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .execute()

/** The most people who have a room, or will have it, on any day from `today` on. */
export async function findMostHeld(tx: Db, company_id: number, id: number, today: Day) {
  const held = sql<number>`most_held(${company_id}, ${id}, ${today}, null, 0)`
  const row = await tx.selectNoFrom(held.as('held')).executeTakeFirstOrThrow()
  return row.held
}

export function listRates(db: Db, company_id: number, room_id: number) {
  return db
    .selectFrom('room_rates')
    .leftJoin('users', sameCompany('users.id', 'room_rates.entered_by'))
    .where('room_rates.company_id', '=', company_id)
    .where('room_id', '=', room_id)
    .select(['from_day', 'rate', fullName().as('by')])
    .orderBy('from_day')
    .execute()
}

/** Times out of service that have not ended, by their first day. */
export function listClosures(db: Db, company_id: number, today: Day, room_id?: number) {
  return db
    .selectFrom('room_closures')
    .where('company_id', '=', company_id)
    .$if(room_id !== undefined, (query) => query.where('room_id', '=', room_id ?? 0))
    .where(({ or, eb }) => or([eb('until_day', 'is', null), eb('until_day', '>', today)]))
    .select(['id', 'room_id', 'from_day', 'until_day', 'reason'])
    .orderBy('from_day')
    .orderBy('id')
    .execute()
}

/** Makes `rooms.rate` the rent that holds today, in one company's rooms or in all. */
export const updateRatesOfToday = (db: Db, today: Day, company_id?: number) =>
  db
    .updateTable('rooms')
    .set({ rate: rateOn(today) })
    .where('rate', '!=', rateOn(today))
    .$if(company_id !== undefined, (query) => query.where('company_id', '=', company_id ?? 0))
    .execute()

/** The numbers of those rooms that exist already, whatever their capitals and spaces. */
export async function findRooms(db: Db, company_id: number, rooms: string[]): Promise<string[]> {
  const found = await db
    .selectFrom('rooms')
    .where('company_id', '=', company_id)
    .where(roomKeyColumn, 'in', rooms.map(roomKey))
    .select('room_number')
    .orderBy(naturalOrder)
    .execute()
  return found.map(({ room_number }) => room_number)
}

export const insertRooms = (
  tx: Db,
  rooms: { company_id: number; room_number: string; rate: number; capacity: number }[],
) => tx.insertInto('rooms').values(rooms).execute()
