import { dayOf } from '#rules/calendar.ts'
import { rentDue } from '#rules/ledger.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { listStays } from '../tenancy/queries.ts'
import { insertRent } from './ledger-queries.ts'

/** Posts all rent of a company that is due up to now and not posted yet; how many charges were new. */
export async function postRent(db: Db, company_id: number, now: Date): Promise<number> {
  const stays = await listStays(db, company_id)
  let posted = 0
  for (const [tenancy_id, ofTenancy] of Map.groupBy(stays, (stay) => stay.tenancy_id)) {
    const user_id = ofTenancy[0]?.user_id
    if (user_id === undefined) continue
    const due = rentDue(ofTenancy, dayOf(now))
    posted += await insertRent(
      db,
      due.map((charge) => ({ ...charge, company_id, user_id, tenancy_id })),
    )
  }
  return posted
}

/** The daily job: harmless however often it runs. */
export async function postRentEverywhere({ db, log, now }: Context): Promise<void> {
  const companies = await db.selectFrom('companies').select('id').execute()
  for (const { id } of companies) {
    const posted = await postRent(db, id, now())
    if (posted > 0) log.info({ company_id: id, posted }, 'rent posted')
  }
}
