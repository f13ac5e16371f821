import { sql } from 'kysely'
import type { WillWait } from '#contract/approvals.ts'
import type { BilledChanges } from '#contract/billing.ts'
import { removalStake } from '#rules/approval.ts'
import { type Day, dayOf, formatDay } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import { departureDateError, type RemovalReason } from '#rules/tenancy.ts'
import { type Act, perform } from '../approvals/perform.ts'
import { findFullName } from '../auth/user-queries.ts'
import { sumOf } from '../billing/settle.ts'
import { reasons } from '../billing/settle-begun.ts'
import type { Context } from '../context.ts'
import { rehearse } from '../db/rehearse.ts'
import { invalid } from '../http/errors.ts'
import { findBalance } from '../ledger/balance.ts'
import type { Actor } from '../staff-log.ts'
import { updateRemoval } from '../tenancy/stay-queries.ts'
import {
  type Change,
  type Chosen,
  changeTenancyIn,
  type Expected,
  endStaysOn,
  extendLastStay,
  previewChange,
} from './change-tenancy.ts'

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
    const { company_id } = staff
    const { id: user_id, departure_date } = form
    const today = dayOf(context.now())
    const { due: before } = await findBalance(tx, company_id, user_id, today)
    const { result, settled, corrected, given } = await changeTenancyIn(
      tx,
      context,
      staff,
      user_id,
      'tenancy.remove',
      removalOf(company_id, form),
      // Also when it is approved later: what others have planned since is not overwritten.
      form,
    )
    const { room_number } = result
    const given_back = -sumOf(settled) - corrected
    const { due: closing_balance } = await findBalance(tx, company_id, user_id, today)
    const full_name = (await findFullName(tx, company_id, user_id)) ?? ''
    return {
      result: { closing_balance },
      effect: { full_name, room_number, departure_date, closing_balance, given_back },
      act: 'removal',
      ...removalStake(before, given),
      subject: `user ${user_id}`,
      user_id,
      about: `${room_number}, leaves on ${formatDay(departure_date)}${takenOffText(corrected)}`,
      changes: [{ of: null, user_id, before, after: closing_balance }],
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

const takenOffText = (corrected: number) =>
  corrected < 0 ? `, ${ksh(-corrected)} of charged rent taken off` : ''

/** The charged rent that `remove` would give back, see `previewTransfer`, and whether the removal would wait. */
export const previewRemoval = (
  context: Context,
  staff: Actor,
  { departure_date, ...form }: { id: number; departure_date: Day } & Chosen,
): Promise<BilledChanges & { waits?: WillWait }> =>
  rehearse(context.db, (tx) => {
    const removal = { id: form.id, departure_date, removal_reason: 'other' } as const
    const change = removalOf(staff.company_id, removal)
    return previewChange(tx, context, staff, form, 'tenancy.remove', change, removalStake)
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
