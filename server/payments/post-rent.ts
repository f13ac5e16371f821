import type { Selectable } from 'kysely'
import { dayOf, monthOf } from '#rules/calendar.ts'
import { rentDue } from '#rules/ledger.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import type { Schema } from '../db/schema.ts'
import { listUnchargedStays } from '../tenancy/stay-queries.ts'
import { insertRentCharges } from './ledger-queries.ts'

/** How many charges one statement posts. */
const batch = 1000

/**
 * Posts all rent of a company, or of one tenancy, that is due up to now and not posted yet.
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
  const due = [...Map.groupBy(stays, (stay) => stay.tenancy_id)].flatMap(
    ([tenancy_id, ofTenancy]) =>
      rentDue(ofTenancy, today, first_month).map((charge) => ({
        ...charge,
        company_id,
        tenancy_id,
        user_id: ofTenancy[0]?.user_id ?? 0,
      })),
  )
  let posted = 0
  for (let from = 0; from < due.length; from += batch) {
    posted += await insertRentCharges(db, due.slice(from, from + batch))
  }
  return posted
}

/** The daily job: harmless however often it runs. */
export async function postRentForAllCompanies({ db, log, now }: Context): Promise<void> {
  const companies = await db.selectFrom('companies').select(['id', 'first_month']).execute()
  for (const company of companies) {
    const posted = await postRent(db, company, now())
    if (posted > 0) log.info({ company_id: company.id, posted }, 'rent posted')
  }
}
