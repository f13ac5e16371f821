import { type RawBuilder, sql } from 'kysely'
import type { BilledBy } from '#rules/bill.ts'
import type { Day, Month } from '#rules/calendar.ts'
import type { RoomRate } from '#rules/ledger.ts'
import type { RemovalReason, TransferReason } from '#rules/tenancy.ts'
import type { Db } from '../db/connect.ts'
import type { UserKey } from '../db/keys.ts'
import { sameCompany } from '../db/same-company.ts'
import { conflict } from '../http/errors.ts'
import { isStanding } from '../ledger/queries.ts'

const selectActiveTenancy = (db: Db, company_id: number, user_id: number) =>
  db
    .selectFrom('tenancies')
    .where('company_id', '=', company_id)
    .where('user_id', '=', user_id)
    .where('ended_day', 'is', null)
    .select('id')

export const findActiveTenancy = (db: Db, company_id: number, user_id: number) =>
  selectActiveTenancy(db, company_id, user_id).executeTakeFirst()

/** Locks it until the transaction ends. */
export const lockActiveTenancy = (tx: Db, company_id: number, user_id: number) =>
  selectActiveTenancy(tx, company_id, user_id).forUpdate().executeTakeFirst()

/** The stays of a tenancy with their rooms, sorted by day. */
export function listStays(db: Db, company_id: number, tenancy_id: number) {
  return selectStaysWithRooms(db)
    .where('stays.company_id', '=', company_id)
    .where('stays.tenancy_id', '=', tenancy_id)
    .select(['stays.id', 'stays.from_day', 'stays.until_day'])
    .select(['rooms.room_number', 'rooms.rate'])
    .orderBy('stays.from_day')
    .orderBy('stays.id')
    .execute()
}
export type StayWithRoom = Awaited<ReturnType<typeof listStays>>[number]

export const selectStaysWithRooms = (db: Db) =>
  db.selectFrom('stays').innerJoin('rooms', sameCompany('rooms.id', 'stays.room_id'))

/** A column: the rent of a room on a day. */
export const rateOn = (day: Day | RawBuilder<unknown>) =>
  sql<number>`(select room_rates.rate from room_rates
    where room_rates.company_id = rooms.company_id and room_rates.room_id = rooms.id
      and room_rates.from_day <= ${day}
    order by room_rates.from_day desc limit 1)`

/** A column: the day a tenancy's last stay ends. */
export const lastStayEnd = sql<Day | null>`(select until_day from stays
  where stays.company_id = tenancies.company_id and stays.tenancy_id = tenancies.id
  order by from_day desc, stays.id desc limit 1)`

/** A condition for stays that have not ended. */
export const currentOrPlanned = (today: Day) =>
  sql<boolean>`(stays.until_day is null
    or (stays.until_day > ${today} and stays.until_day > stays.from_day))`

/** @throws a database error when the room is full, see `rethrowRoomFull` */
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

/** @throws a database error when the room is full then, see `rethrowRoomFull` */
export function updateStayEnd(tx: Db, company_id: number, id: number, until_day: Day | null) {
  return tx
    .updateTable('stays')
    .set({ until_day })
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .execute()
}

/** For stays that are cancelled before they begin. */
export function deleteStay(tx: Db, company_id: number, id: number) {
  return tx.deleteFrom('stays').where('company_id', '=', company_id).where('id', '=', id).execute()
}

export function updateRemoval(
  tx: Db,
  company_id: number,
  tenancy_id: number,
  removal: {
    removal_reason: RemovalReason | null
    removal_comments: string | null
    /** SQL that reads the tenancy as it was, or nothing when it isn't removed after all. */
    agreed_end: RawBuilder<Day | null> | null
  },
) {
  return tx
    .updateTable('tenancies')
    .set(removal)
    .where('company_id', '=', company_id)
    .where('id', '=', tenancy_id)
    .execute()
}

/** Ends the tenancies whose last stay is over, of all users or of one, who can then move in again. Idempotent. */
export async function endTenancies(db: Db, today: Day, user?: UserKey): Promise<number> {
  const result = await db
    .updateTable('tenancies')
    .set({
      // A tenancy that is cancelled before its first day ends today.
      ended_day: sql<Day>`least(${today}, (select max(until_day) from stays
        where stays.company_id = tenancies.company_id and stays.tenancy_id = tenancies.id))`,
    })
    .where('ended_day', 'is', null)
    .$if(user !== undefined, (query) =>
      query
        .where('company_id', '=', user?.company_id ?? 0)
        .where('user_id', '=', user?.user_id ?? 0),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('stays')
            .whereRef('stays.company_id', '=', 'tenancies.company_id')
            .whereRef('stays.tenancy_id', '=', 'tenancies.id')
            .where(currentOrPlanned(today))
            .select('stays.id'),
        ),
      ),
    )
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** Makes an ended tenancy run again. */
export function reopenTenancy(tx: Db, company_id: number, tenancy_id: number) {
  return tx
    .updateTable('tenancies')
    .set({ ended_day: null, removal_reason: null, removal_comments: null, agreed_end: null })
    .where('company_id', '=', company_id)
    .where('id', '=', tenancy_id)
    .execute()
}

/** Why the trigger on stays refused one; null for any other error. */
export function roomRefusal(error: unknown): 'room_capacity' | 'room_closed' | null {
  const { code, constraint } = error as { code?: string; constraint?: string }
  const isRefusal = constraint === 'room_capacity' || constraint === 'room_closed'
  return code === '23P01' && isRefusal ? constraint : null
}

export const outOfService = (room_number: string) =>
  `Room ${room_number} is out of service, or will be.`

/**
 * For `catch`: turns the database error of a room that is full or out of service into a 409, and rethrows any other.
 * @param field the form field that named the room
 */
