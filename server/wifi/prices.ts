import type { BundlePrice, PlannedPrices, PriceEffect } from '#contract/settings.ts'
import { priceStake } from '#rules/approval.ts'
import { addMonths, type Day, dayOf, formatDay } from '#rules/calendar.ts'
import { formatBundleDuration, formatDataSize, GIGABYTE } from '#rules/wifi.ts'
import { waitsOf } from '../approvals/limit.ts'
import { type Act, perform } from '../approvals/perform.ts'
import { lockCompany } from '../company/queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { rehearse } from '../db/rehearse.ts'
import { invalid, requireUnchanged } from '../http/errors.ts'
import { type Actor, logStaffAction } from '../staff-log.ts'
import { bytes } from './queries.ts'

async function findPlan(db: Db, company_id: number): Promise<PlannedPrices | null> {
  const row = await db
    .selectFrom('planned_prices')
    .where('company_id', '=', company_id)
    .select(['from_day', 'bundles'])
    .executeTakeFirst()
  return row ? { from: row.from_day, bundles: row.bundles } : null
}

const MAX_MONTHS_AHEAD = 12

interface PriceChange<Value> {
  was: unknown
  now: Value
}

const priceDone = (before: BundlePrice[], after: BundlePrice[]) => ({
  at_stake: priceStake(before, after),
  user_id: null,
  changes: priceChanges(before, after),
  reason: null,
})

const nameOf = ({ gigabytes, days }: BundlePrice) =>
  `${gigabytes} GB, ${days} ${days === 1 ? 'day' : 'days'}`

/** The bundles that are sold at another price than before, or weren't sold. */
const priceChanges = (before: BundlePrice[], after: BundlePrice[]) =>
  after.flatMap((bundle) => {
    const was = before.find((one) => nameOf(one) === nameOf(bundle))
    const { price } = bundle
    return was?.price === price
      ? []
      : [{ of: nameOf(bundle), before: was?.price ?? null, after: price }]
  })

/**
 * The effect of an act on prices as its preview shows it, asked in the transaction in which the act was tried.
 * @param at_stake of what the act itself does; the prices may be those of a plan that it only takes back
 */
async function shownEffect(
  tx: Db,
  context: Context,
  staff: Actor,
  before: BundlePrice[],
  after: BundlePrice[],
  at_stake = priceStake(before, after),
): Promise<PriceEffect> {
  const gone = before.filter((was) => !after.some((one) => nameOf(one) === nameOf(was)))
  return {
    changes: [
      ...priceChanges(before, after),
      ...gone.map((was) => ({ of: nameOf(was), before: was.price, after: null })),
    ],
    ...(await waitsOf(tx, context, staff, { at_stake })),
  }
}

/** The whole list before and after. */
type ListEffect = Record<'before' | 'after', BundlePrice[]>

export const pricesAct: Act<PriceChange<BundlePrice[]>, ListEffect, BundlePrice[]> = {
  permission: 'settings',
  async run(tx, { now: clock }, staff, { was, now }) {
    const { company_id } = staff
    await lockCompany(tx, company_id)
    await applyDue(tx, company_id, dayOf(clock()))
    const before = await listOnSale(tx, company_id)
    requireUnchanged(before, was)
    await replaceBundlePrices(tx, company_id, now)
    const after = await listOnSale(tx, company_id)
    await logStaffAction(tx, staff, {
      act: 'settings.bundles',
      subject: 'company',
      subject_id: company_id,
      before,
      after,
    })
    return {
      ...priceDone(before, after),
      result: after,
      effect: { before, after },
      act: 'wifi_prices',
      subject: 'prices',
      about: null,
    }
  },
}

/**
 * Replaces the price list.
 * @throws {HttpError} 409 when it is no longer as it was loaded
 */
export async function changePrices(
  context: Context,
  user: Actor,
  form: PriceChange<BundlePrice[]>,
) {
  const { result, waiting } = await perform(context, user, pricesAct, form, { expected: null })
  return waiting ? { waiting } : result
}

