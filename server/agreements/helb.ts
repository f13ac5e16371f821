import type * as z from 'zod/mini'
import type * as contract from '#contract/calls.ts'
import { type Day, dayOf, isoTime } from '#rules/calendar.ts'
import { expectedDay, type HelbRound, helbForecast } from '#rules/plan.ts'
import { mailNotices } from '../account-notices/tell-tenant.ts'
import type { AuthUser } from '../auth/access.ts'
import { fullName } from '../auth/user-queries.ts'
import { lockCompany } from '../company/queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { rehearse } from '../db/rehearse.ts'
import { sameCompany } from '../db/same-company.ts'
import { conflict, invalid, notFound } from '../http/errors.ts'
import { notifyBalanceChanged } from '../ledger/balance.ts'
import { requireSame } from '../ledger/effect.ts'
import { type Actor, logStaffAction } from '../staff-log.ts'
import { listAgreementsOnHelb, listCountingPayments, listHelbRounds } from './queries.ts'
import { judgeAll } from './standing.ts'

/** HELB's payouts: parts of agreements that depend on one move with the news about it, without being changed themselves. */

const MOST_SHOWN = 12
const OTHER_EFFECT = 'Something has changed meanwhile. Please check what moves now.'

type News = z.output<typeof contract.helbForm>

/** The unpaid parts that depend on a payout, of agreements in force or waiting for agreement. */
async function listHanging({ now }: Context, db: Db, company_id: number, round: number) {
  const rows = await listAgreementsOnHelb(db, company_id, round)
  const users = [...new Set(rows.map(({ user_id }) => user_id))]
  if (users.length === 0) return []
  const [payments, rounds] = [
    await listCountingPayments(db, company_id, users),
    await listHelbRounds(db, company_id),
  ]
  const people = await db
    .selectFrom('users')
    .where('company_id', '=', company_id)
    .where('id', 'in', users)
    .select(['id', fullName().as('full_name')])
    .execute()
  const names = new Map(people.map(({ id, full_name }) => [id, full_name]))
  return [...Map.groupBy(rows, ({ user_id }) => user_id)].flatMap(([user_id, ofUser]) =>
    judgeAll(ofUser, payments.get(user_id) ?? [], rounds, now())
      .filter(({ state }) => state !== 'over')
      .flatMap(({ row, state, parts }) =>
        parts
          .filter((part) => part.helb_round === round && part.unpaid > 0)
          .map((part) => ({
            user_id,
            full_name: names.get(user_id) ?? '',
            kind: row.kind,
            state,
            amount: part.amount,
            unpaid: part.unpaid,
            days_after: part.days_after,
          })),
      ),
  )
}

/** The number of the payout that the news is about: a new number once the last payout came and another is expected. */
async function roundFor(db: Db, company_id: number, kind: News['kind']): Promise<number> {
  const rounds = await listHelbRounds(db, company_id)
  const { highest } = await db
    .selectFrom('helb_news')
    .where('company_id', '=', company_id)
    .select(({ fn }) => fn.max('round').as('highest'))
    .executeTakeFirstOrThrow()
  if (highest === null) return 1
  const last = rounds.at(-1)
  // All news of the highest payout was taken back, so its number is used again.
  if (last?.round !== highest) return highest
  return last.kind === 'came' && kind === 'expected' ? highest + 1 : highest
}

interface Step {
  effect: contract.HelbEffect
  /** The tenants to tell: the amount that moves, and its new day. */
  told: { user_id: number; amount: number; day: Day | null }[]
}

