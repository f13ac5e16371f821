import type { WillWait } from '#contract/approvals.ts'
import type { BilledChanges } from '#contract/billing.ts'
import { CHANGED_MEANWHILE } from '#contract/settings.ts'
import { type Stake, takenOff } from '#rules/approval.ts'
import { type Day, dayOf, type Month } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import type { StaffAct } from '#rules/staff-acts.ts'
import { mayDo } from '#rules/staff-roles.ts'
import { currentStay, planStayEnds, tenancyActText } from '#rules/tenancy.ts'
import { OWNER_ONLY, requireWithinLimit, waitsOf } from '../approvals/limit.ts'
import { findRole } from '../approvals/queries.ts'
import {
  loadBilled,
  requireChange,
  type Settled,
  settleBilled,
  sumBilled,
  sumOf,
} from '../billing/settle.ts'
import { type Difference, loadBegun, settleBegun } from '../billing/settle-begun.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { retryOnConflict } from '../db/retry.ts'
import { conflict, forbidden, notFound } from '../http/errors.ts'
import { findBalance } from '../ledger/balance.ts'
import { type Actor, logStaffAction } from '../staff-log.ts'
import {
  deleteStay,
  endTenancies,
  listStays,
  lockActiveTenancy,
  rethrowRoomFull,
  type StayWithRoom,
  updateStayEnd,
} from '../tenancy/stay-queries.ts'
import { listTenancyActs } from '../tenancy/tenant-queries.ts'

/** An active tenancy whose row is locked. */
export interface LockedTenancy {
  tenancy_id: number
  stays: StayWithRoom[]
  current: StayWithRoom
  /** The day the tenant leaves; null when no end is agreed. */
  leaves: Day | null
  today: Day
}

const notLivingHere = () => notFound('This tenant does not live here.', 'tenant_not_found')

export type Change<Result> = (
  tx: Db,
  tenancy: LockedTenancy,
) => Promise<{
  logged: object
  result: Result
  /** Why rent that was charged would be another now. */
  why: string
}>

/** The state that staff saw when they decided on a change; a field is null or left out when they weren't shown it. */
export interface Expected {
  /** The change of charged rent. */
  expected_change?: number | null
  /** The tenant's latest act; 0 without one. */
  expected_act?: number | null
  /** Months that have begun and were charged otherwise than the rules say now: their difference is entered. */
  corrected_months?: readonly Month[] | 'all' | null
}

interface Changed<Result> {
  result: Result
  /** The changes in months that are billed. */
  settled: Settled
  /** Months that have begun and were charged otherwise, and the sum of those that are corrected. */
  differences: Difference[]
  corrected: number
  /** What all of it takes off charged rent. */
  given: number
}

/**
 * Changes a tenant's active tenancy, for acts that don't wait.
 * @throws {HttpError} 403 when it takes more off the bill than the residence's limit, and an owner has to do it
 */
export const changeTenancy = <Result>(
  context: Context,
  staff: Actor,
  user_id: number,
  act: StaffAct,
  change: Change<Result>,
  expected: Expected,
): Promise<Result> =>
  retryOnConflict(() =>
    context.db.transaction().execute(async (tx) => {
      const changed = await changeTenancyIn(tx, context, staff, user_id, act, change, expected)
      await requireWithinLimit(tx, context, staff, {
        given: changed.given,
        refusal: `This takes ${ksh(changed.given)} of charged rent off. ${OWNER_ONLY}`,
      })
      return changed.result
    }),
  )

/**
 * Changes a tenant's active tenancy within a transaction, and logs which staff did it and the stays before and after.
 * @throws {HttpError} 403 when it corrects charged rent, and they don't decide about money
 */
