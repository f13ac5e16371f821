import type { NotNull } from 'kysely'
import type { DeskEffect, ShownDeskEffect } from '#contract/desk.ts'
import { undoFor } from '#rules/desk.ts'
import { receiptNumber } from '#rules/receipt.ts'
import { mailNotices } from '../account-notices/tell-tenant.ts'
import { waitsOf } from '../approvals/limit.ts'
import { type Act, type Performed, perform } from '../approvals/perform.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import type { Key } from '../db/keys.ts'
import { rehearse } from '../db/rehearse.ts'
import { ChangedMeanwhile, isDuplicate, retryOnConflict } from '../db/retry.ts'
import { conflict } from '../http/errors.ts'
import { notifyBalanceChanged } from '../ledger/balance.ts'
import { alreadyReversed, OWES_SOMETHING_ELSE, requireSame } from '../ledger/effect.ts'
import {
  findPaymentOfReceipt,
  insertPayment,
  insertRestored,
  insertReversal,
} from '../ledger/queries.ts'
import {
  listPushesOfCountedReceipt,
  reviewCountedTwice,
  whyCountedOnce,
} from '../payments/counted-twice.ts'
import { lockPush } from '../payments/push-queries.ts'
import { scheduleReceiptQuery } from '../payments/settle.ts'
import { type Actor, logStaffAction } from '../staff-log.ts'
import { changeEndOfCode } from '../wifi/issue-voucher.ts'
import { changesOf, deedOf, effectOf, onlyUser, type PaymentChange } from './effect.ts'
import { findKeysOfItem, type LockedItem, listParts, lockItem, updateItem } from './queries.ts'
import { itemNotFound } from './resolve.ts'
import { tellOfRestored, tellOfReversal } from './tell-of-item.ts'
import { itemOfCredit } from './wrong-account.ts'

interface ReversalPayload {
  /** Null when a payment is taken back from its own page: its item is then looked up, or made. */
  item: number | null
  /** The credit that is meant, so that a repeated request does not take back a later one. */
  payment_id: number
  note: string
}

export type Undo =
  | { act: 'reopen'; note: string }
  | ({ act: 'reverse' } & Omit<ReversalPayload, 'item'>)

/** Previews what `reopen` or `reverse` would change. */
export const previewDeskUndo = (
  context: Context,
  staff: Actor,
  item: number,
  undo: Undo,
): Promise<ShownDeskEffect> =>
  retryOnConflict(() =>
    rehearse(context.db, async (tx) => {
      if (undo.act === 'reopen') return openDismissed(tx, context, staff, item, undo.note)
      const { act: _, ...decided } = undo
      return shownReversal(tx, context, staff, { item, ...decided })
    }),
  )

/** Previews taking back a payment that was credited by staff or automatically. */
export const previewTakeBack = (
  context: Context,
  staff: Actor,
  payment_id: number,
): Promise<ShownDeskEffect> =>
  retryOnConflict(() =>
    rehearse(context.db, (tx) =>
      shownReversal(tx, context, staff, { item: null, payment_id, note: 'Preview' }),
    ),
  )

async function shownReversal(
  tx: Db,
  context: Context,
  staff: Actor,
  payload: ReversalPayload,
): Promise<ShownDeskEffect> {
  const { effect, at_stake } = await reversalAct.run(tx, context, staff, payload)
  return { ...effect, ...(await waitsOf(tx, context, staff, { at_stake })) }
}

/**
 * Opens a dismissed item again, unless its money counts by now, or no longer counts twice. A push that failed because
 * of the dismissal stays failed unless M-Pesa reports money.
 * @throws {HttpError} 404; 409 when it can't be undone, or the effect would differ from what was expected
 */
export async function reopen(
  context: Context,
  staff: Actor,
  id: number,
  note: string,
  expected: DeskEffect,
): Promise<void> {
  await retryOnConflict(() =>
    context.db.transaction().execute(async (tx) => {
      requireSame(await openDismissed(tx, context, staff, id, note), expected)
    }),
  )
}