/** Runs `insert` and finds out which parts of agreements it moves. */
async function enter(
  context: Context,
  tx: Db,
  company_id: number,
  round: number,
  kind: News['kind'],
  insert: () => Promise<unknown>,
): Promise<Step> {
  const before = await listHelbRounds(tx, company_id)
  await insert()
  const after = await listHelbRounds(tx, company_id)
  const known = after.find((one) => one.round === round)
  const dayIn = (rounds: HelbRound[], days_after: number | null, amount: number) =>
    expectedDay({ amount, day: null, helb_round: round, days_after }, rounds)
  const moved = (await listHanging(context, tx, company_id, round))
    .map(({ days_after, amount, ...one }) => ({
      ...one,
      amount,
      before: dayIn(before, days_after, amount),
      after: dayIn(after, days_after, amount),
    }))
    .filter((one) => one.before !== one.after)
    .toSorted(
      (one, other) => one.full_name.localeCompare(other.full_name) || one.user_id - other.user_id,
    )
  return {
    effect: {
      kind: known?.kind ?? kind,
      day: known?.day ?? null,
      tenants: new Set(moved.map(({ user_id }) => user_id)).size,
      shillings: moved.reduce((sum, { unpaid }) => sum + unpaid, 0),
      moved: moved
        .slice(0, MOST_SHOWN)
        .map(({ user_id: id, full_name, kind, state, unpaid: amount, before, after }) => ({
          ...{ id, full_name, kind, amount, before, after },
          waiting: state === 'waiting',
        })),
      more: Math.max(0, moved.length - MOST_SHOWN),
    },
    told: moved
      .filter(({ state }) => state === 'in_force')
      .map(({ user_id, unpaid: amount, after: day }) => ({ user_id, amount, day })),
  }
}

async function enterNews(
  context: Context,
  tx: Db,
  staff: Actor,
  { kind, day, note }: News,
): Promise<Step> {
  const { company_id } = staff
  const today = dayOf(context.now())
  if (kind === 'came' && day > today) throw invalid('day', 'That day hasn’t come yet.')
  if (kind === 'expected' && day < today) throw invalid('day', 'Choose today or a later day.')
  await lockCompany(tx, company_id)
  const round = await roundFor(tx, company_id, kind)
  return enter(context, tx, company_id, round, kind, () =>
    tx
      .insertInto('helb_news')
      .values({
        ...{ company_id, round, kind, day, note: note ?? null },
        entered_by: staff.id,
        entered_at: context.now(),
      })
      .execute(),
  )
}

export const previewNews = (
  context: Context,
  staff: AuthUser,
  news: News,
): Promise<contract.HelbEffect> =>
  rehearse(context.db, async (tx) => (await enterNews(context, tx, staff, news)).effect)

/** @throws {HttpError} 400; 409 when it would move other parts than the preview said */
export function enterHelb(
  context: Context,
  staff: AuthUser,
  { news, expected }: { news: News; expected: contract.HelbEffect },
): Promise<contract.HelbEffect> {
  return carryOut(context, staff, 'helb.enter', expected, (tx) =>
    enterNews(context, tx, staff, news),
  )
}

/** @throws {HttpError} 404; 409 when the entry isn't the latest news */
async function takeBack(context: Context, tx: Db, staff: Actor, id: number): Promise<Step> {
  const { company_id } = staff
  await lockCompany(tx, company_id)
  const standing = await tx
    .selectFrom('helb_news')
    .where('company_id', '=', company_id)
    .where('kind', '<>', 'taken_back')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('helb_news as other')
            .whereRef('other.company_id', '=', 'helb_news.company_id')
            .whereRef('other.takes_back', '=', 'helb_news.id')
            .select('other.id'),
        ),
      ),
    )
    .select(['id', 'round', 'kind'])
    .orderBy('id', 'desc')
    .execute()
  const found = standing.find((one) => one.id === id)
  if (!found) throw notFound('There is no such entry about HELB.', 'helb_not_found')
  if (standing[0] !== found) {
    throw conflict('There is later news of HELB. Take that back first.', 'later_news')
  }
  const { round } = found
  const kind = found.kind === 'came' ? 'came' : 'expected'
  return enter(context, tx, company_id, round, kind, () =>
    tx
      .insertInto('helb_news')
      .values({
        ...{ company_id, round, takes_back: id },
        kind: 'taken_back',
        entered_by: staff.id,
        entered_at: context.now(),
      })
      .execute(),
  )
}