export async function changeTenancyIn<Result>(
  tx: Db,
  context: Context,
  staff: Actor,
  user_id: number,
  act: StaffAct,
  change: Change<Result>,
  { expected_act = null, expected_change = null, corrected_months }: Expected,
): Promise<Changed<Result>> {
  const { company_id } = staff
  const today = dayOf(context.now())
  const locked = await lockActiveTenancy(tx, company_id, user_id)
  if (!locked) throw notLivingHere()
  const stays = await listStays(tx, company_id, locked.id)
  const current = currentStay(stays, today)
  if (!current) throw notLivingHere()
  if (expected_act !== null) await requireLatestAct(tx, company_id, user_id, expected_act)
  const leaves = stays.at(-1)?.until_day ?? null
  const tenancy = { tenancy_id: locked.id, stays, current, leaves, today }
  const billed = await loadBilled(tx, context, company_id, locked.id)
  const begun = await loadBegun(tx, context, company_id, locked.id)
  const { logged, result, why } = await change(tx, tenancy)
  const settled = await settleBilled(tx, context, staff, billed)
  const chosen = await choose(tx, staff, corrected_months ?? [])
  const late = await settleBegun(tx, context, staff, begun, chosen.months, { reason: why })
  if (chosen.isRefused(late.differences)) throw onlyMoney()
  const corrected = sumOf(late)
  requireChange(sumOf(settled) + corrected, expected_change)
  await endTenancies(tx, today, { company_id, user_id })
  await logStaffAction(tx, staff, {
    act,
    subject: 'tenancy',
    subject_id: locked.id,
    before: { stays },
    after: {
      ...logged,
      ...(settled.changes.length > 0 && { billed: sumOf(settled) }),
      ...(late.changes.length > 0 && { corrected: late.changes }),
      stays: await listStays(tx, company_id, locked.id),
    },
  })
  const given = takenOff([...settled.changes, ...late.changes])
  return { result, settled, differences: late.differences, corrected, given }
}

const onlyMoney = () =>
  forbidden(
    'Only staff who decide about money may correct rent that was charged. Without that, it stays as it is.',
    'not_permitted',
  )

/** Who doesn't decide about money corrects only what is always corrected; looking at a move isn't refused for it. */
async function choose(tx: Db, staff: Actor, months: readonly Month[] | 'all') {
  const isAllowed =
    months.length === 0 || mayDo(await findRole(tx, staff.company_id, staff.id), 'money')
  return {
    months: months === 'all' && !isAllowed ? [] : months,
    isRefused: (differences: Difference[]) =>
      !isAllowed &&
      months !== 'all' &&
      differences.some(({ month, always }) => !always && months.includes(month)),
  }
}

/** @throws {HttpError} 409 with what was done since the form was opened; the tenancy is locked, so that no act is missed */
async function requireLatestAct(tx: Db, company_id: number, user_id: number, expected: number) {
  const [latest] = await listTenancyActs(tx, company_id, user_id, 1)
  if ((latest?.id ?? 0) === expected) return
  const since = latest && `${latest.by} ${tenancyActText(latest)}`
  throw conflict(
    since ? `Meanwhile ${since}. Please check and confirm again.` : CHANGED_MEANWHILE,
    'changed_meanwhile',
  )
}

export async function endStaysOn(
  tx: Db,
  company_id: number,
  { stays, current }: LockedTenancy,
  day: Day,
) {
  const { shortened, cancelled } = planStayEnds(stays, current, day)
  for (const stay of cancelled) await deleteStay(tx, company_id, stay.id)
  for (const stay of shortened) await updateStayEnd(tx, company_id, stay.id, day)
}

export type Chosen = Pick<Expected, 'corrected_months'>

/** The changes of charged rent that a move would make, and whether it would wait; in a transaction that is rolled back. */
export async function previewChange(
  tx: Db,
  context: Context,
  staff: Actor,
  { id, corrected_months = 'all' }: Chosen & { id: number },
  act: StaffAct,
  change: Change<unknown>,
  stakeOf: (owed: number, given: number) => Stake,
): Promise<BilledChanges & { waits?: WillWait }> {
  const { company_id } = staff
  const chosen = { corrected_months }
  const { due } = await findBalance(tx, company_id, id, dayOf(context.now()))
  const changed = await changeTenancyIn(tx, context, staff, id, act, change, chosen)
  const { settled, differences, corrected, given } = changed
  const after = await sumBilled(tx, company_id, id)
  return {
    ...{ before: after - sumOf(settled) - corrected, after, differences },
    changes: settled.changes.map(({ month, amount }) => ({ month, amount })),
    leaving_percent: settled.leaving_percent,
    ...(await waitsOf(tx, context, staff, stakeOf(due, given))),
  }
}

/** @throws {HttpError} 409 when the room is full by then */
export async function extendLastStay(
  tx: Db,
  company_id: number,
  { stays, current }: LockedTenancy,
  until: Day | null,
  field: string,
) {
  const last = stays.at(-1) ?? current
  await updateStayEnd(tx, company_id, last.id, until).catch(
    rethrowRoomFull(last.room_number, field),
  )
}
