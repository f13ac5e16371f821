import { type Day, dayOf, formatDay, monthOf } from '#rules/calendar.ts'
import {
  currentStay,
  departureDateError,
  endDateError,
  planStayEnds,
  type RemovalReason,
  type TransferReason,
  transferDateError,
} from '#rules/tenancy.ts'
import type { AuthUser } from '../auth/access.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { retryOnConflict } from '../db/retry.ts'
import { conflict, invalid, notFound } from '../errors.ts'
import { findBalance } from '../payments/balance.ts'
import { logStaffAction } from '../staff-log.ts'
import { findRoomByNumber } from './room-queries.ts'
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
} from './stay-queries.ts'

/** An active tenancy whose row is locked. */
interface LockedTenancy {
  tenancy_id: number
  stays: StayWithRoom[]
  current: StayWithRoom
  /** The day the tenant leaves; null when no end is agreed. */
  leaves: Day | null
  today: Day
}

const tenantNotFound = () => notFound('This tenant does not live here.', 'tenant_not_found')

/** Changes a tenant's active tenancy, and logs which staff did it and the stays before and after. */
function changeTenancy<Result>(
  { db, now }: Context,
  staff: AuthUser,
  user_id: number,
  act: string,
  change: (tx: Db, tenancy: LockedTenancy) => Promise<{ logged: object; result: Result }>,
): Promise<Result> {
  const { company_id } = staff
  const today = dayOf(now())
  const runTransaction = () =>
    db.transaction().execute(async (tx) => {
      const locked = await lockActiveTenancy(tx, company_id, user_id)
      if (!locked) throw tenantNotFound()
      const stays = await listStays(tx, company_id, locked.id)
      const current = currentStay(stays, today)
      if (!current) throw tenantNotFound()
      const leaves = stays.at(-1)?.until_day ?? null
      const tenancy = { tenancy_id: locked.id, stays, current, leaves, today }
      const { logged, result } = await change(tx, tenancy)
      await endTenancies(tx, today, { company_id, user_id })
      await logStaffAction(tx, staff, {
        act,
        subject: 'tenancy',
        subject_id: locked.id,
        before: { stays },
        after: { ...logged, stays: await listStays(tx, company_id, locked.id) },
      })
      return result
    })
  return retryOnConflict(runTransaction)
}

async function endStaysOn(tx: Db, company_id: number, { stays, current }: LockedTenancy, day: Day) {
  const { shortened, cancelled } = planStayEnds(stays, current, day)
  for (const stay of cancelled) await deleteStay(tx, company_id, stay.id)
  for (const stay of shortened) await updateStayEnd(tx, company_id, stay.id, day)
}

/**
 * Moves a tenant to another room, now or on a later day. Posted charges do not change: the new rate counts
 * from the next charge on.
 * @throws {HttpError} 400 for a bad day, 404, 409 when the room is full or `previous_room` is outdated
 */
export function transfer(
  context: Context,
  staff: AuthUser,
  form: {
    id: number
    previous_room: string
    room_number: string
    transfer_reason: TransferReason
    transfer_date: Day
  },
): Promise<void> {
  const { company_id } = staff
  const { room_number, transfer_reason, transfer_date } = form
  return changeTenancy(context, staff, form.id, 'tenancy.transfer', async (tx, tenancy) => {
    const { current, leaves, today, tenancy_id } = tenancy
    if (current.room_number !== form.previous_room) {
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
    return { logged: { transfer_reason, transfer_date }, result: undefined }
  })
}

/**
 * Ends a tenancy on a day in the past, today or in the future. Its debt stays visible and payable.
 * @returns the balance as of now
 * @throws {HttpError} 400 for a bad day, 404, 409 when the room is full before a later departure
 */
export function remove(
  context: Context,
  staff: AuthUser,
  form: {
    id: number
    removal_reason: RemovalReason
    comments?: string | undefined
    departure_date: Day
  },
): Promise<{ closing_balance: number }> {
  const { company_id } = staff
  const { id: user_id, removal_reason, departure_date } = form
  const removal_comments = form.comments ?? null
  return changeTenancy(context, staff, user_id, 'tenancy.remove', async (tx, tenancy) => {
    const { current, leaves, today, tenancy_id } = tenancy
    const problem = departureDateError(departure_date, current, today)
    if (problem) throw invalid('departure_date', problem)
    if (leaves !== null && departure_date > leaves)
      await extendLastStay(tx, company_id, tenancy, departure_date, 'departure_date')
    else await endStaysOn(tx, company_id, tenancy, departure_date)
    await updateRemoval(tx, company_id, tenancy_id, { removal_reason, removal_comments })
    const { due: closing_balance } = await findBalance(
      tx,
      company_id,
      user_id,
      monthOf(context.now()),
    )
    return {
      logged: { removal_reason, removal_comments, departure_date },
      result: { closing_balance },
    }
  })
}

/**
 * Moves the end of a tenant's stay to a later day, or leaves it open (null).
 * @throws {HttpError} 400 for a bad day, 404, 409 when the room is full by then
 */
export function extend(
  context: Context,
  staff: AuthUser,
  user_id: number,
  end: Day | null,
): Promise<void> {
  return changeTenancy(context, staff, user_id, 'tenancy.extend', async (tx, tenancy) => {
    const { leaves, stays, current } = tenancy
    if (leaves === null) throw invalid('end_date', 'They have no leaving date.')
    if (end !== null && end <= leaves) {
      const until = formatDay(leaves)
      throw invalid('end_date', `They’re already staying until ${until}. Choose a later day.`)
    }
    const problem = end && endDateError(end, stays[0]?.from_day ?? current.from_day)
    if (problem) throw invalid('end_date', problem)
    await extendLastStay(tx, staff.company_id, tenancy, end, 'end_date')
    // It cancels a planned removal.
    const none = { removal_reason: null, removal_comments: null }
    await updateRemoval(tx, staff.company_id, tenancy.tenancy_id, none)
    return { logged: { end_date: end }, result: undefined }
  })
}

/**
 * Cancels the planned transfers of a tenant, who keeps the present room.
 * @throws {HttpError} 404, 409 when none is planned or the present room is full by then
 */
export function cancelTransfer(context: Context, staff: AuthUser, user_id: number): Promise<void> {
  const { company_id } = staff
  return changeTenancy(context, staff, user_id, 'tenancy.cancel_transfer', async (tx, tenancy) => {
    const { stays, current, leaves } = tenancy
    const planned = stays.filter((stay) => stay.from_day > current.from_day)
    if (planned.length === 0) throw conflict('They have no planned move.', 'not_planned')
    for (const stay of planned) await deleteStay(tx, company_id, stay.id)
    await updateStayEnd(tx, company_id, current.id, leaves).catch(
      rethrowRoomFull(current.room_number, 'room_number'),
    )
    return { logged: {}, result: undefined }
  })
}

async function extendLastStay(
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
