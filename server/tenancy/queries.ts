import { sql } from 'kysely'
import type { Day } from '#rules/calendar.ts'
import type { Db } from '../db/connect.ts'

export function findAccountNumber(db: Db, company_id: number, user_id: number) {
  return db
    .selectFrom('account_numbers')
    .where('company_id', '=', company_id)
    .where('user_id', '=', user_id)
    .select('account_number')
    .executeTakeFirst()
}

/** The room a person holds on a day; the room is null between or after tenancies, the row missing without any. */
export function findRoomOn(db: Db, company_id: number, user_id: number, day: Day) {
  return db
    .selectFrom('tenancies')
    .leftJoin('stays', (join) =>
      join
        .onRef('stays.company_id', '=', 'tenancies.company_id')
        .onRef('stays.tenancy_id', '=', 'tenancies.id')
        .on('stays.from_day', '<=', day)
        .on(({ or, eb }) =>
          or([eb('stays.until_day', 'is', null), eb('stays.until_day', '>', day)]),
        ),
    )
    .leftJoin('rooms', (join) =>
      join
        .onRef('rooms.company_id', '=', 'stays.company_id')
        .onRef('rooms.id', '=', 'stays.room_id'),
    )
    .where('tenancies.company_id', '=', company_id)
    .where('tenancies.user_id', '=', user_id)
    .select(['rooms.room_number', 'rooms.rate'])
    .orderBy(sql`rooms.room_number nulls last`)
    .orderBy('tenancies.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Every stay of a company with the rate of its room, tenancy by tenancy. */
export function listStays(db: Db, company_id: number) {
  return db
    .selectFrom('stays')
    .innerJoin('tenancies', (join) =>
      join
        .onRef('tenancies.company_id', '=', 'stays.company_id')
        .onRef('tenancies.id', '=', 'stays.tenancy_id'),
    )
    .innerJoin('rooms', (join) =>
      join
        .onRef('rooms.company_id', '=', 'stays.company_id')
        .onRef('rooms.id', '=', 'stays.room_id'),
    )
    .where('stays.company_id', '=', company_id)
    .select([
      'stays.tenancy_id',
      'tenancies.user_id',
      'stays.from_day',
      'stays.until_day',
      'rooms.rate',
    ])
    .orderBy('stays.tenancy_id')
    .orderBy('stays.from_day')
    .execute()
}
