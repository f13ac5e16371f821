import type { MoveBack, MoveBackPreview } from '#contract/tenants.ts'
import { type Day, dayOf, later } from '#rules/calendar.ts'
import { cutByRate, rentDue } from '#rules/ledger.ts'
import { currentStay, returnDateError, stayAgain } from '#rules/tenancy.ts'
import type { AuthUser } from '../auth/access.ts'
import { lockUser } from '../auth/user-queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { retryOnConflict } from '../db/retry.ts'
import { conflict, invalid, notFound } from '../errors.ts'
import { chargeRent, findLastChargedMonth } from '../payments/charge-rent.ts'
import { logStaffAction } from '../staff-log.ts'
import { findRoomByNumber, listRates } from './room-queries.ts'
import {
  deleteStay,
  endTenancies,
  findAgreedEnd,
  insertStay,
  listStays,
  reopenTenancy,
  rethrowRoomFull,
  updateStayEnd,
} from './stay-queries.ts'
import { findTenant } from './tenant-queries.ts'

/** What moving back in would mean, checked against what is stored. */
async function planReturn(
  db: Db,
  company_id: number,
  user_id: number,
  { room_number, start_date }: MoveBack,
  today: Day,
) {
  const tenancy = await findTenant(db, company_id, user_id)
  if (!tenancy) throw notFound('There is no such tenant.', 'tenant_not_found')
  const stays = await listStays(db, company_id, tenancy.tenancy_id)
  if (tenancy.ended_day === null) {
    const current = currentStay(stays, today)
    throw conflict(
      `They already have a room again${current ? `: ${current.room_number}` : ''}.`,
      'has_room',
    )
  }
  const problem = returnDateError(start_date, tenancy.ended_day, today)
  if (problem) throw invalid('start_date', problem)
  const room = await findRoomByNumber(db, company_id, room_number)
  if (!room) throw invalid('room_number', `There is no room ${room_number}.`)
  const agreed = await findAgreedEnd(db, company_id, tenancy.tenancy_id)
  const until = agreed !== null && agreed > start_date ? agreed : null
  return { tenancy, stays, room, until, ...stayAgain(stays, start_date, room_number) }
}

const findFirstMonth = (db: Db, company_id: number) =>
  db
    .selectFrom('companies')
    .where('id', '=', company_id)
    .select(['id', 'first_month'])
    .executeTakeFirstOrThrow()

/** What `moveBack` would do, and the rent that it would charge up to the day of moving in. */
export async function previewMoveBack(
  { db, now }: Context,
  { company_id }: AuthUser,
  user_id: number,
  form: MoveBack,
): Promise<MoveBackPreview> {
  const today = dayOf(now())
  const plan = await planReturn(db, company_id, user_id, form, today)
  const { tenancy, stays, room, until, replaced } = plan
  const { first_month } = await findFirstMonth(db, company_id)
  const charged = await findLastChargedMonth(db, company_id, tenancy.tenancy_id)
  const { start_date } = form
  const rates = await listRates(db, company_id, room.id)
  const after = [
    ...stays.filter((stay) => !replaced.includes(stay)),
    ...cutByRate({ from_day: start_date, until_day: until }, rates),
  ]
  const due = rentDue(after, later(start_date, today), first_month)
  return {
    rate: rates.findLast(({ from_day }) => from_day <= start_date)?.rate ?? room.rate,
    until,
    charges: due.filter(
      ({ month }) =>
        (charged === null || month > charged) && month >= (tenancy.first_rent_month ?? ''),
    ),
  }
}

/**
 * Gives a former tenant a room again, in the same tenancy: rent that was charged is not charged twice. It
 * ends on the day that was agreed before the removal, unless that has gone by.
 * @throws {HttpError} 400 for a bad day, 404, 409 when they have a room already or the room is full
 */
export function moveBack(
  context: Context,
  staff: AuthUser,
  user_id: number,
  form: MoveBack,
): Promise<void> {
  const { db, now } = context
  const { company_id } = staff
  const { room_number, start_date } = form
  const today = dayOf(now())
  const runTransaction = () =>
    db.transaction().execute(async (tx) => {
      // A move-in form that the tenant sends at the same time waits for this lock, and then finds the tenancy.
      await lockUser(tx, company_id, user_id).catch(() => {
        throw notFound('There is no such tenant.', 'tenant_not_found')
      })
      await endTenancies(tx, today, { company_id, user_id })
      const plan = await planReturn(tx, company_id, user_id, form, today)
      const { tenancy, stays, room, until, continued, replaced } = plan
      const { tenancy_id, ended_day, removal_reason, removal_comments } = tenancy
      await reopenTenancy(tx, company_id, tenancy_id)
      for (const stay of replaced) await deleteStay(tx, company_id, stay.id)
      const stay = { company_id, tenancy_id, room_id: room.id, from_day: start_date }
      await (continued
        ? updateStayEnd(tx, company_id, continued.id, until)
        : insertStay(tx, { ...stay, until_day: until })
      ).catch(rethrowRoomFull(room_number, 'room_number'))
      await chargeRent(tx, await findFirstMonth(tx, company_id), now(), tenancy_id)
      await logStaffAction(tx, staff, {
        act: 'tenancy.move_back',
        subject: 'tenancy',
        subject_id: tenancy_id,
        before: { ended_day, removal_reason, removal_comments, stays },
        after: { ...form, stays: await listStays(tx, company_id, tenancy_id) },
      })
    })
  return retryOnConflict(runTransaction)
}
