import { undoFor } from '#rules/desk.ts'
import type { AuthUser } from '../auth/access.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { retryOnConflict } from '../db/retry.ts'
import { conflict } from '../errors.ts'
import { closeCountedTwice, isReceiptless } from '../payments/counted-twice.ts'
import {
  findPaymentOfPush,
  findPaymentOfReceipt,
  insertReversal,
  lockPaymentOfReceipt,
} from '../payments/ledger-queries.ts'
import { lockPush } from '../payments/push-queries.ts'
import { notifyBalanceChanged } from '../payments/push-state.ts'
import { logStaffAction } from '../staff-log.ts'
import { itemNotFound } from './actions.ts'
import { findKeysOfItem, type LockedItem, lockItem, updateItem } from './queries.ts'

/**
 * Opens a dismissed item again, unless its money counts by now, or does not count twice any more. A push that failed
 * when it was dismissed stays failed unless M-Pesa reports money.
 */
export function reopen({ db }: Context, user: AuthUser, id: number, note: string) {
  const { company_id } = user
  return retryOnConflict(() =>
    db.transaction().execute(async (tx) => {
      const found = await findKeysOfItem(tx, company_id, id)
      const push = found?.request_id && (await lockPush(tx, company_id, found.request_id))
      const countsElsewhere =
        !found?.counted_receipt || (await lockPaymentOfReceipt(tx, found.counted_receipt))
      const item = found && (await lockItem(tx, company_id, id))
      if (!item) throw itemNotFound()
      if (!item.outcome || undoFor(item.outcome) !== 'reopen') {
        throw conflict('Only what was dismissed can be reopened.', 'not_dismissed')
      }
      if (item.reason === 'counted_twice' && item.request_id) {
        const payment = await findPaymentOfPush(tx, company_id, item.request_id)
        if (!countsElsewhere || !isReceiptless(payment)) {
          throw conflict(
            'This money is now counted only once, so there is nothing left to correct.',
            'nothing_to_correct',
          )
        }
      }
      const isSilent = item.reason === 'silent' || item.reason === 'unknown_code'
      if (
        (isSilent && push && push.status === 'completed') ||
        (item.receipt && (await findPaymentOfReceipt(tx, item.receipt)))
      ) {
        throw conflict('This payment has already been counted.', 'already_counted')
      }
      await openAgain(tx, user, item, 'desk.reopen', { note })
    }),
  )
}

/**
 * Takes back what was credited to the wrong account, by an opposite entry; the money waits on the desk again.
 * `payment_id` says which credit is meant: a request that is repeated does not take back a later one.
 * A push that the credit completed stays completed, as every completed push does.
 */
export async function reverse(
  context: Context,
  user: AuthUser,
  id: number,
  { payment_id, note }: { payment_id: number; note: string },
) {
  const { company_id } = user
  const reversed = await retryOnConflict(() =>
    context.db.transaction().execute(async (tx) => {
      const found = await findKeysOfItem(tx, company_id, id)
      if (found?.request_id) await lockPush(tx, company_id, found.request_id)
      const item = found && (await lockItem(tx, company_id, id))
      if (!item) throw itemNotFound()
      const { outcome, payment_company_id } = item
      if (item.payment_id !== payment_id) {
        throw conflict('This credit has been taken back already.', 'already_reversed')
      }
      if (!outcome || undoFor(outcome) !== 'reverse' || !payment_company_id) {
        throw conflict('Only a credit can be taken back.', 'not_credited')
      }
      const payment = { company_id: payment_company_id, id: payment_id }
      // Staff are users of their own residence only.
      const entered_by = payment.company_id === company_id ? user.id : null
      const now = context.now()
      const entry = await insertReversal(tx, payment, { reason: note, entered_by }, now)
      const { reversal_id, ...whose } = entry
      if (item.receipt) {
        await closeCountedTwice(tx, { receipt: item.receipt }, 'credit_taken_back', now)
      }
      await openAgain(tx, user, item, 'desk.reverse', {
        note,
        payment: { ...payment, ...whose },
        reversal_id,
      })
      return { ...payment, ...whose }
    }),
  )
  notifyBalanceChanged(context, reversed)
  return reversed
}

async function openAgain(
  tx: Db,
  user: AuthUser,
  { id, outcome, note }: LockedItem,
  act: 'desk.reopen' | 'desk.reverse',
  after: object,
) {
  await updateItem(tx, user.company_id, id, {
    closed_at: null,
    outcome: null,
    closed_by: null,
    note: null,
    payment_company_id: null,
    payment_id: null,
  })
  const before = { outcome, note }
  await logStaffAction(tx, user, { act, subject: 'desk_item', subject_id: id, before, after })
}
