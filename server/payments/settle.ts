import {
  type MoneyStep,
  moneyStep,
  nextStatus,
  outcomeOf,
  type PushStatus,
  receiptQueryDelayMs,
  SILENT_AFTER_MS,
} from '#rules/payment.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import type { Key } from '../db/keys.ts'
import { ChangedMeanwhile, retryOnConflict } from '../db/retry.ts'
import { countPushResult } from '../http/monitoring.ts'
import {
  autoResolveItems,
  autoResolveWaiting,
  closeInOtherCompanies,
  type ItemOfReceipt,
  lockItemsOfReceipt,
  toDeskJson,
  upsertPushDeskItem,
} from '../ledger/desk-items.ts'
import {
  findPaymentOfPush,
  insertPayment,
  insertReceipt,
  lockPaymentOfReceipt,
} from '../ledger/queries.ts'
import { issueVoucher } from '../wifi/issue-voucher.ts'
import { type Counted, findCounted } from './counted.ts'
import { isReceiptless, openCountedTwice, reviewCountedTwice } from './counted-twice.ts'
import { markProcessed } from './event-queries.ts'
import {
  lockPush,
  lockPushAndReceipt,
  releasePush,
  type StkPushRow,
  updatePush,
} from './push-queries.ts'
import { notifyPushChanged } from './push-state.ts'

/** M-Pesa's details of a push that was paid. */
export interface PaidResult {
  /** Null when it is from a status query, which names neither receipt nor amount. */
  receipt: string | null
  /** Whole shillings; null when M-Pesa sent none, or a fraction. */
  amount: number | null
  /** As M-Pesa wrote it, for the desk. */
  amount_text: string | null
  /** On M-Pesa's clock. */
  paid_at: Date | null
  description: string
  /** The event, as the desk shows it. */
  raw: unknown
}

/** A status query reports only that the push was paid. */
export const NO_PAYMENT_DETAILS = {
  receipt: null,
  amount: null,
  amount_text: null,
  paid_at: null,
  raw: null,
}

/** M-Pesa's result of a push; the fields of `PaidResult` count when the code is 0. */
export interface PushResult extends PaidResult {
  /** `query` is the answer to a status query, `status` that to a receipt query. */
  via: 'callback' | 'confirmation' | 'query' | 'status' | 'statement'
  code: string
  /** M-Pesa's id of the push that it means; the result of another push is ignored. */
  checkoutId?: string | null
  /** The stored event that it is from; it is marked as processed in the same transaction. */
  event?: Key
}

/**
 * Settles the push when it was paid, ends it otherwise, and notifies its initiator of a change.
 * @returns what the result means
 */
export async function applyResult(
  context: Context,
  company_id: number,
  request_id: number,
  result: PushResult,
): Promise<PushStatus | 'unknown'> {
  const { db, log } = context
  const { via, code, description } = result
  const now = context.now()
  const outcome = outcomeOf(code, description)
  const key = { company_id, id: request_id }
  const step =
    outcome === 'completed'
      ? await retryOnConflict(() => settle(db, key, result, now))
      : await db.transaction().execute(async (tx) => {
          const push = await lockPush(tx, company_id, request_id)
          const step =
            push && isOf(push, result) ? await endLocked(tx, push, result, now) : 'nothing'
          if (result.event) await markProcessed(tx, result.event, now)
          return step
        })
  countPushResult(via, step)
  log.info({ company_id, push: request_id, via, code, step }, 'push result')
  if (step !== 'nothing') await notifyPushChanged(context, company_id, request_id)
  return outcome
}

const isOf = ({ daraja_checkout_id }: StkPushRow, { checkoutId }: Pick<PushResult, 'checkoutId'>) =>
  checkoutId === undefined || daraja_checkout_id === null || daraja_checkout_id === checkoutId

async function endLocked(tx: Db, push: StkPushRow, { code, description }: PushResult, at: Date) {
  const outcome = outcomeOf(code, description)
  if (outcome === 'unknown') {
    // Shown on the desk if no known code follows.
    const unknown = { unknown_code: code, unknown_desc: description }
    await updatePush(tx, push.company_id, push.id, unknown)
  }
  return (await applyOutcome(tx, push, { outcome, code, description, at })) ? 'ended' : 'nothing'
}

/**
 * Where a push becomes money: one transaction that locks the push's row, so that callback, confirmation and query of the
 * same payment wait for each other.
 * @throws a unique violation when another transaction is counting the same receipt
 */
export const settle = (db: Db, key: Key, result: ReportedPaid, now: Date): Promise<MoneyStep> =>
  db.transaction().execute((tx) => settleWithin(tx, key, result, now))

type ReportedPaid = PaidResult & Pick<PushResult, 'checkoutId' | 'event'>

