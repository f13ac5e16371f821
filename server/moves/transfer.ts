import type { WillWait } from '#contract/approvals.ts'
import type { BilledChanges } from '#contract/billing.ts'
import { type Day, dayOf, formatDay } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import { type TransferReason, transferDateError } from '#rules/tenancy.ts'
import { type Act, perform } from '../approvals/perform.ts'
import { sumOf } from '../billing/settle.ts'
import { reasons } from '../billing/settle-begun.ts'
import type { Context } from '../context.ts'
import { rehearse } from '../db/rehearse.ts'
import { conflict, invalid } from '../http/errors.ts'
import { findBalance } from '../ledger/balance.ts'
import type { Actor } from '../staff-log.ts'
import { findRoomByNumber } from '../tenancy/room-queries.ts'
import { deleteStay, insertStay, rethrowRoomFull } from '../tenancy/stay-queries.ts'
import {
  type Change,
  type Chosen,
  changeTenancyIn,
  type Expected,
  endStaysOn,
  previewChange,
} from './change-tenancy.ts'

interface Transfer {
  id: number
  /** Undefined for a look. */
  previous_room: string | undefined
  room_number: string
  transfer_reason: TransferReason
  transfer_date: Day
}

interface TransferEffect {
  from_room: string
  room_number: string
  transfer_date: Day
  /** The change of charged rent: of a bill, and of months charged before anybody knew of the move. */
  changed: number
}

export const transferAct: Act<Transfer & Expected, TransferEffect, undefined> = {
  permission: 'tenancies',
  async run(tx, context, staff, form) {
    const { company_id } = staff
    const { id: user_id, room_number, transfer_date } = form
    const today = dayOf(context.now())
    const { due: before } = await findBalance(tx, company_id, user_id, today)
    const change = transferOf(company_id, form)
    const { result, settled, corrected, given } = await changeTenancyIn(
      tx,
      context,
      staff,
      user_id,
      'tenancy.transfer',
      change,
      form,
    )
    const { due: after } = await findBalance(tx, company_id, user_id, today)
    const { from_room } = result
    return {
      result: undefined,
      effect: { from_room, room_number, transfer_date, changed: sumOf(settled) + corrected },
      act: 'transfer',
      at_stake: given,
      subject: `user ${user_id}`,
      user_id,
      about: `From ${from_room} to ${room_number} on ${formatDay(transfer_date)}, ${ksh(given)} of charged rent taken off`,
      changes: [{ of: null, user_id, before, after }],
      reason: null,
    }
  },
}

/**
 * Moves a tenant to another room, now or on a later day. Months that have begun stay as they were charged, unless they are
 * chosen to be corrected: the new rate counts from the next one on.
 * @throws {HttpError} 400 for a bad day, 403 for a correction of charged rent by staff who don't decide about money, 404, 409 when the
 * room is full, `previous_room` is outdated, staff have changed the stays since, or it would change something else of a bill
 * than the preview said
 */
export const transfer = (context: Context, staff: Actor, form: Transfer & Expected) =>
  perform(context, staff, transferAct, form, { expected: null })

/** The effect of `transfer` on charged rent, and whether it would wait; without a choice, all that they may correct is corrected. */
export const previewTransfer = (
  context: Context,
  staff: Actor,
  form: { id: number; room_number: string; transfer_date: Day } & Chosen,
): Promise<BilledChanges & { waits?: WillWait }> =>
  rehearse(context.db, (tx) => {
    const whole = { ...form, previous_room: undefined, transfer_reason: 'other' } as const
    const change = transferOf(staff.company_id, whole)
    return previewChange(tx, context, staff, form, 'tenancy.transfer', change, (_, given) => ({
      at_stake: given,
    }))
  })

const transferOf =
  (company_id: number, form: Transfer): Change<{ from_room: string }> =>
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
    return {
      logged: { transfer_reason, transfer_date, room_number },
      result: { from_room: current.room_number },
      why,
    }
  }
