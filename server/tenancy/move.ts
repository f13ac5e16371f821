import { type Day, dayOf, monthOf, shortDay } from '#rules/calendar.ts'
import { balance } from '#rules/ledger.ts'
import {
  currentStay,
  cutStays,
  departureProblem,
  endProblem,
  type RemovalReason,
  type TransferReason,
  transferProblem,
} from '#rules/tenancy.ts'
import type { AuthUser } from '../auth/access.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { retryOnConflict } from '../db/retry.ts'
import { conflict, invalid, notFound } from '../errors.ts'
import { listCharges, listRentPayments } from '../payments/ledger-queries.ts'
import { logAct } from '../staff-log.ts'
import { orJustTaken } from './full-room.ts'
import { findRoomByNumber } from './room-queries.ts'
import {
  deleteStay,
  endTenancies,
  insertStay,
  listStays,
  lockTenancy,
  type RoomStay,
  updateRemoval,
  updateUntil,
} from './stay-queries.ts'

/** A tenancy that nobody else changes meanwhile. */
interface Held {
  tenancy_id: number
  stays: RoomStay[]
  current: RoomStay
  /** The day the tenant leaves; null when none is known. */
  leaves: Day | null
  today: Day
}

const noTenant = () => notFound('This tenant does not live here.', 'tenant_not_found')

/** Does something to a person's running tenancy, and writes down who did it and what became of the stays. */
function onTenancy<Done>(
  { db, now }: Context,
  staff: AuthUser,
  user_id: number,
  act: string,
  work: (tx: Db, held: Held) => Promise<{ note: object; done: Done }>,
): Promise<Done> {
  const { company_id } = staff
  const today = dayOf(now())
  const once = () =>
    db.transaction().execute(async (tx) => {
      const tenancy = await lockTenancy(tx, company_id, user_id)
      if (!tenancy) throw noTenant()
      const stays = await listStays(tx, company_id, tenancy.id)
      const current = currentStay(stays, today)
      if (!current) throw noTenant()
      const leaves = stays.at(-1)?.until_day ?? null
      const held = { tenancy_id: tenancy.id, stays, current, leaves, today }
      const { note, done } = await work(tx, held)
      await endTenancies(tx, today, { company_id, user_id })
      await logAct(tx, staff, {
        act,
        subject: 'tenancy',
        subject_id: tenancy.id,
        before: { stays },
        after: { ...note, stays: await listStays(tx, company_id, tenancy.id) },
      })
      return done
    })
  return retryOnConflict(once)
}

async function cut(tx: Db, company_id: number, { stays, current }: Held, day: Day) {
  const { shortened, dropped } = cutStays(stays, current, day)
  for (const stay of dropped) await deleteStay(tx, company_id, stay.id)
  for (const stay of shortened) await updateUntil(tx, company_id, stay.id, day)
}

/**
 * Moves a tenant to another room on a day: at once when it has come, else held from now on. Posted
 * charges stand; the new rate counts from the next charge on (design 5, "Rooms", "Rent").
 * @throws {HttpError} 400 for a bad day, 404, 409 when the room is full or the old one is no longer true
 */
export function transfer(
  context: Context,
  staff: AuthUser,
  asked: {
    id: number
    previous_room: string
    room_number: string
    transfer_reason: TransferReason
    transfer_date: Day
  },
): Promise<void> {
  const { company_id } = staff
  const { room_number, transfer_reason, transfer_date } = asked
  return onTenancy(context, staff, asked.id, 'tenancy.transfer', async (tx, held) => {
    const { current, leaves, today, tenancy_id } = held
    if (current.room_number !== asked.previous_room) {
      throw conflict(
        `Their room is ${current.room_number} by now, not ${asked.previous_room}. Please look again.`,
        'previous_room',
      )
    }
    if (current.room_number === room_number) {
      throw invalid('room_number', 'This is the room they have. Choose another one.')
    }
    const problem = transferProblem(transfer_date, current, leaves, today)
    if (problem) throw invalid('transfer_date', problem)
    const room = await findRoomByNumber(tx, company_id, room_number)
    if (!room) throw invalid('room_number', `There is no room ${room_number}.`)
    await cut(tx, company_id, held, transfer_date)
    await insertStay(tx, {
      company_id,
      tenancy_id,
      room_id: room.id,
      from_day: transfer_date,
      until_day: leaves,
      transfer_reason,
    }).catch(orJustTaken(room_number, 'room_number'))
    return { note: { transfer_reason, transfer_date }, done: undefined }
  })
}

