import { isDeepStrictEqual } from 'node:util'
import type * as z from 'zod/mini'
import type { ClosureEffect, closureForm, StoredRoom } from '#contract/rooms.ts'
import { addMonths, type Day, dayOf, formatDay, later } from '#rules/calendar.ts'
import { joinAnd } from '#rules/join-and.ts'
import { roomKey } from '#rules/room-pattern.ts'
import { latestPlannableDay } from '#rules/tenancy.ts'
import type { AuthUser } from '../auth/access.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { conflict, invalid, notFound, requireUnchanged } from '../http/errors.ts'
import { requireSame } from '../ledger/effect.ts'
import { logStaffAction } from '../staff-log.ts'
import {
  findMostHeld,
  listClosures,
  listOccupants,
  listPeopleOfRoom,
  lockRoom,
  roomKeyColumn,
  updateRoom,
} from './room-queries.ts'

const roomNotFound = () => notFound('There is no such room.', 'room_not_found')

/** A room before and after a change, for the staff log. */
const logged = (id: number, before: unknown, after: unknown) => ({
  subject: 'room',
  subject_id: id,
  before,
  after,
})

/**
 * Changes a room's number, places and notes.
 * @param mayChange refuses who may change the notes only
 * @throws {HttpError} 404; 409 when it is no longer as it was loaded, when the number is taken, or when more people
 * have the room, or will have it, than places are left
 */
export async function changeRoom(
  { db, now: clock }: Context,
  user: AuthUser,
  number: string,
  { was, now }: { was: unknown; now: StoredRoom },
  mayChange: () => Promise<void>,
): Promise<StoredRoom> {
  const { company_id } = user
  if (!isDeepStrictEqual({ ...(was as object), notes: now.notes }, now)) await mayChange()
  return db.transaction().execute(async (tx) => {
    const room = await lockRoom(tx, company_id, number)
    if (!room) throw roomNotFound()
    const { id, ...before } = room
    requireUnchanged(before, was)
    if (now.room_number !== before.room_number) {
      await refuseTakenNumber(tx, company_id, id, now.room_number)
    }
    const today = dayOf(clock())
    if (now.capacity < (await findMostHeld(tx, company_id, id, today))) {
      const occupants = await listOccupants(tx, company_id, today)
      const names = occupants.flatMap((one) => (one.room_id === id ? [one.full_name] : []))
      const message = `${joinAnd(names)} have this room, or will have it. Move someone out first.`
      throw conflict(message, 'room_has_people', { fields: { capacity: message } })
    }
    await updateRoom(tx, company_id, id, now)
    await logStaffAction(tx, user, { act: 'rooms.change', ...logged(id, before, now) })
    return now
  })
}

/** Numbers differ in more than capitals and spaces. */
async function refuseTakenNumber(tx: Db, company_id: number, id: number, room_number: string) {
  const others = await tx
    .selectFrom('rooms')
    .where('company_id', '=', company_id)
    .where('id', '!=', id)
    .where(roomKeyColumn, '=', roomKey(room_number))
    .select('room_number')
    .execute()
  const [other] = others
  if (!other) return
  const message = `${other.room_number} already exists.`
  throw conflict(message, 'room_exists', { fields: { room_number: message } })
}

/** @throws {HttpError} 404, 409 when somebody has lived in it or is to */
export function deleteRoom({ db }: Context, user: AuthUser, number: string): Promise<void> {
  const { company_id } = user
  return db.transaction().execute(async (tx) => {
    const room = await lockRoom(tx, company_id, number)
    if (!room) throw roomNotFound()
    const { id, ...before } = room
    const stays = await tx
      .selectFrom('stays')
      .where('company_id', '=', company_id)
      .where('room_id', '=', id)
      .select('id')
      .limit(1)
      .execute()
    if (stays.length > 0) {
      throw conflict(
        'People have lived in this room, so it can’t be deleted. Take it out of service instead.',
        'room_was_lived_in',
      )
    }
    await tx.deleteFrom('rooms').where('company_id', '=', company_id).where('id', '=', id).execute()
    await logStaffAction(tx, user, { act: 'rooms.delete', ...logged(id, before, null) })
  })
}

