import type { Insertable, Selectable } from 'kysely'
import { dayOf, monthOf } from '#rules/calendar.ts'
import { rentDue } from '#rules/ledger.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import type { Schema } from '../db/schema.ts'
import { listUnchargedStays } from '../tenancy/stay-queries.ts'

/** Charges in one statement. */
const BATCH = 1000

/**
 * Posts the rent of a company, or of one tenancy, that is due by now and not posted yet.
 * @returns how many charges were new
 */
export async function postRent(
  db: Db,
  { id: company_id, first_month }: Pick<Selectable<Schema['companies']>, 'id' | 'first_month'>,
  now: Date,
  tenancy_id?: number,
): Promise<number> {
  const today = dayOf(now)
  const stays = await listUnchargedStays(db, company_id, monthOf(now), tenancy_id)
  const charges = [...Map.groupBy(stays, (stay) => stay.tenancy_id)].flatMap(
    ([tenancy_id, ofTenancy]) =>
      rentDue(ofTenancy, today, first_month).map((charge) => ({
        ...charge,
        company_id,
        tenancy_id,
        user_id: ofTenancy[0]?.user_id ?? 0,
        kind: 'rent' as const,
      })),
  )
  let posted = 0
  for (let from = 0; from < charges.length; from += BATCH) {
    posted += await insertRentCharges(db, charges.slice(from, from + BATCH))
  }
  return posted
}

/** A month that is posted already stays as it is. */
async function insertRentCharges(db: Db, charges: Insertable<Schema['charges']>[]) {
  const result = await db
    .insertInto('charges')
    .values(charges)
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'tenancy_id', 'month'])
        .where('kind', '=', 'rent')
        .doNothing(),
    )
    .executeTakeFirst()
  return Number(result.numInsertedOrUpdatedRows ?? 0)
}

/** Does no harm however often it runs. */
export async function postRentForAllCompanies({ db, log, now }: Context): Promise<void> {
  const companies = await db.selectFrom('companies').select(['id', 'first_month']).execute()
  for (const company of companies) {
    const posted = await postRent(db, company, now())
    if (posted > 0) log.info({ company_id: company.id, posted }, 'rent posted')
  }
}
