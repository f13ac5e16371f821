import type { DeskEffect, ShownDeskEffect } from '#contract/desk.ts'
import { DELAY_HOURS, deskStake } from '#rules/approval.ts'
import { dayOf, formatDateTime, formatDay } from '#rules/calendar.ts'
import { actionsFor, type DeskAction } from '#rules/desk.ts'
import type { AccountOwner } from '../account-notices/queries.ts'
import { mailNotices } from '../account-notices/tell-tenant.ts'
import { waitsOf } from '../approvals/limit.ts'
import { type Act, type Performed, perform } from '../approvals/perform.ts'
import { findLimit, listDeciders } from '../approvals/queries.ts'
import { findFullName } from '../auth/user-queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { rehearse } from '../db/rehearse.ts'
import { ChangedMeanwhile, retryOnConflict } from '../db/retry.ts'
import { conflict, forbidden, notFound } from '../http/errors.ts'
import { notifyBalanceChanged } from '../ledger/balance.ts'
import { OWES_SOMETHING_ELSE } from '../ledger/effect.ts'
import { findPaymentOfPush, findPaymentOfReceipt, lockPaymentOfReceipt } from '../ledger/queries.ts'
import { isReceiptless } from '../payments/counted-twice.ts'
import { lockPush, type StkPushRow } from '../payments/push-queries.ts'
import { notifyPushChanged } from '../payments/push-state.ts'
import { handleReceiptUsedElsewhere } from '../payments/settle.ts'
import { type Actor, logStaffAction } from '../staff-log.ts'
import {
  actionOf,
  alreadyCounted,
  type ChosenAct,
  notPossible,
  type Resolution,
} from './actions.ts'
import { changesOf, deedOf, effectOf, onlyUser } from './effect.ts'
import { findKeysOfItem, type LockedItem, listUploaders, lockItem, updateItem } from './queries.ts'
import { tellOfResolution } from './tell-of-item.ts'

const alreadyCountedError = () =>
  conflict('This payment has already been counted. Nothing was credited.', 'already_counted')

export const itemNotFound = () => notFound('This payment isn’t on the desk.', 'desk_item_not_found')

/** The amount with which a push counts while M-Pesa has not named its receipt; null when the receipt is known. */
export const receiptlessAmount = (payment: Awaited<ReturnType<typeof findPaymentOfPush>>) =>
  payment && isReceiptless(payment) ? payment.amount : null

/** The amount that an item's push asked for; null when it is paid, undefined for an item without a push. */
export const unpaidAmount = (push: Pick<StkPushRow, 'status' | 'amount'> | null | undefined) =>
  push ? (push.status === 'completed' ? null : push.amount) : undefined

/** The amount with which money that M-Pesa took back still counts; null when it doesn't count, or isn't known. */
export async function takenBackAmount(
  db: Db,
  { reason, counted_receipt }: Pick<LockedItem, 'reason' | 'counted_receipt'>,
): Promise<number | null> {
  if (reason !== 'taken_back_by_mpesa' || !counted_receipt) return null
  return (await findPaymentOfReceipt(db, counted_receipt))?.amount ?? null
}

/** Previews what `resolveItem` would change. If the money counts already, the item only closes. */
export const previewItem = (
  context: Context,
  staff: Actor,
  item: number,
  chosen: ChosenAct,
): Promise<ShownDeskEffect> =>
  retryOnConflict(() =>
    rehearse(context.db, (tx) => shownStep(tx, context, staff, { item, chosen, note: 'Preview' })),
  )

/** Takes a step for a preview, in a transaction that is rolled back. */
export async function shownStep(
  tx: Db,
  context: Context,
  staff: Actor,
  payload: DeskPayload,
): Promise<ShownDeskEffect> {
  const { resolved, effect, reason } = await takeStep(tx, context, staff, payload)
  const amounts = resolved.payments.map(({ amount }) => amount)
  const at_stake = deskStake(payload.chosen.act, reason, amounts)
  return { ...effect, ...(await waitsOf(tx, context, staff, { at_stake })) }
}

interface DeskPayload {
  item: number
  chosen: ChosenAct
  note: string | null
}

export interface Resolved extends Resolution {
  request_id: number | null
  notified: AccountOwner[]
}

/** Any act of staff on an open item. Above the limit, corrections and confirmations wait for a second person. */
export const deskAct: Act<DeskPayload, DeskEffect | null, Resolved> = {
  permission: 'money',
  async run(tx, context, staff, payload) {
    const { resolved, effect, about, reason } = await takeStep(tx, context, staff, payload)
    const { payments } = resolved
    const { chosen, item, note } = payload
    const amounts = payments.map(({ amount }) => amount)
    return {
      result: resolved,
      // The money counts by now, so there is nothing to agree to.
      effect: resolved.outcome === 'by_itself' ? null : effect,
      act: chosen.act === 'confirm' ? 'confirmation' : 'correction',
      at_stake: deskStake(chosen.act, reason, amounts),
      subject: `desk item ${item}`,
      user_id: onlyUser(staff.company_id, payments),
      about,
      changes: changesOf(staff.company_id, effect, payments),
      reason: note,
    }
  },
  deedOf: (effect) => effect && deedOf(effect),
  async announce(context, { company_id }, { result: { request_id, payments, notified } }) {
    if (request_id) await notifyPushChanged(context, company_id, request_id)
    for (const payment of payments) notifyBalanceChanged(context, payment)
    for (const owner of notified) mailNotices(context, owner)
  },
}

/**
 * Does what staff chose and stores the resolution, in one transaction, or keeps the act for a second person.
 * @throws {HttpError} 404; 409 when the item is closed, the act isn't possible any more, or its effect would differ
 */