/** `settle` within a transaction. */
export async function settleWithin(
  tx: Db,
  key: Key,
  result: ReportedPaid,
  now: Date,
): Promise<MoneyStep> {
  // Sent together, executed in this order: what counts is read after the locks were given.
  const { receipt } = result
  const [push, counted] = await Promise.all([
    lockPushAndReceipt(tx, { ...key, receipt }),
    findCounted(tx, key, receipt),
    result.event && markProcessed(tx, result.event, now),
  ])
  return push && isOf(push, result) ? settleLocked(tx, push, result, now, counted) : 'nothing'
}

/** `settle` for a transaction that has locked the push, and read what counts since. */
export async function settleLocked(
  tx: Db,
  push: StkPushRow,
  paid: PaidResult,
  now: Date,
  { payment, counted: first, items: waiting, takenBack }: Counted,
): Promise<MoneyStep> {
  const { company_id, id: request_id } = push
  const { receipt, description } = paid
  let counted = first
  const countedForThis = counted?.company_id === company_id && counted.request_id === request_id
  if (receipt && counted && !countedForThis) {
    counted = await lockPaymentOfReceipt(tx, receipt)
    if (counted) {
      const used = { ...counted, receipt }
      const ended = await handleReceiptUsedElsewhere(tx, push, payment, description, used, now)
      return ended ? 'link' : 'nothing'
    }
  }
  // M-Pesa repeats its reports, and some come late: a receipt that was taken back since doesn't count again by itself.
  if (takenBack && !counted) {
    if (!payment) await applyOutcome(tx, push, { ...dealtWith, at: now })
    return 'nothing'
  }
  const step = moneyStep(
    { ...push, requested: push.amount, payment: paymentState(payment) },
    receipt === null
      ? { receipt }
      : { receipt, amount: paid.amount, receipt_known: counted !== undefined },
  )
  if (step === 'nothing') return step
  if (step === 'desk') {
    const isOpen = await moveToDesk(tx, push, paid, now)
    // Staff have credited it while this transaction waited for the item.
    if (!isOpen && receipt && isReceiptless(payment) && (await lockPaymentOfReceipt(tx, receipt))) {
      await openCountedTwice(tx, push, receipt)
    }
    return step
  }
  // Pushes, then desk items are locked before the receipt is inserted, in the order in which staff actions lock them.
  const { items, otherPushes } =
    receipt && step !== 'link' && waiting.length > 0
      ? await lockWaiting(tx, push, receipt, waiting)
      : { items: [], otherPushes: [] }
  async function countMoney() {
    let payment_id = payment?.id ?? null
    if (step === 'settle' || step === 'another') {
      payment_id = await insertPushPayment(tx, push, paid, now)
    }
    if (step === 'fill_in' && payment && receipt) {
      const { paid_at } = paid
      await insertReceipt(tx, { receipt, company_id, payment_id: payment.id, paid_at })
      await reviewCountedTwice(tx, { push }, now)
    }
    const counting = payment_id === null ? null : { company_id, id: payment_id }
    await autoResolveItems(tx, items, counting, now)
    for (const other of otherPushes) {
      const counts = { company_id, user_id: push.account_user_id, receipt: receipt ?? '', parts: 1 }
      const paymentOfOther = await findPaymentOfPush(tx, other.company_id, other.id)
      await handleReceiptUsedElsewhere(tx, other, paymentOfOther, description, counts, now)
    }
  }
  const [, ended] = await Promise.all([
    countMoney(),
    applyOutcome(tx, push, { outcome: 'completed', code: '0', description, at: now }),
    step === 'settle' && receipt === null
      ? scheduleReceiptQuery(tx, push, now)
      : cancelReceiptQuery(tx, push),
  ])
  return step === 'link' && !ended ? 'nothing' : step
}

/** Locks the open items of a receipt, and before them the pushes that M-Pesa has reported it for too. */
async function lockWaiting(tx: Db, push: StkPushRow, receipt: string, waiting: ItemOfReceipt[]) {
  const otherPushes: StkPushRow[] = []
  for (const { company_id, request_id: id } of waiting) {
    if (id === null || (company_id === push.company_id && id === push.id)) continue
    const other = await lockPush(tx, company_id, id)
    if (other) otherPushes.push(other)
  }
  const items = await lockItemsOfReceipt(tx, receipt)
  const isLocked = ({ company_id, request_id: id }: ItemOfReceipt) =>
    id === null ||
    [push, ...otherPushes].some((one) => one.company_id === company_id && one.id === id)
  if (!items.every(isLocked)) throw new ChangedMeanwhile()
  return { items, otherPushes }
}

/** The payment for a bundle and its voucher are made together, or not at all. */
async function insertPushPayment(
  tx: Db,
  { company_id, id: request_id, account_user_id: user_id, purpose, amount }: StkPushRow,
  { paid_at, receipt }: PaidResult,
  now: Date,
): Promise<number> {
  const shared = { company_id, user_id, request_id, paid_at: paid_at ?? now }
  const payment_id = await insertPayment(tx, { ...shared, purpose, kind: 'push', amount }, receipt)
  if (purpose === 'wifi') await issueVoucher(tx, { ...shared, payment_id })
  return payment_id
}

