import type * as z from 'zod/mini'
import type { Effect } from '#contract/entries.ts'
import type { Recurring, recurringFee } from '#contract/fees.ts'
import { dayOf, firstDay, later, monthOf } from '#rules/calendar.ts'
import { latestStart, monthAndYear, recurringDue, spanText, withNote } from '#rules/fee.ts'
import { tellTenant } from '../account-notices/tell-tenant.ts'
import { type Act, perform } from '../approvals/perform.ts'
import { fullName, lockUser } from '../auth/user-queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { rehearse } from '../db/rehearse.ts'
import { sameCompany } from '../db/same-company.ts'
import { invalid, notFound, submissionUsed } from '../http/errors.ts'
import { findBalance } from '../ledger/balance.ts'
import { OWES_SOMETHING_ELSE } from '../ledger/effect.ts'
import { type Actor, logStaffAction } from '../staff-log.ts'
import { accountDone, announceBalance, lockAccount, shownOf } from '../tenancy/account-act.ts'
import { chargeRecurring } from './charge-recurring.ts'
import { enteredOn, feePrices, requireFee } from './queries.ts'

type RecurringForm = z.output<typeof recurringFee>

interface Payload {
  user_id: number
  recurring: RecurringForm
  submission_id: string
}

const startAct: Act<Payload, Effect, Effect> = {
  permission: 'money',
  async run(tx, context, staff, { user_id, recurring, submission_id }) {
    const effect = await start(tx, context, staff, user_id, recurring, submission_id)
    // A fee adds to what is owed, so nothing is at stake, and the act never waits.
    return {
      ...accountDone(user_id, effect),
      act: 'waiver',
      subject: `user ${user_id}`,
      at_stake: 0,
      about: null,
      reason: recurring.reason ?? null,
    }
  },
  deedOf: ({ before, after }) => after - before,
  announce: announceBalance,
}

/** Previews what `startRecurring` would do now. */
export const previewRecurring = (
  context: Context,
  staff: Actor,
  user_id: number,
  form: RecurringForm,
): Promise<Effect> =>
  rehearse(context.db, (tx) => start(tx, context, staff, user_id, form, crypto.randomUUID()))

/**
 * Has a fee charged every month; a fee that begins this month is charged at once. A form that is sent twice is entered once.
 * @throws {HttpError} 404; 400 for bad months, or a fee that isn't on the list; 409 when the effect would differ from the
 * preview, or the submission was for something else
 */
export async function startRecurring(
  context: Context,
  staff: Actor,
  user_id: number,
  { expected, ...form }: Omit<Payload, 'user_id'> & { expected: Effect },
): Promise<Effect> {
  const { submission_id } = form
  const { company_id } = staff
  const { result } = await perform(
    context,
    staff,
    startAct,
    { user_id, ...form },
    {
      submission_id,
      expected: { effect: expected, changed: OWES_SOMETHING_ELSE },
      async findDone(tx) {
        await lockUser(tx, company_id, user_id).catch(() => null)
        const known = await tx
          .selectFrom('recurring_fees')
          .where('company_id', '=', company_id)
          .where('submission_id', '=', submission_id)
          .select(['user_id', 'fee_id', 'from_month'])
          .executeTakeFirst()
        if (!known) return null
        const { fee, from_month } = form.recurring
        const isSame =
          known.user_id === user_id && known.fee_id === fee && known.from_month === from_month
        if (!isSame) throw submissionUsed()
        return {
          ...accountDone(user_id, expected),
          act: 'waiver',
          subject: `user ${user_id}`,
          at_stake: 0,
          about: null,
          reason: null,
        }
      },
    },
  )
  return shownOf(result)
}