async function openDismissed(
  tx: Db,
  context: Context,
  staff: Actor,
  id: number,
  note: string,
): Promise<DeskEffect> {
  const { company_id } = staff
  const found = await findKeysOfItem(tx, company_id, id)
  const push = found?.request_id && (await lockPush(tx, company_id, found.request_id))
  const countsOnce = found?.reason === 'counted_twice' && (await whyCountedOnce(tx, found))
  const item = found && (await lockItem(tx, company_id, id))
  if (!item) throw itemNotFound()
  if (!item.outcome || undoFor(item.outcome, item.reason) !== 'reopen') {
    throw conflict('Only what was dismissed can be reopened.', 'not_dismissed')
  }
  if (countsOnce) {
    throw conflict(
      'This money is now counted only once, so there is nothing left to correct.',
      'nothing_to_correct',
    )
  }
  const isSilent = item.reason === 'silent' || item.reason === 'unknown_code'
  if (
    (isSilent && push && push.status === 'completed') ||
    (item.receipt && (await findPaymentOfReceipt(tx, item.receipt)))
  ) {
    throw conflict('This payment has already been counted.', 'already_counted')
  }
  await openAgain(tx, staff, item, 'desk.reopen', { note })
  return effectOf(tx, context, company_id, [], push || undefined)
}

/**
 * Undoes a decision, so that its item waits on the desk again: takes back a credit to the wrong account by opposite entries (for
 * all parts of a split), restores a payment that M-Pesa hasn't taken back after all, or frees an M-Pesa code from a payment that
 * it doesn't belong to. A push that the credit completed stays completed, as every completed push does.
 * @throws {HttpError} 404; 409 when it was taken back already, or the effect would differ from what was expected
 */
export const reverse = (
  context: Context,
  staff: Actor,
  payload: ReversalPayload,
  expected: DeskEffect,
): Promise<Performed<DeskEffect, PaymentChange[]>> =>
  perform(context, staff, reversalAct, payload, {
    expected: { effect: expected, changed: OWES_SOMETHING_ELSE },
  })

export const reversalAct: Act<ReversalPayload, DeskEffect, PaymentChange[]> = {
  permission: 'money',
  async run(tx, context, staff, payload) {
    const { act, effect, payments, payment_id } = await reverseDecision(tx, context, staff, payload)
    return {
      result: payments,
      effect,
      act,
      at_stake: payments.reduce((sum, { amount }) => sum + Math.abs(amount), 0),
      // The subject is the same whether it was asked for at the receipt or at the item.
      subject: `payment ${payment_id}`,
      user_id: onlyUser(staff.company_id, payments),
      about:
        act === 'reversal'
          ? `Receipt ${payments.map(({ id, receipt_of = id }) => receiptNumber(receipt_of)).join(', ')}`
          : 'M-Pesa has not taken it back',
      changes: changesOf(staff.company_id, effect, payments),
      reason: payload.note,
    }
  },
  deedOf,
  isSame: (one, other) => one.note === other.note,
  announce(context, _, { result }) {
    for (const payment of result) {
      notifyBalanceChanged(context, payment)
      mailNotices(context, payment)
    }
  },
}

/** Locks the pushes and then the item, undoes the decision, and opens the item again. */
async function reverseDecision(
  tx: Db,
  context: Context,
  staff: Actor,
  { note, ...decided }: ReversalPayload,
): Promise<{
  act: 'reversal' | 'restoration'
  effect: DeskEffect
  payments: PaymentChange[]
  /** The payment that is taken back; for a split, its first part. */
  payment_id: number
}> {
  const { company_id } = staff
  const { item: id, payment_id } =
    decided.item === null
      ? await itemOfCredit(tx, context, company_id, decided.payment_id)
      : { item: decided.item, payment_id: decided.payment_id }
  const found = await findKeysOfItem(tx, company_id, id)
  const isRestored = found?.reason === 'taken_back_by_mpesa'
  const others =
    isRestored && found.counted_receipt
      ? await listPushesOfCountedReceipt(tx, found.counted_receipt)
      : found?.outcome === 'attached' && found.payment_id
        ? await listPushesOfPayment(tx, company_id, found.payment_id)
        : []
  for (const other of others) await lockPush(tx, other.company_id, other.id)
  const push = found?.request_id ? await lockPush(tx, company_id, found.request_id) : undefined
  const item = found && (await lockItem(tx, company_id, id))
  if (!item) throw itemNotFound()
  const { outcome, reason, payment_company_id } = item
  if (item.payment_id !== payment_id) throw alreadyReversed()
  if (!outcome || undoFor(outcome, reason) !== 'reverse' || !payment_company_id) {
    throw conflict('Only a credit can be taken back.', 'not_credited')
  }
  // The item's outcome changed before it was locked, so it needs another undo.
  if (outcome !== found.outcome) throw new ChangedMeanwhile()
  const why = {
    reason: note,
    // Staff are users of their own residence only.
    entered_by: payment_company_id === company_id ? staff.id : null,
  }
  const first = { company_id: payment_company_id, id: payment_id }
  const isDetached = outcome === 'attached'
  const step = isRestored ? restore : isDetached ? detach : takeBackCredit
  const payments = await step(tx, context, staff, item, first, why).catch((error: unknown) => {
    throw isDuplicate(error) ? alreadyReversed() : error
  })
  const logged = payments.map(({ amount, company_id, id, user_id }) => ({
    ...{ company_id, id, user_id },
    amount: Math.abs(amount),
  }))
  const name = isRestored ? 'desk.restore' : isDetached ? 'desk.detach' : 'desk.reverse'
  await openAgain(tx, staff, item, name, {
    note,
    payment: logged[0],
    ...(logged.length > 1 && { payments: logged }),
  })
  const effect = await effectOf(tx, context, company_id, payments, push)
  return { act: isRestored ? 'restoration' : 'reversal', effect, payments, payment_id }
}