/** Previews what `changePrices` would change. */
export const previewPrices = (
  context: Context,
  user: Actor,
  form: PriceChange<BundlePrice[]>,
): Promise<PriceEffect> =>
  rehearse(context.db, async (tx) => {
    const { before, after } = (await pricesAct.run(tx, context, user, form)).effect
    return shownEffect(tx, context, user, before, after)
  })

interface PlanEffect {
  before: { current: BundlePrice[]; planned: PlannedPrices | null }
  after: PlannedPrices | null
}

export const planAct: Act<PriceChange<PlannedPrices | null>, PlanEffect, PlannedPrices | null> = {
  permission: 'settings',
  async run(tx, { now: clock }, staff, { was, now }) {
    const { company_id } = staff
    const today = dayOf(clock())
    const latest = addMonths(today, MAX_MONTHS_AHEAD)
    if (now && now.from <= today) throw invalid('now.from', 'Choose a day after today.')
    if (now && now.from > latest) throw invalid('now.from', `Choose a day by ${formatDay(latest)}.`)
    await lockCompany(tx, company_id)
    await applyDue(tx, company_id, today)
    const before = await findPlan(tx, company_id)
    requireUnchanged(before, was)
    const current = await listOnSale(tx, company_id)
    await tx.deleteFrom('planned_prices').where('company_id', '=', company_id).execute()
    if (now) {
      const bundles = JSON.stringify(now.bundles)
      await tx
        .insertInto('planned_prices')
        .values({ company_id, from_day: now.from, bundles, planned_by: staff.id })
        .execute()
    }
    await logStaffAction(tx, staff, {
      act: 'settings.planned_prices',
      subject: 'company',
      subject_id: company_id,
      before,
      after: now,
    })
    return {
      ...priceDone(current, now?.bundles ?? []),
      result: await findPlan(tx, company_id),
      effect: { before: { current, planned: before }, after: now },
      act: 'wifi_plan',
      subject: 'prices',
      about: now && `From ${formatDay(now.from)} on`,
    }
  },
}

/**
 * Plans another price list, or takes the plan back (`now` is null).
 * @throws {HttpError} 400 for a bad day, 409 when the plan is no longer as it was loaded
 */
export async function planPrices(
  context: Context,
  user: Actor,
  form: PriceChange<PlannedPrices | null>,
) {
  const { result, waiting } = await perform(context, user, planAct, form, { expected: null })
  return waiting ? { waiting } : result
}

/** Previews how the prices that `planPrices` would plan differ from those on sale; of a plan taken back, what it would not change. */
export const previewPlan = (
  context: Context,
  user: Actor,
  form: PriceChange<PlannedPrices | null>,
): Promise<PriceEffect> =>
  rehearse(context.db, async (tx) => {
    const { effect, at_stake } = await planAct.run(tx, context, user, form)
    const { current, planned } = effect.before
    const [from, to] = effect.after
      ? [current, effect.after.bundles]
      : [planned?.bundles ?? current, current]
    return shownEffect(tx, context, user, from, to, at_stake)
  })

/** The bundles on sale on this day, in whole gigabytes and days; others that were made by hand are rounded up. */
export async function listBundlePrices(db: Db, company_id: number, today: Day) {
  await applyDuePrices(db, company_id, today)
  return listOnSale(db, company_id)
}

/** The list that is to hold from a later day on; null without one. */
export async function findPlannedPrices(db: Db, company_id: number, today: Day) {
  await applyDuePrices(db, company_id, today)
  return findPlan(db, company_id)
}

const selectBundles = (db: Db, company_id: number) =>
  db
    .selectFrom('packages')
    .where('company_id', '=', company_id)
    .where('offered', '=', true)
    .select(['id', 'name', 'price', 'duration_s', bytes])