async function start(
  tx: Db,
  context: Context,
  staff: Actor,
  user_id: number,
  form: RecurringForm,
  submission_id: string,
): Promise<Effect> {
  const { company_id } = staff
  const { from_month, until_month = null, reason: note = null, amount } = form
  const today = dayOf(context.now())
  const month = monthOf(context.now())
  if (from_month < month) throw invalid('from_month', 'Choose this month or a later one.')
  if (from_month > latestStart(month)) {
    throw invalid('from_month', `Choose a month up to ${monthAndYear(latestStart(month))}.`)
  }
  if (until_month !== null && until_month < from_month) {
    throw invalid('until_month', 'Choose the same month or a later one.')
  }
  const { full_name, before } = await lockAccount(tx, context, company_id, user_id)
  // Checks the price of the first month, since another price may be planned by then.
  const fee = await requireFee(tx, company_id, form, later(today, firstDay(from_month)))
  const { id } = await tx
    .insertInto('recurring_fees')
    .values({
      ...{ company_id, user_id, fee_id: fee.id, note, from_month, until_month, submission_id },
      amount: amount === fee.amount ? null : amount,
      entered_by: staff.id,
      created_at: context.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await chargeRecurring(tx, company_id, context.now(), { recurring_id: id })
  const { due: after } = await findBalance(tx, company_id, user_id, today)
  await logStaffAction(tx, staff, {
    act: 'fee.start',
    subject: 'user',
    subject_id: user_id,
    before: { full_name, owes: before },
    after: { name: fee.name, amount, from_month, until_month, note, owes: after },
  })
  const reason = `${withNote(fee.name, note)}, ${spanText({ from_month, until_month })}`
  const whose = { company_id, user_id }
  await tellTenant(tx, context, staff, whose, { kind: 'charge', amount, reason })
  return { full_name, before, after }
}

/** Recurring fees that are charged this month or later, latest first. */
export async function listRecurring(
  { db, now }: Pick<Context, 'db' | 'now'>,
  company_id: number,
  user_id: number,
): Promise<Recurring[]> {
  const month = monthOf(now())
  const rows = await db
    .selectFrom('recurring_fees')
    .innerJoin('fees', sameCompany('fees.id', 'recurring_fees.fee_id'))
    .innerJoin('users as staff', sameCompany('staff.id', 'recurring_fees.entered_by'))
    .where('recurring_fees.company_id', '=', company_id)
    .where('recurring_fees.user_id', '=', user_id)
    .where(({ eb, or }) =>
      or([
        eb('recurring_fees.until_month', 'is', null),
        eb('recurring_fees.until_month', '>=', month),
      ]),
    )
    .orderBy('recurring_fees.id', 'desc')
    .select(['recurring_fees.id', 'fees.name', 'recurring_fees.amount', 'recurring_fees.note'])
    .select(['recurring_fees.from_month', 'recurring_fees.until_month'])
    .select([feePrices, enteredOn, fullName('staff').as('by')])
    .execute()
  return rows.map(({ prices, amount, entered_on, ...recurring }) => ({
    ...recurring,
    amount:
      amount ??
      recurringDue(
        { ...recurring, amount, entered_on },
        [later(month, recurring.from_month)],
        prices,
      )[0]?.amount ??
      0,
    by_list: amount === null,
  }))
}

/**
 * Stops a recurring fee. If it was never charged, it is deleted; otherwise the last month charged becomes its last.
 * @throws {HttpError} 404 when there is no such fee that goes on
 */
export function stopRecurring(
  context: Context,
  staff: Actor,
  { id: user_id, fee: id }: { id: number; fee: number },
): Promise<Recurring[]> {
  const { company_id } = staff
  return context.db.transaction().execute(async (tx) => {
    const { full_name } = await lockAccount(tx, context, company_id, user_id)
    const open = (await listRecurring({ ...context, db: tx }, company_id, user_id)).find(
      (one) => one.id === id,
    )
    if (!open) throw notFound('This isn’t charged any more.', 'recurring_not_found')
    const { last } = await tx
      .selectFrom('charges')
      .where('company_id', '=', company_id)
      .where('recurring_id', '=', id)
      .select(({ fn }) => fn.max('month').as('last'))
      .executeTakeFirstOrThrow()
    if (last === null) {
      await tx
        .deleteFrom('recurring_fees')
        .where('company_id', '=', company_id)
        .where('id', '=', id)
        .execute()
    } else {
      await tx
        .updateTable('recurring_fees')
        .set({ until_month: last })
        .where('company_id', '=', company_id)
        .where('id', '=', id)
        .execute()
    }
    const { name, amount, from_month, until_month } = open
    await logStaffAction(tx, staff, {
      act: 'fee.stop',
      subject: 'user',
      subject_id: user_id,
      before: { full_name, name, amount, from_month, until_month },
      after: { until_month: last },
    })
    return listRecurring({ ...context, db: tx }, company_id, user_id)
  })
}
