import { isDeepStrictEqual } from 'node:util'
import { CHANGED_MEANWHILE, type PlannedPrices } from '#contract/settings.ts'
import { addMonths, type Day, dayOf, formatDay } from '#rules/calendar.ts'
import type { AuthUser } from '../auth/access.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { conflict, invalid } from '../errors.ts'
import { listBundlePrices, lockCompany, replaceBundlePrices } from '../settings/queries.ts'
import { logStaffAction } from '../staff-log.ts'

/** The list that is to hold from a day on; null without one. */
export async function findPlannedPrices(db: Db, company_id: number): Promise<PlannedPrices | null> {
  const row = await db
    .selectFrom('planned_prices')
    .where('company_id', '=', company_id)
    .select(['from_day', 'bundles'])
    .executeTakeFirst()
  return row ? { from: row.from_day, bundles: row.bundles } : null
}

const MAX_MONTHS_AHEAD = 12

/**
 * Plans another price list, or takes the plan back (`now` is null).
 * @throws {HttpError} 400 for a bad day, 409 when the plan is no longer as it was loaded
 */
export function planPrices(
  { db, now: clock }: Context,
  user: AuthUser,
  { was, now }: { was: unknown; now: PlannedPrices | null },
): Promise<PlannedPrices | null> {
  const { company_id } = user
  const today = dayOf(clock())
  const latest = addMonths(today, MAX_MONTHS_AHEAD)
  if (now && now.from <= today) throw invalid('now.from', 'Choose a day after today.')
  if (now && now.from > latest) throw invalid('now.from', `Choose a day by ${formatDay(latest)}.`)
  return db.transaction().execute(async (tx) => {
    await lockCompany(tx, company_id)
    await applyDue(tx, company_id, today)
    const before = await findPlannedPrices(tx, company_id)
    if (!isDeepStrictEqual(before, was)) throw conflict(CHANGED_MEANWHILE, 'changed_meanwhile')
    await tx.deleteFrom('planned_prices').where('company_id', '=', company_id).execute()
    if (now) {
      const bundles = JSON.stringify(now.bundles)
      await tx
        .insertInto('planned_prices')
        .values({ company_id, from_day: now.from, bundles, planned_by: user.id })
        .execute()
    }
    await logStaffAction(tx, user, {
      act: 'settings.planned_prices',
      subject: 'company',
      subject_id: company_id,
      before,
      after: now,
    })
    return findPlannedPrices(tx, company_id)
  })
}

/**
 * Makes a planned list the price list once its day has come: whoever reads the prices asks this first, so that nobody has
 * to do anything at midnight.
 */
export async function applyDuePrices(db: Db, company_id: number, today: Day): Promise<void> {
  const planned = await findPlannedPrices(db, company_id)
  if (!planned || planned.from > today) return
  await db.transaction().execute(async (tx) => {
    await lockCompany(tx, company_id)
    await applyDue(tx, company_id, today)
  })
}

/** The same where the company is locked already, before its prices or its plan are compared or changed. */
export async function applyDue(tx: Db, company_id: number, today: Day): Promise<void> {
  const due = await tx
    .deleteFrom('planned_prices')
    .where('company_id', '=', company_id)
    .where('from_day', '<=', today)
    .returning(['bundles', 'planned_by'])
    .executeTakeFirst()
  // Not yet, or another server was first.
  if (!due) return
  const before = await listBundlePrices(tx, company_id)
  await replaceBundlePrices(tx, company_id, due.bundles)
  const by = { company_id, id: due.planned_by }
  await logStaffAction(tx, by, {
    act: 'settings.bundles',
    subject: 'company',
    subject_id: company_id,
    before,
    after: due.bundles,
  })
}
