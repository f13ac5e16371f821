import { type Insertable, type Selectable, sql } from 'kysely'
import { billedFrom, isInTerm } from '#rules/bill.ts'
import { addDays, type Day, dayOf, later, type Month, monthOf, nextMonth } from '#rules/calendar.ts'
import { type Charge, rentDue } from '#rules/ledger.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import type { Schema } from '../db/schema.ts'
import { chargeRecurring } from '../fees/charge-recurring.ts'
import { isStanding } from '../ledger/queries.ts'
import { listUnchargedStays } from '../tenancy/stay-queries.ts'
import { billDueTerms } from './bill-term.ts'
import { listTerms, listUnbilled, type TermRow } from './queries.ts'

/** Charges inserted in one statement. */
const BATCH = 1000

/**
 * Charges the rent of a company, or of one tenancy, that is due and not charged yet, and the recurring fees that come with it.
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
  const tenancies = [...Map.groupBy(stays, (stay) => stay.tenancy_id)]
  const byTerm = tenancies.flatMap(([id, [stay]]) => (stay && isByTerm(stay) ? [id] : []))
  const terms = await listTerms(db, company_id)
  const charges = tenancies.flatMap(([tenancy_id, ofTenancy]) =>
    rentDueFrom(ofTenancy, { today, first_month, terms }).map((charge) => ({
      ...charge,
      company_id,
      tenancy_id,
      user_id: ofTenancy[0]?.user_id ?? 0,
      kind: 'rent' as const,
      first_month,
      times_taken_back: timesTakenBack(ofTenancy, charge.month),
      created_at: now,
    })),
  )
  const company = { id: company_id, first_month }
  let charged = await billDueTerms(db, company, terms, byTerm, now)
  // Tenancies whose rent of this month is charged may still lack later months of a term: because it is due before it begins,
  // because they moved back in or stay longer, or because they were switched to billing by the term.
  const next = nextMonth(monthOf(now))
  for (const term of terms.filter((one) => billedFrom(one) <= today && one.last_month >= next)) {
    const months = { from: later(term.first_month, next), to: term.last_month }
    const ids = await listUnbilled(db, company_id, months, tenancy_id)
    charged += await billDueTerms(db, company, [term], ids, now)
  }
  for (let from = 0; from < charges.length; from += BATCH) {
    charged += await insertRentCharges(db, charges.slice(from, from + BATCH))
  }
  const only = tenancy_id === undefined ? {} : { tenancy_id }
  return charged + (await chargeRecurring(db, company_id, now, only))
}

type UnchargedStays = Awaited<ReturnType<typeof listUnchargedStays>>

/** Nobody is billed by the term after they have left: rent still missing for months with a room is charged by the month. */
const isByTerm = ({ billed_by, ended_day }: UnchargedStays[number]) =>
  billed_by === 'term' && ended_day === null

const timesTakenBack = (stays: UnchargedStays, month: Month) =>
  (stays[0]?.taken_back ?? []).filter((one) => one === month).length

/** A tenant billed by the term who left longer ago is charged nothing any more: they may have a clearance letter. */
const LATE_DAYS = 31

/**
 * The rent that is due by the month. The earlier months of an imported tenancy are in its opening balance; tenants billed by the
 * term pay the months of a term with its bill.
 */
function rentDueFrom(
  stays: UnchargedStays,
  {
    today,
    first_month,
    terms,
  }: { today: Day; first_month: 'full' | 'pro_rata'; terms: readonly TermRow[] },
): Charge[] {
  const [stay] = stays
  if (!stay) return []
  const from = stay.first_rent_month ?? ''
  return rentDue(stays, today, first_month).filter(({ month }) => {
    if (month < from) return false
    if (stay.billed_by === 'month' || !isInTerm(terms, month)) return true
    if (isByTerm(stay) || (stay.ended_day ?? today) < addDays(today, -LATE_DAYS)) return false
    // The tenant has left: rent that staff took back isn't charged again.
    return timesTakenBack(stays, month) === 0
  })
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
    .where(isStanding())
    .select(({ fn }) => fn.max('month').as('month'))
    .executeTakeFirst()
  return row?.month ?? null
}

/** Inserts rent charges; a month that is charged already stays as it is. */
async function insertRentCharges(db: Db, charges: Insertable<Schema['charges']>[]) {
  const result = await db
    .insertInto('charges')
    .values(charges)
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'tenancy_id', 'month', 'times_taken_back'])
        // A literal, because with a parameter the connection's kept plan would find no index.
        .where('kind', '=', sql.lit('rent'))
        .doNothing(),
    )
    .executeTakeFirst()
  return Number(result.numInsertedOrUpdatedRows ?? 0)
}

/** Can be repeated at any time: rent that is charged already is not charged again. */
export async function chargeRentForAllCompanies({ db, log, now }: Context): Promise<void> {
  const companies = await db.selectFrom('companies').select(['id', 'first_month']).execute()
  for (const company of companies) {
    const charged = await chargeRent(db, company, now())
    if (charged > 0) log.info({ company_id: company.id, charged }, 'rent charged')
  }
}
