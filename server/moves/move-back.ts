import { sql } from 'kysely'
import type { MoveBack, MoveBackPreview } from '#contract/tenants.ts'
import { takenOff } from '#rules/approval.ts'
import { isInTerm } from '#rules/bill.ts'
import {
  type Day,
  dayOf,
  dayStart,
  later,
  type Month,
  monthOf,
  nextMonth,
} from '#rules/calendar.ts'
import { askedDeposit } from '#rules/deposit.ts'
import { ksh } from '#rules/money.ts'
import { currentStay, returnDateError, stayAgain } from '#rules/tenancy.ts'
import { OWNER_ONLY, requireWithinLimit } from '../approvals/limit.ts'
import type { AuthUser } from '../auth/access.ts'
import { lockUser } from '../auth/user-queries.ts'
import { chargeRent, findLastChargedMonth } from '../billing/charge-rent.ts'
import { findFirstMonth, listTerms, selectBills, toBill } from '../billing/queries.ts'
import { loadBilled, settleBilled } from '../billing/settle.ts'
import { loadBegun, reasons, settleBegun, staysOff, wasGivenBack } from '../billing/settle-begun.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { rehearse } from '../db/rehearse.ts'
import { retryOnConflict } from '../db/retry.ts'
import { agreeOnDeposit, findDepositRule, findDepositState } from '../deposits/queries.ts'
import { conflict, invalid, notFound } from '../http/errors.ts'
import { findBalance } from '../ledger/balance.ts'
import { requireSame } from '../ledger/effect.ts'
import { logStaffAction } from '../staff-log.ts'
import { findRoomByNumber, listRates } from '../tenancy/room-queries.ts'
import {
  billedByColumn,
  deleteStay,
  endTenancies,
  insertStay,
  listStays,
  reopenTenancy,
  rethrowRoomFull,
  updateStayEnd,
} from '../tenancy/stay-queries.ts'
import { findTenant } from '../tenancy/tenant-queries.ts'

/** Plans a return, checked against what is stored. */
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
  const agreed = tenancy.agreed_end
  const until = agreed !== null && agreed > start_date ? agreed : null
  return { tenancy, stays, room, until, ...stayAgain(stays, start_date, room_number) }
}

/** The rent of a room that holds on a day. */
async function findRate(db: Db, company_id: number, room: { id: number; rate: number }, day: Day) {
  const rates = await listRates(db, company_id, room.id)
  return rates.findLast(({ from_day }) => from_day <= day)?.rate ?? room.rate
}

/** Moves somebody back in, and charges the rent that this makes due: in a preview by the day of moving in. */
async function enterReturn(
  tx: Db,
  context: Context,
  staff: AuthUser,
  user_id: number,
  form: MoveBack,
  chargedAt: Date,
) {
  const { company_id } = staff
  const { room_number, start_date } = form
  const today = dayOf(context.now())
  // A move-in form that the tenant sends at the same time waits for this lock, and then finds the tenancy.
  await lockUser(tx, company_id, user_id).catch(() => {
    throw notFound('There is no such tenant.', 'tenant_not_found')
  })
  await endTenancies(tx, today, { company_id, user_id })
  const plan = await planReturn(tx, company_id, user_id, form, today)
  const { tenancy, stays, room, until, continued, replaced } = plan
  const { tenancy_id, ended_day, removal_reason, removal_comments } = tenancy
  const billed = await loadBilled(tx, context, company_id, tenancy_id)
  const begun = await loadBegun(tx, context, company_id, tenancy_id)
  await reopenTenancy(tx, company_id, tenancy_id)
  for (const stay of replaced) await deleteStay(tx, company_id, stay.id)
  const stay = { company_id, tenancy_id, room_id: room.id, from_day: start_date }
  await (continued
    ? updateStayEnd(tx, company_id, continued.id, until)
    : insertStay(tx, { ...stay, until_day: until })
  ).catch(rethrowRoomFull(room_number, 'room_number'))
  const rule = await findDepositRule(tx, company_id)
  const rate = await findRate(tx, company_id, room, start_date)
  // A deposit that was agreed when they first moved in still holds.
  if (tenancy.deposit === null) await agreeOnDeposit(tx, company_id, tenancy_id, rule, rate)
  // Rent that was taken off because they had left is charged again for months in which they have a room after all.
  const again = { reason: reasons.back(start_date), isMeant: wasGivenBack }
  const restored = await settleBegun(tx, context, staff, begun, 'all', again)
  const settled = await settleBilled(tx, context, staff, billed)
  const changes = [...restored.changes, ...settled.changes]
  const off = staysOff(begun, (ended_day ?? today).slice(0, 7), restored.changes)
  const given = takenOff(changes) + off
  await requireWithinLimit(tx, context, staff, {
    given,
    refusal: `${ksh(given)} of charged rent was taken off when they left, and stays off. ${OWNER_ONLY}`,
  })
  await chargeRent(tx, await findFirstMonth(tx, company_id), chargedAt, tenancy_id)
  await logStaffAction(tx, staff, {
    act: 'tenancy.move_back',
    subject: 'tenancy',
    subject_id: tenancy_id,
    before: { ended_day, removal_reason, removal_comments, stays },
    after: { ...form, stays: await listStays(tx, company_id, tenancy_id) },
  })
  return {
    tenancy_id,
    rate,
    until,
    changes,
    asked: tenancy.deposit ?? askedDeposit(rule, rate) ?? 0,
  }
}