type ClosureForm = z.output<typeof closureForm>

/** The tenants affected if a room goes out of service. @throws {HttpError} as `closeRoom` */
export const previewClosure = (
  context: Context,
  user: AuthUser,
  number: string,
  form: ClosureForm,
) =>
  context.db.transaction().execute(async (tx) => {
    const { effect } = await checkClosure(tx, user, number, form, dayOf(context.now()))
    return effect
  })

/**
 * @throws {HttpError} 400 for a bad day, 404, 409 when it is out of service then already, or when others are touched than
 * the preview has shown
 */
export function closeRoom(
  { db, now }: Context,
  user: AuthUser,
  number: string,
  { expected, ...form }: ClosureForm & { expected?: unknown },
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const { room, effect } = await checkClosure(tx, user, number, form, dayOf(now()))
    requireSame(effect, expected, OTHERS_NOW)
    const { from, until = null, reason } = form
    await tx
      .insertInto('room_closures')
      .values({
        company_id: user.company_id,
        room_id: room.id,
        from_day: from,
        until_day: until,
        reason,
        entered_by: user.id,
      })
      .execute()
    const after = { room_number: number, from, until, reason }
    await logStaffAction(tx, user, { act: 'rooms.close', ...logged(room.id, null, after) })
  })
}

const OTHERS_NOW = 'Who has this room, or will have it, has just changed. Please check again.'

/** The room, locked, and who has a place in it in the time it would be out of service. */
async function checkClosure(
  tx: Db,
  { company_id }: AuthUser,
  number: string,
  { from, until: end }: ClosureForm,
  today: Day,
) {
  const until = end ?? null
  if (from < addMonths(today, -24)) throw invalid('from', 'Choose a day within the last two years.')
  if (from > latestPlannableDay(today)) {
    throw invalid('from', `Choose a day by ${formatDay(latestPlannableDay(today))}.`)
  }
  if (until !== null && until <= from) throw invalid('until', 'Choose a day after the first one.')
  const room = await lockRoom(tx, company_id, number)
  if (!room) throw roomNotFound()
  const closures = await listClosures(tx, company_id, from, room.id)
  const other = closures.find(({ from_day }) => until === null || from_day < until)
  if (other) {
    const until = other.until_day ? ` until ${formatDay(other.until_day)}` : ''
    const message = `It’s already out of service from ${formatDay(other.from_day)}${until}.`
    throw conflict(message, 'room_closed', { fields: { from: message } })
  }
  const time = { from: later(from, today), until }
  const people = await listPeopleOfRoom(tx, company_id, room.id, time)
  return { room, effect: { people } satisfies ClosureEffect }
}

/** @throws {HttpError} 404, 409 when it is not out of service */
export function reopenRoom({ db, now }: Context, user: AuthUser, number: string): Promise<void> {
  const { company_id } = user
  const today = dayOf(now())
  return db.transaction().execute(async (tx) => {
    const room = await lockRoom(tx, company_id, number)
    if (!room) throw roomNotFound()
    const closures = await listClosures(tx, company_id, today, room.id)
    if (closures.length === 0) throw conflict('It’s in service.', 'room_open')
    for (const { id, from_day } of closures) {
      const isBegun = from_day < today
      await (isBegun
        ? tx
            .updateTable('room_closures')
            .set({ until_day: today })
            .where('company_id', '=', company_id)
            .where('id', '=', id)
            .execute()
        : tx
            .deleteFrom('room_closures')
            .where('company_id', '=', company_id)
            .where('id', '=', id)
            .execute())
    }
    const before = { room_number: number, closures }
    await logStaffAction(tx, user, { act: 'rooms.reopen', ...logged(room.id, before, null) })
  })
}