export async function resolveItem(
  context: Context,
  staff: Actor,
  payload: DeskPayload,
  expected: DeskEffect,
): Promise<Performed<DeskEffect | null, Resolved>> {
  const performed = await perform(context, staff, deskAct, payload, {
    expected: { effect: expected, changed: OWES_SOMETHING_ELSE },
  })
  if (performed.result.outcome === 'by_itself') throw alreadyCountedError()
  return performed
}

/** Runs the action with the item and its push locked. */
async function takeStep(
  tx: Db,
  context: Context,
  staff: Actor,
  { item: id, chosen, note }: DeskPayload,
) {
  const { company_id } = staff
  const action = actionOf(context, staff, chosen, note)
  const found = await findKeysOfItem(tx, company_id, id)
  const others = (found && (await action.listOtherPushes?.(tx, found))) ?? []
  for (const other of others) await lockPush(tx, other.company_id, other.id)
  const push = found?.request_id ? await lockPush(tx, company_id, found.request_id) : undefined
  const item = found && (await lockItem(tx, company_id, id))
  if (!item) throw itemNotFound()
  // M-Pesa has just reported which push the item belongs to, and that push is not locked.
  if (item.request_id !== found?.request_id) throw new ChangedMeanwhile()
  if (item.closed_at) throw await alreadyClosedError(tx, item)
  const payment = push && (await findPaymentOfPush(tx, company_id, push.id))
  const receiptless_amount = receiptlessAmount(payment)
  const taken_back_amount = await takenBackAmount(tx, item)
  const unpaid_amount = unpaidAmount(push)
  const possible = actionsFor({ ...item, receiptless_amount, taken_back_amount, unpaid_amount })
  if (!possible.includes(action.name)) throw notPossible()
  await refuseUploader(tx, context, staff, item, action.name)
  const resolution = await action.run(tx, item, { push, payment })
  if (resolution === alreadyCounted && push && item.receipt) {
    // M-Pesa reported the receipt for two pushes at the same moment, and this push still waits.
    const { receipt } = item
    const counted = await lockPaymentOfReceipt(tx, receipt)
    if (counted && !(counted.company_id === company_id && counted.request_id === push.id)) {
      const used = { ...counted, receipt }
      await handleReceiptUsedElsewhere(tx, push, payment, 'Paid', used, context.now())
    }
  }
  const effect = await effectOf(tx, context, company_id, resolution.payments, push)
  await storeResolution(tx, context.now(), staff, item, action.name, note, resolution, push)
  const notified = await tellOfResolution(tx, context, staff, item, resolution)
  const code = item.receipt ?? item.counted_receipt
  return {
    resolved: { ...resolution, request_id: item.request_id, notified },
    effect,
    reason: item.reason,
    about: code
      ? `M-Pesa code ${code}`
      : push
        ? `PIN prompt of ${formatDay(dayOf(push.initiated_at))}`
        : null,
  }
}

async function storeResolution(
  tx: Db,
  now: Date,
  staff: Actor,
  item: LockedItem,
  name: DeskAction,
  reasonGiven: string | null,
  { outcome, payments }: Resolution,
  push: StkPushRow | undefined,
) {
  // An item that settled itself wasn't closed for the reason that staff gave.
  const note = outcome === 'by_itself' ? null : reasonGiven
  const { id, reason, receipt, amount, reference } = item
  const [payment = null] = payments
  await updateItem(tx, staff.company_id, id, {
    closed_at: now,
    outcome,
    closed_by: outcome === 'by_itself' ? null : staff.id,
    note: note || null,
    payment_company_id: payment?.company_id ?? null,
    payment_id: payment?.id ?? null,
  })
  await logStaffAction(tx, staff, {
    act: `desk.${name}`,
    subject: 'desk_item',
    subject_id: id,
    before: {
      reason,
      receipt,
      amount,
      reference,
      push: push && { id: push.id, status: push.status, amount: push.amount },
    },
    after: { outcome, note: note || null, payment, ...(payments.length > 1 && { payments }) },
  })
}

async function alreadyClosedError(tx: Db, { company_id, closed_by, note }: LockedItem) {
  if (closed_by === null) {
    return conflict(note ?? 'M-Pesa has settled this in the meantime.', 'already_closed')
  }
  const who = await findFullName(tx, company_id, closed_by)
  return conflict(`${who} has dealt with this already.`, 'already_closed')
}

const CREDITS = ['assign', 'split', 'confirm']

/**
 * @throws {HttpError} 403 when the item is from a file that the user uploaded, and more is at stake than one person may decide.
 * If nobody else could decide, the user may do so a day later.
 */
export async function refuseUploader(
  tx: Db,
  { now }: Context,
  user: Actor,
  { reason, statement_row_id, created_at }: LockedItem,
  action: string,
): Promise<void> {
  const isHeld = reason === 'only_in_upload' && statement_row_id !== null
  if (!isHeld || !CREDITS.includes(action)) return
  const { company_id } = user
  const limit = await findLimit(tx, company_id)
  if (limit === null) return
  const uploaders = await listUploaders(tx, company_id, statement_row_id)
  if (!uploaders.has(user.id)) return
  const others = (await listDeciders(tx, company_id)).filter(({ id }) => !uploaders.has(id))
  if (others.length > 0) {
    throw forbidden(
      'You uploaded this statement. Somebody else has to decide about this payment.',
      'second_person',
    )
  }
  const from = new Date(created_at.getTime() + DELAY_HOURS * 3_600_000)
  if (now() >= from) return
  throw forbidden(
    `You uploaded this statement, and nobody else here may check it. You can decide about this payment from ${formatDateTime(from)}.`,
    'second_person',
  )
}
