import { isDeepStrictEqual } from 'node:util'
import type { StoredRoom } from '#contract/rooms.ts'
import { CHANGED_MEANWHILE } from '#contract/settings.ts'
import { addMonths, type Day, dayOf, formatDay } from '#rules/calendar.ts'
import { latestPlannableDay } from '#rules/tenancy.ts'
import type { AuthUser } from '../auth/access.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { conflict, invalid, notFound } from '../errors.ts'
import { logStaffAction } from '../staff-log.ts'
import { listClosures, listOccupants, lockRoom, mostHeld, updateRoom } from './room-queries.ts'

const roomNotFound = () => notFound('There is no such room.', 'room_not_found')
const changedMeanwhile = () => conflict(CHANGED_MEANWHILE, 'changed_meanwhile')

/** What a room was before and is after, for the log of staff. */
const logged = (id: number, before: unknown, after: unknown) => ({
  subject: 'room',
  subject_id: id,
  before,
  after,
})

/**
 * Changes a room's number, places and notes.
 * @throws {HttpError} 404; 409 when it is no longer as it was loaded, when the number is taken, or when more people
 * have the room, or will have it, than places are left
 */
export function changeRoom(
  { db, now: clock }: Context,
  user: AuthUser,
  number: string,
  { was, now }: { was: unknown; now: StoredRoom },
): Promise<StoredRoom> {
  const { company_id } = user
  return db.transaction().execute(async (tx) => {
    const room = await lockRoom(tx, company_id, number)
    if (!room) throw roomNotFound()
    const { id, ...before } = room
    if (!isDeepStrictEqual(before, was)) throw changedMeanwhile()
    if (now.room_number !== before.room_number) {
      await refuseTakenNumber(tx, company_id, id, now.room_number)
    }
    const today = dayOf(clock())
    if (now.capacity < (await mostHeld(tx, company_id, id, today))) {
      const occupants = await listOccupants(tx, company_id, today)
      const names = occupants.flatMap((one) => (one.room_id === id ? [one.full_name] : []))
      const message = `${names.join(', ')} have it, or will have it. Move someone out first.`
      throw conflict(message, 'room_has_people', { fields: { capacity: message } })
    }
    await updateRoom(tx, company_id, id, now)
    await logStaffAction(tx, user, { act: 'rooms.change', ...logged(id, before, now) })
    return now
  })
}

/** Numbers differ in more than capital letters. */
async function refuseTakenNumber(tx: Db, company_id: number, id: number, room_number: string) {
  const others = await tx
    .selectFrom('rooms')
    .where('company_id', '=', company_id)
    .where('id', '!=', id)
    .where(({ eb, fn, val }) =>
      eb(fn('lower', ['room_number']), '=', fn('lower', [val(room_number)])),
    )
    .select('id')
    .execute()
  if (others.length === 0) return
  const message = `${room_number} is there already.`
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
        'People have lived in it, so it stays. Take it out of service instead.',
        'room_was_lived_in',
      )
    }
    await tx.deleteFrom('rooms').where('company_id', '=', company_id).where('id', '=', id).execute()
    await logStaffAction(tx, user, { act: 'rooms.delete', ...logged(id, before, null) })
  })
}

/** @throws {HttpError} 400 for a bad day, 404, 409 when it is out of service then already */
export function closeRoom(
  { db, now }: Context,
  user: AuthUser,
  number: string,
  { from, until = null, reason }: { from: Day; until?: Day | null | undefined; reason: string },
): Promise<void> {
  const { company_id } = user
  const today = dayOf(now())
  if (from < addMonths(today, -24)) throw invalid('from', 'Choose a day within the last two years.')
  if (from > latestPlannableDay(today)) {
    throw invalid('from', `Choose a day by ${formatDay(latestPlannableDay(today))}.`)
  }
  if (until !== null && until <= from) throw invalid('until', 'Choose a day after the first one.')
  return db.transaction().execute(async (tx) => {
    const room = await lockRoom(tx, company_id, number)
    if (!room) throw roomNotFound()
    const closures = await listClosures(tx, company_id, from, room.id)
    const other = closures.find(({ from_day }) => until === null || from_day < until)
    if (other) {
      const until = other.until_day ? ` until ${formatDay(other.until_day)}` : ''
      const message = `It’s out of service from ${formatDay(other.from_day)}${until} already.`
      throw conflict(message, 'room_closed', { fields: { from: message } })
    }
    await tx
      .insertInto('room_closures')
      .values({
        company_id,
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