/**
 * Ends a tenancy on a day, which has come or not; what is owed stays visible and can be paid.
 * @returns what they owe now
 * @throws {HttpError} 400 for a bad day, 404, 409 when the room is held by somebody else until then
 */
export function remove(
  context: Context,
  staff: AuthUser,
  asked: {
    id: number
    removal_reason: RemovalReason
    comments?: string | undefined
    departure_date: Day
  },
): Promise<{ closing_balance: number }> {
  const { company_id } = staff
  const { id: user_id, removal_reason, departure_date } = asked
  const removal_comments = asked.comments ?? null
  return onTenancy(context, staff, user_id, 'tenancy.remove', async (tx, held) => {
    const { current, leaves, today, tenancy_id } = held
    const problem = departureProblem(departure_date, current, today)
    if (problem) throw invalid('departure_date', problem)
    if (leaves !== null && departure_date > leaves)
      await keepLonger(tx, company_id, held, departure_date, 'departure_date')
    else await cut(tx, company_id, held, departure_date)
    await updateRemoval(tx, company_id, tenancy_id, { removal_reason, removal_comments })
    const closing_balance = await balanceOf(tx, company_id, user_id, context.now())
    return { note: { removal_reason, removal_comments, departure_date }, done: { closing_balance } }
  })
}

/**
 * A tenant stays longer than was agreed, or (null) until a day is agreed.
 * @throws {HttpError} 400 for a bad day, 404, 409 when somebody else has the room by then
 */
export function extend(
  context: Context,
  staff: AuthUser,
  user_id: number,
  end: Day | null,
): Promise<void> {
  return onTenancy(context, staff, user_id, 'tenancy.extend', async (tx, held) => {
    const { leaves, stays, current } = held
    if (leaves === null) throw invalid('end_date', 'No day has been agreed on which they leave.')
    if (end !== null && end <= leaves) {
      const until = shortDay(leaves)
      throw invalid('end_date', `They stay until ${until} already. Choose a later day.`)
    }
    const problem = end && endProblem(end, stays[0]?.from_day ?? current.from_day)
    if (problem) throw invalid('end_date', problem)
    await keepLonger(tx, staff.company_id, held, end, 'end_date')
    // A removal that was planned has been thought better of.
    const none = { removal_reason: null, removal_comments: null }
    await updateRemoval(tx, staff.company_id, held.tenancy_id, none)
    return { note: { end_date: end }, done: undefined }
  })
}

/**
 * A tenant keeps the room they have, although another one was planned.
 * @throws {HttpError} 404, 409 when nothing was planned or somebody else has the room by then
 */
export function cancelTransfer(context: Context, staff: AuthUser, user_id: number): Promise<void> {
  const { company_id } = staff
  return onTenancy(context, staff, user_id, 'tenancy.cancel_transfer', async (tx, held) => {
    const { stays, current, leaves } = held
    const planned = stays.filter((stay) => stay.from_day > current.from_day)
    if (planned.length === 0) throw conflict('No other room is planned for them.', 'not_planned')
    for (const stay of planned) await deleteStay(tx, company_id, stay.id)
    await updateUntil(tx, company_id, current.id, leaves).catch(
      orJustTaken(current.room_number, 'room_number'),
    )
    return { note: {}, done: undefined }
  })
}

async function keepLonger(
  tx: Db,
  company_id: number,
  { stays, current }: Held,
  until: Day | null,
  field: string,
) {
  const last = stays.at(-1) ?? current
  await updateUntil(tx, company_id, last.id, until).catch(orJustTaken(last.room_number, field))
}

/** What a person owes now; negative means credit. */
export async function balanceOf(
  db: Db,
  company_id: number,
  user_id: number,
  now: Date,
): Promise<number> {
  const charges = await listCharges(db, company_id, user_id)
  const payments = await listRentPayments(db, company_id, user_id)
  return balance(charges, payments, monthOf(now)).due
}
