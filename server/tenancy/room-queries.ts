import { sql } from 'kysely'
import type { Day } from '#rules/calendar.ts'
import type { Db } from '../db/connect.ts'

/**
 * Rooms in which a place is free from a day on, without an end.
 * @param tenant whose own stays from that day on count as free, since a transfer replaces them
 */
export function listFreeRooms(db: Db, company_id: number, from: Day, tenant?: number) {
  const own = sql<number>`coalesce((select stays.id from stays
    join tenancies on tenancies.company_id = stays.company_id and tenancies.id = stays.tenancy_id
    where stays.company_id = rooms.company_id and stays.room_id = rooms.id
      and tenancies.user_id = ${tenant ?? 0} and tenancies.ended_day is null
      and stays.from_day >= ${from} limit 1), 0)`
  return db
    .selectFrom('rooms')
    .where('company_id', '=', company_id)
    .where(sql<boolean>`most_held(company_id, id, ${from}, null, ${own}) < capacity`)
    .select(['id', 'room_number', 'rate'])
    .orderBy('room_number')
    .execute()
}

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