/** The bundles on sale on this day, in the company's order. */
export async function listBundles(db: Db, company_id: number, today: Day) {
  await applyDuePrices(db, company_id, today)
  return selectBundles(db, company_id).orderBy('position').orderBy('id').execute()
}
export type BundleRow = Awaited<ReturnType<typeof listBundles>>[number]

/** Undefined when it isn't on sale on this day. */
export async function findBundle(db: Db, company_id: number, id: string, today: Day) {
  await applyDuePrices(db, company_id, today)
  return selectBundles(db, company_id).where('id', '=', id).executeTakeFirst()
}

/** Makes a planned list the price list once its day has come. Every reader of prices does, so that nothing has to happen at midnight. */
async function applyDuePrices(db: Db, company_id: number, today: Day): Promise<void> {
  const planned = await findPlan(db, company_id)
  if (!planned || planned.from > today) return
  await db.transaction().execute(async (tx) => {
    await lockCompany(tx, company_id)
    await applyDue(tx, company_id, today)
  })
}

/** `applyDuePrices` where the company is locked already, before its prices or its plan are compared or changed. */
async function applyDue(tx: Db, company_id: number, today: Day): Promise<void> {
  const due = await tx
    .deleteFrom('planned_prices')
    .where('company_id', '=', company_id)
    .where('from_day', '<=', today)
    .returning(['bundles', 'planned_by'])
    .executeTakeFirst()
  // Not yet, or another server was first.
  if (!due) return
  const before = await listOnSale(tx, company_id)
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

const DAY_S = 86_400

async function listOnSale(db: Db, company_id: number): Promise<BundlePrice[]> {
  const rows = await db
    .selectFrom('packages')
    .where('company_id', '=', company_id)
    .where('offered', '=', true)
    .select(['id', 'price', 'duration_s', bytes])
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(({ id, price, duration_s, data_bytes }) => ({
    id,
    gigabytes: Math.ceil(data_bytes / GIGABYTE),
    days: Math.ceil(duration_s / DAY_S),
    price,
  }))
}

/**
 * Replaces the price list. A bundle that is left out is no longer sold, but stays for those who have bought it; so does a
 * bundle that gives something else now, which is sold under another id.
 */
async function replaceBundlePrices(
  tx: Db,
  company_id: number,
  bundles: BundlePrice[],
): Promise<void> {
  const known = await tx
    .selectFrom('packages')
    .where('company_id', '=', company_id)
    .select(['id', 'duration_s', bytes])
    .execute()
  await tx
    .updateTable('packages')
    .set({ offered: false })
    .where('company_id', '=', company_id)
    .execute()
  const taken = new Set(known.map(({ id }) => id))
  const used = new Set<string>()
  for (const [position, { id, gigabytes, days, price }] of bundles.entries()) {
    const gives = { data_bytes: gigabytes * GIGABYTE, duration_s: days * DAY_S }
    const same = known.find(
      (row) =>
        row.id === id &&
        !used.has(row.id) &&
        Math.ceil(row.data_bytes / GIGABYTE) === gigabytes &&
        Math.ceil(row.duration_s / DAY_S) === days,
    )
    if (same) {
      used.add(same.id)
      await tx
        .updateTable('packages')
        .set({ price, position, offered: true })
        .where('company_id', '=', company_id)
        .where('id', '=', same.id)
        .execute()
      continue
    }
    const next = freeId(`package_${price}`, taken)
    taken.add(next)
    const name = `${formatDataSize(gives.data_bytes)}, ${formatBundleDuration(gives.duration_s)}`
    await tx
      .insertInto('packages')
      .values({ company_id, id: next, name, price, ...gives, position, offered: true })
      .execute()
  }
}

/** `package_50`, or `package_50_2` when that is taken. */
function freeId(wanted: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const id = number === 1 ? wanted : `${wanted}_${number}`
    if (!taken.has(id)) return id
  }
}
