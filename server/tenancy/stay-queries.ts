import { sql } from 'kysely'
import type { Day } from '#rules/calendar.ts'
import type { RemovalReason, TransferReason } from '#rules/tenancy.ts'
import type { Db } from '../db/connect.ts'
import { sameCompany } from '../db/same-company.ts'

/** The running tenancy of a person, held until the transaction ends. */
export function lockTenancy(tx: Db, company_id: number, user_id: number) {
  return tx
    .selectFrom('tenancies')
    .where('company_id', '=', company_id)
    .where('user_id', '=', user_id)
    .where('ended_day', 'is', null)
    .select('id')
    .forUpdate()
    .executeTakeFirst()
}

/** The stays of a tenancy by their days, with their rooms. */
export function listStays(db: Db, company_id: number, tenancy_id: number) {
  return staysAndRooms(db)
    .where('stays.company_id', '=', company_id)
    .where('stays.tenancy_id', '=', tenancy_id)
    .select(['stays.id', 'stays.from_day', 'stays.until_day'])
    .select(['rooms.room_number', 'rooms.rate'])
    .orderBy('stays.from_day')
    .orderBy('stays.id')
    .execute()
}
export type RoomStay = Awaited<ReturnType<typeof listStays>>[number]

export const staysAndRooms = (db: Db) =>
  db.selectFrom('stays').innerJoin('rooms', sameCompany('rooms.id', 'stays.room_id'))

/** Of a stay that somebody is in on a day, or will be. */
export const notOver = (today: Day) =>
  sql<boolean>`(stays.until_day is null
    or (stays.until_day > ${today} and stays.until_day > stays.from_day))`

/** @throws the database's refusal when the room is full (see full-room.ts) */
export function insertStay(
  tx: Db,
  stay: {
    company_id: number
    tenancy_id: number
    room_id: number
    from_day: Day
    until_day: Day | null
    transfer_reason?: TransferReason
  },
) {
  return tx.insertInto('stays').values(stay).execute()
}

/** @throws the database's refusal when the room is full then (see full-room.ts) */
export function updateUntil(tx: Db, company_id: number, id: number, until_day: Day | null) {
  return tx
    .updateTable('stays')
    .set({ until_day })
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .execute()
}

/** For stays that never come to be. */
export function deleteStay(tx: Db, company_id: number, id: number) {
  return tx.deleteFrom('stays').where('company_id', '=', company_id).where('id', '=', id).execute()
}

export function updateRemoval(
  tx: Db,
  company_id: number,
  tenancy_id: number,
  removal: { removal_reason: RemovalReason | null; removal_comments: string | null },
) {
  return tx
    .updateTable('tenancies')
    .set(removal)
    .where('company_id', '=', company_id)
    .where('id', '=', tenancy_id)
    .execute()
}

/**
 * Ends the tenancies whose last stay is over, everybody's or one person's: they can move in again.
 * Harmless however often it runs.
 */
export async function endTenancies(
  db: Db,
  today: Day,
  person?: { company_id: number; user_id: number },
): Promise<number> {
  const result = await db
    .updateTable('tenancies')
    .set({
      // A booking that is cancelled before its day is over today.
      ended_day: sql<Day>`least(${today}, (select max(until_day) from stays
        where stays.company_id = tenancies.company_id and stays.tenancy_id = tenancies.id))`,
    })
    .where('ended_day', 'is', null)
    .$if(person !== undefined, (query) =>
      query
        .where('company_id', '=', person?.company_id ?? 0)
        .where('user_id', '=', person?.user_id ?? 0),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('stays')
            .whereRef('stays.company_id', '=', 'tenancies.company_id')
            .whereRef('stays.tenancy_id', '=', 'tenancies.id')
            .where(notOver(today))
            .select('stays.id'),
        ),
      ),
    )
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}
