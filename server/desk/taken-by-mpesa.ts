import type { DeskEffect, ShownDeskEffect } from '#contract/desk.ts'
import { canBeTakenByMpesa } from '#rules/desk.ts'
import type { Performed } from '../approvals/perform.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { rehearse } from '../db/rehearse.ts'
import { retryOnConflict } from '../db/retry.ts'
import { conflict } from '../http/errors.ts'
import { lockReceipt } from '../ledger/desk-items.ts'
import { alreadyReversed, requireSame } from '../ledger/effect.ts'
import { findPaymentOfReceipt } from '../ledger/queries.ts'
import type { Actor } from '../staff-log.ts'
import { deskAct, type Resolved, resolveItem, shownStep } from './resolve.ts'
import { receiptNotFound } from './wrong-account.ts'

/** Payments that M-Pesa returned to their payers. Staff enter this at the payment; the desk gets an item, as from a statement. */

/**
 * The open desk item about a returned payment: the item made from a statement, or a new one.
 * @throws {HttpError} 404; 409 when the payment doesn't count any more, or can't have been taken back
 */
async function itemOfTakenBack(tx: Db, { now }: Context, company_id: number, id: number) {
  const payment = await tx
    .selectFrom('ledger_payments')
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .select(['kind', 'purpose', 'amount', 'user_id', 'receipt', 'reversed as voided'])
    .executeTakeFirst()
  if (!payment) throw receiptNotFound()
  const { receipt, voided, user_id } = payment
  if (voided) throw alreadyReversed()
  if (!receipt || !canBeTakenByMpesa({ ...payment, mpesa_receipt_number: receipt, voided })) {
    throw conflict(
      'M-Pesa can only take back a payment of its own, whose M-Pesa code is known.',
      'not_of_mpesa',
    )
  }
  // With this lock, the second of two concurrent members of staff finds the item of the first.
  await lockReceipt(tx, { receipt })
  const whole = await findPaymentOfReceipt(tx, receipt)
  if (!whole) throw alreadyReversed()
  const open = await tx
    .selectFrom('desk_items')
    .where('company_id', '=', company_id)
    .where('reason', '=', 'taken_back_by_mpesa')
    .where('counted_receipt', '=', receipt)
    .where('closed_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  if (open) return open.id
  const { id: made } = await tx
    .insertInto('desk_items')
    .values({
      ...{ company_id, reason: 'taken_back_by_mpesa', counted_receipt: receipt },
      ...{ amount: String(whole.amount), paid_at: now(), account_user_id: user_id, raw: 'null' },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made
}

const correct = (item: number, note: string) => ({
  item,
  chosen: { act: 'correct' as const },
  note,
})

/** Previews what `takeBackForMpesa` would change. */
export const previewTakenByMpesa = (
  context: Context,
  staff: Actor,
  payment_id: number,
): Promise<ShownDeskEffect> =>
  retryOnConflict(() =>
    rehearse(context.db, async (tx) => {
      const item = await itemOfTakenBack(tx, context, staff.company_id, payment_id)
      return shownStep(tx, context, staff, correct(item, 'Preview'))
    }),
  )

/**
 * Takes back a payment that M-Pesa has returned to its payer, by opposite entries (for all parts of a shared payment), and stops
 * its wifi code. Above the limit the item waits on the desk until a second person agrees.
 * @throws {HttpError} 404; 409 when it was taken back already, or the effect would differ from what was expected
 */
export async function takeBackForMpesa(
  context: Context,
  staff: Actor,
  { payment_id, note }: { payment_id: number; note: string },
  expected: DeskEffect,
): Promise<Performed<DeskEffect | null, Resolved> & { item: number }> {
  const { company_id } = staff
  await retryOnConflict(() =>
    rehearse(context.db, async (tx) => {
      const item = await itemOfTakenBack(tx, context, company_id, payment_id)
      const { effect } = await deskAct.run(tx, context, staff, correct(item, note))
      requireSame(effect, expected)
    }),
  )
  const item = await retryOnConflict(() =>
    context.db.transaction().execute((tx) => itemOfTakenBack(tx, context, company_id, payment_id)),
  )
  return { ...(await resolveItem(context, staff, correct(item, note), expected)), item }
}
