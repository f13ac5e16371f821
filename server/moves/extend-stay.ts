import { type Day, formatDay } from '#rules/calendar.ts'
import { endDateError } from '#rules/tenancy.ts'
import type { AuthUser } from '../auth/access.ts'
import { reasons } from '../billing/settle-begun.ts'
import type { Context } from '../context.ts'
import { conflict, invalid } from '../http/errors.ts'
import {
  deleteStay,
  rethrowRoomFull,
  updateRemoval,
  updateStayEnd,
} from '../tenancy/stay-queries.ts'
import { type Change, changeTenancy, type Expected, extendLastStay } from './change-tenancy.ts'

/**
 * Moves the end of a tenant's stay to a later day, or leaves it open (null).
 * @throws {HttpError} 400 for a bad day, 404, 409 when the room is full by then, or staff have changed the stays since
 */
export function extend(
  context: Context,
  staff: AuthUser,
  user_id: number,
  { end, ...expected }: Expected & { end: Day | null },
): Promise<void> {
  const change: Change<undefined> = async (tx, tenancy) => {
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
    const none = { removal_reason: null, removal_comments: null, agreed_end: null }
    await updateRemoval(tx, staff.company_id, tenancy.tenancy_id, none)
    return { logged: { end_date: end }, result: undefined, why: reasons.stays }
  }
  return changeTenancy(context, staff, user_id, 'tenancy.extend', change, expected)
}

/**
 * Cancels the planned transfers of a tenant, who keeps the present room.
 * @throws {HttpError} 404, 409 when none is planned, the present room is full by then, or staff have changed the stays since
 */
export function cancelTransfer(
  context: Context,
  staff: AuthUser,
  user_id: number,
  expected: Expected,
): Promise<void> {
  const { company_id } = staff
  const change: Change<undefined> = async (tx, tenancy) => {
    const { stays, current, leaves } = tenancy
    const planned = stays.filter((stay) => stay.from_day > current.from_day)
    if (planned.length === 0) throw conflict('They have no planned move.', 'not_planned')
    for (const stay of planned) await deleteStay(tx, company_id, stay.id)
    await updateStayEnd(tx, company_id, current.id, leaves).catch(
      rethrowRoomFull(current.room_number, 'room_number'),
    )
    return { logged: {}, result: undefined, why: reasons.stays }
  }
  return changeTenancy(context, staff, user_id, 'tenancy.cancel_transfer', change, expected)
}
