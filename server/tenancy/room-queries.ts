import { sql } from 'kysely'
import type { Day } from '#rules/calendar.ts'
import type { Db } from '../db/connect.ts'

/** Rooms in which a place is free from a day on, for good: what can be offered. */
export function listFreeRooms(db: Db, company_id: number, from: Day) {
  return db
    .selectFrom('rooms')
    .where('company_id', '=', company_id)
    .where(sql<boolean>`most_held(company_id, id, ${from}, null, 0) < capacity`)
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
