import { sql } from 'kysely'
import { type Month, monthOf } from '#rules/calendar.ts'
import { recurringDue } from '#rules/fee.ts'
import type { Db } from '../db/connect.ts'
import { sameCompany } from '../db/same-company.ts'
import { isStanding } from '../ledger/queries.ts'
import { enteredOn, feePrices } from './queries.ts'

/** Charges inserted in one statement. */
const BATCH = 1000

/**
 * Charges recurring fees (of a company, of one tenancy, or only one fee) for months whose rent is charged and that don't have the
 * fee yet. Can be repeated at any time.
 * @returns how many charges were new
 */
export async function chargeRecurring(
  db: Db,
  company_id: number,
  now: Date,
  only: { tenancy_id?: number; recurring_id?: number },
): Promise<number> {
  const rows = await db
    .selectFrom('recurring_fees')
    .innerJoin('fees', sameCompany('fees.id', 'recurring_fees.fee_id'))
    .innerJoin('charges as rent', sameCompany('rent.user_id', 'recurring_fees.user_id'))
    .leftJoin('charges as done', (join) =>
      join
        .onRef('done.company_id', '=', 'recurring_fees.company_id')
        .onRef('done.recurring_id', '=', 'recurring_fees.id')
        .onRef('done.month', '=', 'rent.month'),
    )
    .where('recurring_fees.company_id', '=', company_id)
    .$if(only.tenancy_id !== undefined, (query) =>
      query.where('rent.tenancy_id', '=', only.tenancy_id ?? 0),
    )
    .$if(only.recurring_id !== undefined, (query) =>
      query.where('recurring_fees.id', '=', only.recurring_id ?? 0),
    )
    .where('rent.kind', '=', 'rent')
    .whereRef('rent.month', '>=', 'recurring_fees.from_month')
    // Not for months to come, whose rent is charged already when a term is billed.
    .where('rent.month', '<=', monthOf(now))
    .where(isStanding('rent'))
    .where(sql<boolean>`rent.month <= coalesce(recurring_fees.until_month, rent.month)`)
    .where('done.id', 'is', null)
    .groupBy(['recurring_fees.company_id', 'recurring_fees.id', 'fees.company_id', 'fees.id'])
    .orderBy('recurring_fees.id')
    .select([
      'recurring_fees.id',
      'recurring_fees.user_id',
      'recurring_fees.fee_id',
      'recurring_fees.amount',
    ])
    .select([
      'recurring_fees.from_month',
      'recurring_fees.until_month',
      'recurring_fees.note',
      'fees.name',
    ])
    .select(sql<Month[]>`array_agg(distinct rent.month)`.as('months'))
    .select([feePrices, enteredOn])
    .execute()
  const charges = rows.flatMap(({ id, user_id, fee_id, name, note, months, prices, ...fee }) =>
    recurringDue(fee, months, prices).map((due) => ({
      ...{ company_id, user_id, fee_id, name, ...due },
      kind: 'fee' as const,
      reason: note,
      recurring_id: id,
      created_at: now,
    })),
  )
  let charged = 0
  for (let from = 0; from < charges.length; from += BATCH) {
    const result = await db
      .insertInto('charges')
      .values(charges.slice(from, from + BATCH))
      .onConflict((conflict) =>
        conflict
          .columns(['company_id', 'recurring_id', 'month'])
          .where('recurring_id', 'is not', null)
          .doNothing(),
      )
      .executeTakeFirst()
    charged += Number(result.numInsertedOrUpdatedRows ?? 0)
  }
  return charged
}