export function rethrowRoomFull(room_number: string, field: string) {
  return (error: unknown): never => {
    const refusal = roomRefusal(error)
    if (refusal === null) throw error
    const isTaken = refusal === 'room_capacity'
    const message = isTaken ? `Room ${room_number} has just been taken.` : outOfService(room_number)
    const code = isTaken ? 'room_taken' : 'room_closed'
    throw conflict(message, code, { fields: { [field]: message } })
  }
}

/**
 * A user's stays that have not ended, sorted by day. Tenancies without such a stay are a row of nulls; a user
 * who never had a tenancy has no rows.
 */
export const listCurrentAndPlannedStays = (
  db: Db,
  company_id: number,
  user_id: number,
  today: Day,
) => selectStaysOf(db, company_id, user_id, today).execute()

/** All stays of a user, with the rent of a planned one on its first day, and the rents of each room from later days on. */
export const selectAllStays = (db: Db, company_id: number, user_id: number, today: Day) =>
  selectStaysOf(db, company_id, user_id)
    .select(['tenancies.id as tenancy_id', 'tenancies.ended_day'])
    .select(['tenancies.deposit', 'tenancies.deposit_days'])
    .select(
      sql<number | null>`case when stays.from_day > ${today} then ${rateOn(sql`stays.from_day`)}
        else rooms.rate end`.as('rate'),
    )
    .select(
      sql<RoomRate[]>`coalesce((select json_agg(
          json_build_object('from_day', from_day, 'rate', rate) order by from_day)
        from room_rates where room_rates.company_id = stays.company_id
          and room_rates.room_id = stays.room_id and from_day > ${today}), '[]')`.as(
        'planned_rates',
      ),
    )

/** The stays in all tenancies of a user, by their first day; a tenancy without stays has one row without a stay. */
function selectStaysOf(db: Db, company_id: number, user_id: number, from?: Day) {
  return db
    .selectFrom('tenancies')
    .leftJoin('stays', (join) => {
      const stays = sameCompany('stays.tenancy_id', 'tenancies.id')(join)
      return from === undefined ? stays : stays.on(currentOrPlanned(from))
    })
    .leftJoin('rooms', sameCompany('rooms.id', 'stays.room_id'))
    .where('tenancies.company_id', '=', company_id)
    .where('tenancies.user_id', '=', user_id)
    .select(['stays.from_day', 'stays.until_day', 'rooms.room_number'])
    .orderBy('stays.from_day')
    .orderBy('stays.id')
}

/** A column: the number of the room that a user has on a day. */
export const roomNumberOn = (company: string, user: string, day: Day | RawBuilder<unknown>) =>
  sql<string | null>`(select rooms.room_number from tenancies
    join stays on stays.company_id = tenancies.company_id and stays.tenancy_id = tenancies.id
    join rooms on rooms.company_id = stays.company_id and rooms.id = stays.room_id
    where tenancies.company_id = ${sql.ref(company)} and tenancies.user_id = ${sql.ref(user)}
      and stays.from_day <= ${day} and (stays.until_day is null or stays.until_day > ${day})
    order by stays.from_day desc limit 1)`

/**
 * The stays, cut where the rent of their room changes, of the tenancies (or of one) that may lack a rent charge for a
 * month until `month`. Left out are tenancies charged for `month` or for the last month of their stay.
 */
export function listUnchargedStays(db: Db, company_id: number, month: Month, tenancy_id?: number) {
  const lastMonth = sql<string | null>`(
    select case when bool_or(until_day is null) then null
      else to_char(max(until_day) - 1, 'YYYY-MM') end
    from stays s where s.company_id = stays.company_id and s.tenancy_id = stays.tenancy_id)`
  return db
    .selectFrom('rated_stays as stays')
    .innerJoin('tenancies', sameCompany('tenancies.id', 'stays.tenancy_id'))
    .innerJoin('companies', 'companies.id', 'stays.company_id')
    .where('stays.company_id', '=', company_id)
    .$if(tenancy_id !== undefined, (query) => query.where('stays.tenancy_id', '=', tenancy_id ?? 0))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('charges')
            .whereRef('charges.company_id', '=', 'stays.company_id')
            .whereRef('charges.tenancy_id', '=', 'stays.tenancy_id')
            .where('charges.kind', '=', 'rent')
            .where(isStanding())
            // A term that is billed may begin after months that aren't charged yet.
            .where(sql<boolean>`charges.month >= least(${month}, ${lastMonth})
              and (charges.bill_id is null or charges.month = least(${month}, ${lastMonth}))`)
            .select('charges.id'),
        ),
      ),
    )
    .select([
      'stays.tenancy_id',
      'tenancies.user_id',
      'tenancies.first_rent_month',
      'tenancies.ended_day',
      'stays.from_day',
      'stays.until_day',
      'stays.rate',
    ])
    .select([billedByColumn.as('billed_by'), takenBackMonths.as('taken_back')])
    .orderBy('stays.tenancy_id')
    .orderBy('stays.from_day')
    .orderBy('stays.id')
    .execute()
}

/** A column: how a tenancy is billed, in a query that joins its company. */
export const billedByColumn = sql<BilledBy>`coalesce(tenancies.billed_by, companies.billed_by)`

/** A column: the months of a tenancy whose rent was charged and taken back, as often as it was. */
export const takenBackMonths = sql<Month[]>`coalesce((select json_agg(charges.month) from bills
  join charges on charges.company_id = bills.company_id and charges.bill_id = bills.id and charges.kind = 'rent'
  where bills.company_id = tenancies.company_id and bills.tenancy_id = tenancies.id
    and bills.taken_back_at is not null), '[]')`
