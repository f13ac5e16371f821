import { type Insertable, type Selectable, sql } from 'kysely'
import { type Day, dayOf, type Month, monthOf } from '#rules/calendar.ts'
import { type Charge, rentDue } from '#rules/ledger.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import type { Schema } from '../db/schema.ts'
import { listUnchargedStays } from '../tenancy/stay-queries.ts'

/** Charges in one statement. */
const BATCH = 1000

/**
 * Charges the rent of a company, or of one tenancy, as far as it is due and not charged yet.
 * @returns how many charges were new
 */
export async function chargeRent(
  db: Db,
  { id: company_id, first_month }: Pick<Selectable<Schema['companies']>, 'id' | 'first_month'>,
  now: Date,
  tenancy_id?: number,
): Promise<number> {
  const today = dayOf(now)
  const stays = await listUnchargedStays(db, company_id, monthOf(now), tenancy_id)
  const charges = [...Map.groupBy(stays, (stay) => stay.tenancy_id)].flatMap(
    ([tenancy_id, ofTenancy]) =>
      rentDueFrom(ofTenancy, today, first_month).map((charge) => ({
        ...charge,
        company_id,
        tenancy_id,
        user_id: ofTenancy[0]?.user_id ?? 0,
        kind: 'rent' as const,
      })),
  )
  let charged = 0
  for (let from = 0; from < charges.length; from += BATCH) {
    charged += await insertRentCharges(db, charges.slice(from, from + BATCH))
  }
  return charged
}

/** Of a tenancy that was imported, the rent of earlier months is in its opening balance. */
function rentDueFrom(
  stays: Awaited<ReturnType<typeof listUnchargedStays>>,
  today: Day,
  first_month: 'full' | 'pro_rata',
): Charge[] {
  const from = stays[0]?.first_rent_month ?? ''
  return rentDue(stays, today, first_month).filter(({ month }) => month >= from)
}

export async function findLastChargedMonth(
  db: Db,
  company_id: number,
  tenancy_id: number,
): Promise<Month | null> {
  const row = await db
    .selectFrom('charges')
    .where('company_id', '=', company_id)
    .where('tenancy_id', '=', tenancy_id)
    .where('kind', '=', 'rent')
    .select(({ fn }) => fn.max('month').as('month'))
    .executeTakeFirst()
  return row?.month ?? null
}

/** A month that is charged already stays as it is. */
async function insertRentCharges(db: Db, charges: Insertable<Schema['charges']>[]) {
  const result = await db
    .insertInto('charges')
    .values(charges)
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'tenancy_id', 'month'])
        // Not a parameter: the plan that a connection keeps would find no index for it.
        .where('kind', '=', sql.lit('rent'))
        .doNothing(),
    )
    .executeTakeFirst()
  return Number(result.numInsertedOrUpdatedRows ?? 0)
}

/** Can be repeated at any time: what is charged already is not charged again. */
export async function chargeRentForAllCompanies({ db, log, now }: Context): Promise<void> {
  const companies = await db.selectFrom('companies').select(['id', 'first_month']).execute()
  for (const company of companies) {
    const charged = await chargeRent(db, company, now())
    if (charged > 0) log.info({ company_id: company.id, charged }, 'rent charged')
  }
}
