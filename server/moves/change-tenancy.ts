import { sql } from 'kysely'
import type { WillWait } from '#contract/approvals.ts'
import type { BilledChanges } from '#contract/billing.ts'
import { CHANGED_MEANWHILE } from '#contract/settings.ts'
import { removalStake } from '#rules/approval.ts'
import { type Day, dayOf, formatDay, type Month } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import type { StaffAct } from '#rules/staff-acts.ts'
import {
  currentStay,
  departureDateError,
  planStayEnds,
  type RemovalReason,
  type TransferReason,
  tenancyActText,
  transferDateError,
} from '#rules/tenancy.ts'
import { type Act, perform, waitsOf } from '../approvals/perform.ts'
import type { AuthUser } from '../auth/access.ts'
import { findFullName } from '../auth/user-queries.ts'
import {
  loadBilled,
  requireChange,
  type Settled,
  settleBilled,
  sumBilled,
  sumOf,
} from '../billing/settle.ts'
import { type Difference, loadBegun, reasons, settleBegun } from '../billing/settle-begun.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { rehearse } from '../db/rehearse.ts'
import { retryOnConflict } from '../db/retry.ts'
import { conflict, invalid, notFound } from '../http/errors.ts'
import { findBalance } from '../ledger/balance.ts'
import { type Actor, logStaffAction } from '../staff-log.ts'
import { findRoomByNumber } from '../tenancy/room-queries.ts'
import {
  deleteStay,
  endTenancies,
  insertStay,
  listStays,
  lockActiveTenancy,
  rethrowRoomFull,
  type StayWithRoom,
  updateRemoval,
  updateStayEnd,
} from '../tenancy/stay-queries.ts'
import { listTenancyActs } from '../tenancy/tenant-queries.ts'

/** An active tenancy whose row is locked. */
interface LockedTenancy {
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
}

/** Changes a tenant's active tenancy, and logs which staff did it and the stays before and after. */
export const changeTenancy = <Result>(
  context: Context,
  staff: Actor,
  user_id: number,
  act: StaffAct,
  change: Change<Result>,
  expected: Expected,
): Promise<Result> =>
  retryOnConflict(() =>
    context.db
      .transaction()
      .execute((tx) => changeTenancyIn(tx, context, staff, user_id, act, change, expected)),
  ).then(({ result }) => result)