interface Why {
  reason: string
  entered_by: number | null
}

async function takeBackCredit(
  tx: Db,
  context: Context,
  staff: Actor,
  item: LockedItem,
  first: Key,
  why: Why,
): Promise<PaymentChange[]> {
  const { company_id } = first
  const now = context.now()
  const credits = item.outcome === 'split' ? await listParts(tx, company_id, [first.id]) : [first]
  const payments: PaymentChange[] = []
  for (const { id } of credits) {
    const { user_id, amount, purpose } = await insertReversal(tx, { company_id, id }, why, now)
    const told = { company_id, user_id, amount, purpose }
    await tellOfReversal(tx, context, staff, item, told, why.reason)
    payments.push({ company_id, id, user_id, amount: -amount, receipt: 'void' })
  }
  if (item.receipt) {
    await reviewCountedTwice(tx, { receipt: item.receipt }, now)
  }
  return payments
}

const listPushesOfPayment = (tx: Db, company_id: number, id: number) =>
  tx
    .selectFrom('payments')
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .where('request_id', 'is not', null)
    .select(['company_id', 'request_id as id'])
    .$narrowType<{ id: NotNull }>()
    .execute()

/**
 * Frees an M-Pesa code that belongs to other money. As receipts are never changed, the payment that has it is replaced by one
 * without a code: an opposite entry, and the opposite of that with the time of the original payment.
 */
async function detach(
  tx: Db,
  context: Context,
  _: Actor,
  item: LockedItem,
  { company_id, id }: Key,
  why: Why,
): Promise<PaymentChange[]> {
  const now = context.now()
  const { user_id, amount, reversal_id } = await insertReversal(tx, { company_id, id }, why, now)
  const { purpose, paid_at, request_id } = await tx
    .selectFrom('payments')
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .select(['purpose', 'paid_at', 'request_id'])
    .executeTakeFirstOrThrow()
  const payment_id = await insertPayment(
    tx,
    {
      ...{ company_id, user_id, purpose, amount, paid_at, request_id },
      ...why,
      kind: 'push',
      reverses_payment_id: reversal_id,
    },
    null,
  )
  if (item.receipt) {
    await reviewCountedTwice(tx, { receipt: item.receipt }, now)
  }
  const push = request_id && (await lockPush(tx, company_id, request_id))
  if (push) {
    await scheduleReceiptQuery(tx, push, now)
    await reviewCountedTwice(tx, { push }, now)
  }
  return [{ company_id, id: payment_id, user_id, amount, receipt: 'replaced', receipt_of: id }]
}

/** Makes a payment count again that M-Pesa has not taken back after all. */
async function restore(
  tx: Db,
  context: Context,
  staff: Actor,
  { counted_receipt }: LockedItem,
  first: Key,
  why: Why,
): Promise<PaymentChange[]> {
  if (!counted_receipt || (await findPaymentOfReceipt(tx, counted_receipt))) {
    throw conflict('This M-Pesa code counts for another payment by now.', 'already_counted')
  }
  const restored = await insertRestored(tx, first, why)
  for (const { of } of restored) {
    await changeEndOfCode(tx, { company_id: first.company_id, payment_id: of }, null)
  }
  for (const one of restored) await tellOfRestored(tx, context, staff, one)
  await reviewCountedTwice(tx, { receipt: counted_receipt }, context.now())
  return restored.map(({ of: _, ...one }) => ({ ...one, receipt: 'new' }))
}

async function openAgain(
  tx: Db,
  user: Actor,
  { id, outcome, note }: LockedItem,
  act: 'desk.reopen' | 'desk.reverse' | 'desk.restore' | 'desk.detach',
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