export const previewHelbUndo = (
  context: Context,
  staff: AuthUser,
  id: number,
): Promise<contract.HelbEffect> =>
  rehearse(context.db, async (tx) => (await takeBack(context, tx, staff, id)).effect)

export const undoHelb = (
  context: Context,
  staff: AuthUser,
  id: number,
  expected: contract.HelbEffect,
): Promise<contract.HelbEffect> =>
  carryOut(context, staff, 'helb.undo', expected, (tx) => takeBack(context, tx, staff, id))

/** Carries out a step that was previewed, logs it, and tells the tenants whose parts move. */
async function carryOut(
  context: Context,
  staff: AuthUser,
  act: 'helb.enter' | 'helb.undo',
  expected: contract.HelbEffect,
  step: (tx: Db) => Promise<Step>,
): Promise<contract.HelbEffect> {
  const { company_id } = staff
  const { effect, told } = await context.db.transaction().execute(async (tx) => {
    const done = await step(tx)
    requireSame(done.effect, expected, OTHER_EFFECT)
    const { kind, day, tenants, shillings } = done.effect
    await logStaffAction(tx, staff, {
      act,
      subject: 'company',
      subject_id: company_id,
      before: null,
      after: { kind, day, tenants, shillings },
    })
    const notices = done.told.map(({ user_id, amount, day }) => ({
      ...{ company_id, user_id, amount, day, kind: 'helb_moved' as const, reason: null },
      entered_by: staff.id,
      created_at: context.now(),
    }))
    for (let from = 0; from < notices.length; from += BATCH) {
      await tx
        .insertInto('account_notices')
        .values(notices.slice(from, from + BATCH))
        .execute()
    }
    return done
  })
  for (const user_id of new Set(told.map((one) => one.user_id))) {
    notifyBalanceChanged(context, { company_id, user_id })
    mailNotices(context, { company_id, user_id })
  }
  return effect
}
const BATCH = 1000

/** The news about HELB's payouts, and what a payout on the given day would bring in. */
export async function loadHelb(context: Context, company_id: number, comes: Day | undefined) {
  const { db } = context
  const rounds = await listHelbRounds(db, company_id)
  const last = rounds.at(-1)
  const news = await db
    .selectFrom('helb_news as news')
    .innerJoin('users as staff', sameCompany('staff.id', 'news.entered_by'))
    .leftJoin('helb_news as back', (join) =>
      join
        .onRef('back.company_id', '=', 'news.company_id')
        .onRef('back.takes_back', '=', 'news.id'),
    )
    .where('news.company_id', '=', company_id)
    .select(['news.id', 'news.kind', 'news.day', 'news.note', 'news.entered_at'])
    .select(['news.round', 'back.id as back_id', fullName('staff').as('by')])
    .orderBy('news.id', 'desc')
    .limit(MOST_SHOWN)
    .execute()
  const entry = news.find(
    ({ round, kind, back_id }) =>
      round === last?.round && kind !== 'taken_back' && back_id === null,
  )
  const day = comes ?? (last?.kind === 'expected' ? last.day : undefined)
  const hanging =
    last?.kind === 'expected' && day
      ? (await listHanging(context, db, company_id, last.round)).filter(
          ({ state }) => state === 'in_force',
        )
      : null
  return {
    round: last && entry ? { kind: last.kind, day: last.day, entry: entry.id } : null,
    entries: news.map(({ back_id, round: _, entered_at, ...one }) => ({
      ...one,
      entered_at: isoTime(entered_at),
      is_void: back_id !== null,
    })),
    forecast:
      hanging && day
        ? {
            comes: day,
            ...helbForecast(hanging, day),
            tenants: new Set(hanging.map(({ user_id }) => user_id)).size,
          }
        : null,
  }
}