/** `changeTenancy` within a transaction. */
async function changeTenancyIn<Result>(
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
  const late = await settleBegun(tx, context, staff, begun, corrected_months ?? [], { reason: why })
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
  return { result, settled, differences: late.differences, corrected }
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

async function endStaysOn(tx: Db, company_id: number, { stays, current }: LockedTenancy, day: Day) {
  const { shortened, cancelled } = planStayEnds(stays, current, day)
  for (const stay of cancelled) await deleteStay(tx, company_id, stay.id)
  for (const stay of shortened) await updateStayEnd(tx, company_id, stay.id, day)
}

interface Transfer {
  id: number
  /** Undefined for a look. */
  previous_room: string | undefined
  room_number: string
  transfer_reason: TransferReason
  transfer_date: Day
}

/**
 * Moves a tenant to another room, now or on a later day. Months that have begun stay as they were charged: the new rate counts
 * from the next one on.
 * @throws {HttpError} 400 for a bad day, 404, 409 when the room is full, `previous_room` is outdated, staff have changed the stays since,
 * or it would change something else of a bill than the preview said
 */
export const transfer = (
  context: Context,
  staff: AuthUser,
  form: Transfer & Expected,
): Promise<void> =>
  changeTenancy(
    context,
    staff,
    form.id,
    'tenancy.transfer',
    transferOf(staff.company_id, form),
    form,
  )

/** The changes of charged rent that `transfer` would make; without a choice, all months charged otherwise are corrected. */
export const previewTransfer = (
  context: Context,
  staff: Actor,
  form: { id: number; room_number: string; transfer_date: Day } & Chosen,
): Promise<BilledChanges> =>
  rehearse(context.db, (tx) => {
    const whole = { ...form, previous_room: undefined, transfer_reason: 'other' } as const
    const change = transferOf(staff.company_id, whole)
    return changeBilled(tx, context, staff, form, 'tenancy.transfer', change)
  })

type Chosen = Pick<Expected, 'corrected_months'>

async function changeBilled(
  tx: Db,
  context: Context,
  staff: Actor,
  { id, corrected_months = 'all' }: Chosen & { id: number },
  act: StaffAct,
  change: Change<unknown>,
): Promise<BilledChanges> {
  const chosen = { corrected_months }
  const changed = await changeTenancyIn(tx, context, staff, id, act, change, chosen)
  const { settled, differences, corrected } = changed
  const after = await sumBilled(tx, staff.company_id, id)
  return {
    ...{ before: after - sumOf(settled) - corrected, after, differences },
    changes: settled.changes.map(({ month, amount }) => ({ month, amount })),
    leaving_percent: settled.leaving_percent,
  }
}

const transferOf =
  (company_id: number, form: Transfer): Change<undefined> =>
  async (tx, tenancy) => {
    const { room_number, transfer_reason, transfer_date } = form
    const { current, leaves, today, tenancy_id } = tenancy
    if (form.previous_room !== undefined && current.room_number !== form.previous_room) {
      throw conflict(
        `They’re in ${current.room_number} now, not ${form.previous_room}. Please check again.`,
        'previous_room',
      )
    }
    if (current.room_number === room_number) {
      throw invalid('room_number', 'This is the room they have. Choose another one.')
    }
    const problem = transferDateError(transfer_date, current, leaves, today)
    if (problem) throw invalid('transfer_date', problem)
    const room = await findRoomByNumber(tx, company_id, room_number)
    if (!room) throw invalid('room_number', `There is no room ${room_number}.`)
    await endStaysOn(tx, company_id, tenancy, transfer_date)
    // A stay without a day in it would only say that the room was changed; the log says so too.
    if (current.from_day === transfer_date) await deleteStay(tx, company_id, current.id)
    await insertStay(tx, {
      company_id,
      tenancy_id,
      room_id: room.id,
      from_day: transfer_date,
      until_day: leaves,
      transfer_reason,
    }).catch(rethrowRoomFull(room_number, 'room_number'))
    const why = reasons.moved(room_number, transfer_date)
    return { logged: { transfer_reason, transfer_date, room_number }, result: undefined, why }
  }

interface Removal extends Expected {
  id: number
  removal_reason: RemovalReason
  comments?: string | null
  departure_date: Day
}

interface RemovalEffect {
  full_name: string
  room_number: string
  departure_date: Day
  closing_balance: number
  /** Rent given back: of a bill, and of months charged before anybody knew of the departure. */
  given_back: number
}

export const removalAct: Act<Removal, RemovalEffect, { closing_balance: number }> = {
  permission: 'tenancies',
  async run(tx, context, staff, form) {
    const { id: user_id, departure_date } = form
    const { result, settled, corrected } = await changeTenancyIn(
      tx,
      context,
      staff,
      user_id,
      'tenancy.remove',
      removalOf(staff.company_id, form),
      // Also when it is approved later: what others have planned since is not overwritten.
      form,
    )
    const { room_number } = result
    const given_back = -sumOf(settled) - corrected
    const today = dayOf(context.now())
    const { due: closing_balance } = await findBalance(tx, staff.company_id, user_id, today)
    const full_name = (await findFullName(tx, staff.company_id, user_id)) ?? ''
    return {
      result: { closing_balance },
      effect: { full_name, room_number, departure_date, closing_balance, given_back },
      act: 'removal',
      at_stake: removalStake(closing_balance, corrected),
      subject: `user ${user_id}`,
      user_id,
      about: `${room_number}, leaves on ${formatDay(departure_date)}${takenOff(corrected)}`,
      changes: [{ of: null, user_id, before: closing_balance - corrected, after: closing_balance }],
      reason: form.comments ?? null,
    }
  },
  // Removals asked for before there were bills give nothing back.
  deedOf: ({ room_number, departure_date, given_back = 0 }) => ({
    room_number,
    departure_date,
    given_back,
  }),
}

/**
 * Ends a tenancy on a day in the past, today or in the future. Its debt stays visible and payable.
 * @returns the balance as of now
 * @throws {HttpError} 400 for a bad day, 404, 409 when the room is full before a later departure, or staff have changed the stays since
 */
export const remove = (context: Context, staff: Actor, form: Removal) =>
  perform(context, staff, removalAct, form, { expected: null })

const takenOff = (corrected: number) =>
  corrected < 0 ? `, ${ksh(-corrected)} of charged rent taken off` : ''

/** The charged rent that `remove` would give back, see `previewTransfer`, and whether the removal would wait. */
export const previewRemoval = (
  context: Context,
  staff: Actor,
  { departure_date, ...form }: { id: number; departure_date: Day } & Chosen,
): Promise<BilledChanges & { waits?: WillWait }> =>
  rehearse(context.db, async (tx) => {
    const { company_id } = staff
    const { id } = form
    const change = removalOf(company_id, { id, departure_date, removal_reason: 'other' })
    const changes = await changeBilled(tx, context, staff, form, 'tenancy.remove', change)
    const { due } = await findBalance(tx, company_id, id, dayOf(context.now()))
    const ofBill = changes.changes.reduce((sum, { amount }) => sum + amount, 0)
    const corrected = changes.after - changes.before - ofBill
    return { ...changes, ...(await waitsOf(tx, context, staff, removalStake(due, corrected))) }
  })

const removalOf =
  (company_id: number, form: Removal): Change<{ room_number: string }> =>
  async (tx, tenancy) => {
    const { removal_reason, departure_date } = form
    const removal_comments = form.comments ?? null
    const { current, leaves, stays, today, tenancy_id } = tenancy
    const problem = departureDateError(departure_date, current, today)
    if (problem) throw invalid('departure_date', problem)
    if (leaves !== null && departure_date > leaves)
      await extendLastStay(tx, company_id, tenancy, departure_date, 'departure_date')
    else await endStaysOn(tx, company_id, tenancy, departure_date)
    // When a planned removal is changed, `agreed_end` keeps the end that was agreed before the first removal.
    const agreed = stays.at(-1)?.until_day ?? null
    const agreed_end = sql<Day | null>`case when removal_reason is null then ${agreed}::date
      else agreed_end end`
    await updateRemoval(tx, company_id, tenancy_id, {
      removal_reason,
      removal_comments,
      agreed_end,
    })
    return {
      logged: { removal_reason, removal_comments, departure_date },
      result: { room_number: current.room_number },
      why: reasons.left(departure_date, stays[0]?.from_day ?? current.from_day),
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