type Payment = Awaited<ReturnType<typeof findPaymentOfPush>>

function paymentState(payment: Payment) {
  if (!payment) return 'none'
  if (payment.reversed) return 'reversed'
  return payment.receipt ? 'with_receipt' : 'without_receipt'
}

/**
 * This receipt counts for something else: staff have credited it by hand, before M-Pesa reported that it belongs to
 * this push, or M-Pesa has reported it for another push too.
 * - The push counts already, without a receipt: the same money counts twice, which the desk shows.
 * - Credited to the push's own account, for rent: the push is completed.
 * - Credited to another account, shared among several, or the push is for a bundle: the push has failed, and no query
 *   may count it later.
 * @returns whether the push ended with it
 */
export async function handleReceiptUsedElsewhere(
  tx: Db,
  push: StkPushRow,
  payment: Payment,
  description: string,
  counted: { company_id: number; user_id: number; receipt: string; parts: number },
  now: Date,
): Promise<boolean> {
  const { company_id, id: request_id, account_user_id } = push
  if (isReceiptless(payment)) {
    await openCountedTwice(tx, push, counted.receipt)
    await cancelReceiptQuery(tx, push)
    return false
  }
  if (payment) return false
  const sameAccount =
    counted.company_id === company_id && counted.user_id === account_user_id && counted.parts === 1
  await updatePush(tx, company_id, request_id, { receipt_used_elsewhere: true })
  return applyOutcome(
    tx,
    push,
    sameAccount && push.purpose === 'rent'
      ? { outcome: 'completed', code: '0', description, at: now }
      : {
          outcome: 'failed',
          code: null,
          description: creditedElsewhereMessage(sameAccount),
          at: now,
        },
  )
}

/** Why a push fails after staff have credited its money; for rent credited to its own account it does not. */
export const creditedElsewhereMessage = (sameAccount: boolean): string =>
  sameAccount
    ? 'The office has credited it to your rent.'
    : 'The office has credited it to another account.'

/** For a push that counts without a receipt. */
export function scheduleReceiptQuery(tx: Db, { company_id, id }: StkPushRow, now: Date) {
  const delay = receiptQueryDelayMs(0)
  const receipt_query_at = delay === null ? null : new Date(now.getTime() + delay)
  return updatePush(tx, company_id, id, { receipt_query_at })
}

async function cancelReceiptQuery(tx: Db, { company_id, id, receipt_query_at }: StkPushRow) {
  if (receipt_query_at === null) return
  await updatePush(tx, company_id, id, { receipt_query_at: null })
}

/**
 * Staff decide about the money. The push gets no more status queries, and its phone is free.
 * @returns false when they have decided already
 */
async function moveToDesk(tx: Db, push: StkPushRow, paid: PaidResult, now: Date): Promise<boolean> {
  const { company_id, id: request_id } = push
  const { receipt, amount, amount_text, paid_at, raw } = paid
  if (receipt === null) return true
  const differs = amount !== push.amount
  const isOpen = await upsertPushDeskItem(tx, {
    reason: differs ? 'differing_amount' : 'second_receipt',
    ...{ company_id, receipt, request_id, paid_at, amount: amount_text },
    reference: push.wire_reference,
    account_user_id: push.account_user_id,
    raw: toDeskJson(raw),
  })
  await closeInOtherCompanies(tx, company_id, receipt, now)
  await releasePush(tx, push, {
    next_query_at: null,
    ...(differs && { differing_amount_reported: true }),
  })
  if (!isOpen) await applyOutcome(tx, push, { ...dealtWith, at: now })
  return isOpen
}

const dealtWith = {
  ...{ outcome: 'failed' as const, code: null },
  description: 'The office has dealt with this payment.',
}

interface Ending {
  outcome: PushStatus | 'unknown'
  /** Null when M-Pesa gave none: a refused submit, or an action of staff. */
  code: string | null
  description: string
  at: Date
}

/**
 * Moves a locked push on where its state machine allows it: the only place that changes a status. A push
 * that ends frees its phone and gets no more status queries.
 * @returns whether anything changed
 */
export async function applyOutcome(tx: Db, push: StkPushRow, ending: Ending): Promise<boolean> {
  const status = nextStatus(push.status, ending.outcome)
  if (status === push.status) return false
  await releasePush(tx, push, {
    status,
    result_code: ending.code,
    result_desc: ending.description,
    ended_at: ending.at,
    next_query_at: null,
  })
  if (ending.at.getTime() >= push.initiated_at.getTime() + SILENT_AFTER_MS) {
    await autoResolveWaiting(tx, push.company_id, push.id, ending.at)
  }
  return true
}