/** The effect of `moveBack`, with the rent that it charges up to the day of moving in. */
export async function previewMoveBack(
  context: Context,
  staff: AuthUser,
  user_id: number,
  form: MoveBack,
): Promise<MoveBackPreview> {
  const { company_id } = staff
  const now = context.now()
  const today = dayOf(now)
  const moved = form.start_date > today ? dayStart(form.start_date) : now
  return rehearse(context.db, async (tx) => {
    const { due: before } = await findBalance(tx, company_id, user_id, today)
    const last = await findLastCharge(tx, company_id)
    const done = await enterReturn(tx, context, staff, user_id, form, moved)
    const agreed = await agreedOf(tx, company_id, user_id, done, today)
    const { due: after } = await findBalance(tx, company_id, user_id, today)
    const charges = await tx
      .selectFrom('charges')
      .where('company_id', '=', company_id)
      .where('user_id', '=', user_id)
      .where('id', '>', last)
      .where('kind', '=', 'rent')
      .select(['month', 'amount', 'bill_id'])
      .orderBy('month')
      .execute()
    const made = new Set(charges.map(({ bill_id }) => bill_id))
    const bills = (await selectBills(tx, company_id, user_id).execute()).map(toBill)
    return {
      ...agreed,
      before,
      after,
      charges: charges
        .filter(({ bill_id }) => bill_id === null)
        .map(({ month, amount }) => ({ month, amount })),
      bills: bills.filter(({ id }) => made.has(id)),
      next_month: await findNextMonth(tx, company_id, done.tenancy_id, monthOf(moved)),
    }
  })
}

/** The terms that hold from the return on, whenever the rent is charged. */
async function agreedOf(
  tx: Db,
  company_id: number,
  user_id: number,
  { rate, until, changes, asked }: Awaited<ReturnType<typeof enterReturn>>,
  today: Day,
) {
  const { held } = await findDepositState(tx, { company_id, id: user_id }, today)
  return {
    ...{ rate, until },
    deposit: asked > 0 || held > 0 ? { asked, held } : null,
    changes: changes.map(({ month, amount }) => ({ month, amount })),
  }
}

async function findLastCharge(db: Db, company_id: number): Promise<number> {
  const { last } = await db
    .selectFrom('charges')
    .where('company_id', '=', company_id)
    .select(({ fn }) => fn.coalesce(fn.max('id'), sql.lit(0)).as('last'))
    .executeTakeFirstOrThrow()
  return last
}

/** The first month after those that are charged whose rent is charged by the month; null when it comes with a bill. */
async function findNextMonth(db: Db, company_id: number, tenancy_id: number, month: Month) {
  const next = nextMonth(
    later(month, (await findLastChargedMonth(db, company_id, tenancy_id)) ?? ''),
  )
  const { billed_by } = await db
    .selectFrom('tenancies')
    .innerJoin('companies', 'companies.id', 'tenancies.company_id')
    .where('tenancies.company_id', '=', company_id)
    .where('tenancies.id', '=', tenancy_id)
    .select(billedByColumn.as('billed_by'))
    .executeTakeFirstOrThrow()
  return billed_by === 'term' && isInTerm(await listTerms(db, company_id), next) ? null : next
}

const CHANGED_SINCE =
  'The rent, the dates or what they owe have just changed. Press Continue to see the new figures.'

/**
 * Gives a former tenant a room again, in the same tenancy: rent that was charged is not charged twice. It
 * ends on the day that was agreed before the removal, unless that has gone by.
 * @throws {HttpError} 400 for a bad day, 404, 409 when they have a room already or the room is full
 */
export async function moveBack(
  context: Context,
  staff: AuthUser,
  user_id: number,
  { expected, ...form }: MoveBack & { expected?: MoveBackPreview | undefined },
): Promise<void> {
  const { db, now } = context
  const { company_id } = staff
  const today = dayOf(now())
  await retryOnConflict(() =>
    db.transaction().execute(async (tx) => {
      const { due: before } = await findBalance(tx, company_id, user_id, today)
      const done = await enterReturn(tx, context, staff, user_id, form, now())
      if (!expected) return
      // When the return is on a later day, its charges come later: so compare only the terms they follow from.
      const effect = { before, ...(await agreedOf(tx, company_id, user_id, done, today)) }
      const { rate, until, deposit, changes } = expected
      const shown = { before: expected.before, rate, until, deposit, changes }
      requireSame(effect, shown, CHANGED_SINCE)
    }),
  )
}
