import { type RawBuilder, sql } from 'kysely'
import type { Day, Month } from '#rules/calendar.ts'
import type { Db } from '../db/connect.ts'
import { sameCompany } from '../db/same-company.ts'
import { notOver } from './stay-queries.ts'

export function findAccountNumber(db: Db, company_id: number, user_id: number) {
  return db
    .selectFrom('account_numbers')
    .where('company_id', '=', company_id)
    .where('user_id', '=', user_id)
    .select('account_number')
    .executeTakeFirst()
}

/**
 * The stays that a person is in on a day or will be, by their days. A tenancy that is over is a row
 * without a stay; nobody who never had one has any row.
 */
export function listPlans(db: Db, company_id: number, user_id: number, today: Day) {
  return db
    .selectFrom('tenancies')
    .leftJoin('stays', (join) =>
      sameCompany('stays.tenancy_id', 'tenancies.id')(join).on(notOver(today)),
    )
    .leftJoin('rooms', sameCompany('rooms.id', 'stays.room_id'))
    .where('tenancies.company_id', '=', company_id)
    .where('tenancies.user_id', '=', user_id)
    .select(['stays.from_day', 'stays.until_day', 'rooms.room_number', 'rooms.rate'])
    .orderBy('stays.from_day')
    .orderBy('stays.id')
    .execute()
}

/** The number of the room that somebody holds on a day, as a column. */
export const roomOf = (company: string, user: string, day: Day | RawBuilder<unknown>) =>
  sql<string | null>`(select rooms.room_number from tenancies
    join stays on stays.company_id = tenancies.company_id and stays.tenancy_id = tenancies.id
    join rooms on rooms.company_id = stays.company_id and rooms.id = stays.room_id
    where tenancies.company_id = ${sql.ref(company)} and tenancies.user_id = ${sql.ref(user)}
      and stays.from_day <= ${day} and (stays.until_day is null or stays.until_day > ${day})
    order by stays.from_day desc limit 1)`

/**
 * The stays, with the rates of their rooms, of all tenancies, or of one, that may lack a charge up to and
 * including `month`: the others have one for it, or for the last month they were there.
 */
export function listStaysToCharge(db: Db, company_id: number, month: Month, tenancy_id?: number) {
  const lastMonth = sql<string | null>`(
    select case when bool_or(until_day is null) then null
      else to_char(max(until_day) - 1, 'YYYY-MM') end
    from stays s where s.company_id = stays.company_id and s.tenancy_id = stays.tenancy_id)`
  return db
    .selectFrom('stays')
    .innerJoin('tenancies', sameCompany('tenancies.id', 'stays.tenancy_id'))
    .innerJoin('rooms', sameCompany('rooms.id', 'stays.room_id'))
    .where('stays.company_id', '=', company_id)
    .$if(tenancy_id !== undefined, (query) => query.where('stays.tenancy_id', '=', tenancy_id ?? 0))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('charges')
            .whereRef('charges.company_id', '=', 'stays.company_id')
            .whereRef('charges.tenancy_id', '=', 'stays.tenancy_id')
            .where('charges.kind', '=', 'rent')
            .where(sql<boolean>`charges.month >= least(${month}, ${lastMonth})`)
            .select('charges.id'),
        ),
      ),
    )
    .select([
      'stays.tenancy_id',
      'tenancies.user_id',
      'stays.from_day',
      'stays.until_day',
      'rooms.rate',
    ])
    .orderBy('stays.tenancy_id')
    .orderBy('stays.from_day')
    .orderBy('stays.id')
    .execute()
}
