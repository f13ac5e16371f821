import { type MoneyStep, moneyStep, receiptQueryDelayMs } from '#rules/payment.ts'
import type { Db } from '../db/connect.ts'
import { issueVoucher } from '../wifi/issue-voucher.ts'
import {
  autoResolveItems,
  insertDeskItem,
  lockItemsOfReceipt,
  toDeskJson,
  upsertPushDeskItem,
} from './desk-queries.ts'
import { endPush } from './end-push.ts'
import {
  findPaymentOfReceipt,
  findPaymentOfRequest,
  insertPayment,
  insertReceipt,
} from './ledger-queries.ts'
import { releasePhone } from './phone-queries.ts'
import { lockPush, type StkPushRow, updatePush } from './queries.ts'

/** M-Pesa's word that a push was paid; without a receipt it came from a status query. */
export interface Paid {
  receipt: string | null
  /** Whole shillings; null when none was told, or a fraction. */
  amount: number | null
  /** As M-Pesa wrote it; kept for the desk. */
  amount_text: string | null
  /** On M-Pesa's clock, where told. */
  paid_at: Date | null
  description: string
  /** What to show at the desk, if it has to go there. */
  raw: unknown
}

/**
 * The only place where a push becomes money: one transaction that locks the request's row, so that
 * callback, confirmation and query of the same payment wait for each other (design 5).
 * @throws a unique violation when the same receipt is being counted elsewhere at this moment
 */
export function settle(
  db: Db,
  company_id: number,
  request_id: number,
  paid: Paid,
  now: Date,
): Promise<MoneyStep> {
  return db.transaction().execute(async (tx) => {
    const request = await lockPush(tx, company_id, request_id)
    return request ? settleLocked(tx, request, paid, now) : 'nothing'
  })
}

/** The same for whoever has the request's row locked already. */
export async function settleLocked(
  tx: Db,
  request: StkPushRow,
  paid: Paid,
  now: Date,
): Promise<MoneyStep> {
  const { company_id, id: request_id } = request
  const { receipt, description } = paid
  const payment = await findPaymentOfRequest(tx, company_id, request_id)
  const counted = receipt === null ? undefined : await findPaymentOfReceipt(tx, receipt)
  const own = counted?.company_id === company_id && counted.request_id === request_id
  if (counted && !own) {
    const ended = await handleReceiptUsedElsewhere(tx, request, payment, paid, counted, now)
    return ended ? 'link' : 'nothing'
  }
  const step = moneyStep(pushOf(request, payment), reportOf(paid, counted !== undefined))
  if (step === 'nothing') return step
  if (step === 'desk') {
    await giveToDesk(tx, request, paid, now)
    return step
  }
  // Locked before the receipt is taken, as whoever deals with such an item does.
  const waiting =
    receipt && step !== 'link' ? await lockItemsOfReceipt(tx, company_id, receipt) : []
  let money = payment?.id ?? null
  if (step === 'settle' || step === 'another') {
    money = await insertPushPayment(tx, request, paid, now)
  }
  if (step === 'fill_in' && payment && receipt) {
    await insertReceipt(tx, { receipt, company_id, payment_id: payment.id, paid_at: paid.paid_at })
  }
  await autoResolveItems(tx, waiting, money === null ? null : { company_id, id: money }, now)
  const ending = { outcome: 'completed', code: '0', description, at: now } as const
  const ended = await endPush(tx, request, ending)
  await scheduleReceiptQuery(tx, request, step === 'settle' && receipt === null, now)
  return step === 'link' && !ended ? 'nothing' : step
}

/** Money for a bundle and its code come together, or not at all. */
async function insertPushPayment(
  tx: Db,
  { company_id, id: request_id, account_user_id: user_id, purpose, amount }: StkPushRow,
  paid: Paid,
  now: Date,
): Promise<number> {
  const paid_at = paid.paid_at ?? now
  const payment = {
    company_id,
    user_id,
    purpose,
    kind: 'push',
    amount,
    paid_at,
    request_id,
  } as const
  const payment_id = await insertPayment(tx, payment, paid.receipt)
  if (purpose === 'wifi') {
    await issueVoucher(tx, { company_id, user_id, request_id, payment_id, paid_at })
  }
  return payment_id
}

type Payment = Awaited<ReturnType<typeof findPaymentOfRequest>>

const pushOf = (request: StkPushRow, payment: Payment) => ({
  requested: request.amount,
  payment: !payment
    ? ('none' as const)
    : payment.receipt
      ? ('with_receipt' as const)
      : ('without_receipt' as const),
  differing_amount_reported: request.differing_amount_reported,
  receipt_used_elsewhere: request.receipt_used_elsewhere,
  purpose: request.purpose,
})

const reportOf = ({ receipt, amount }: Paid, receipt_known: boolean) =>
  receipt === null ? { receipt } : { receipt, amount, receipt_known }

/**
 * Staff have credited this push's receipt by hand, before it was known whose it was. To its own
 * account: the push is done, unless it is counted too, without a receipt; then it is so twice. To
 * another account, or of a bundle, which no credit pays for: nothing of it is this push's, and no
 * query may count it.
 * @returns whether the push ended with it
 */
async function handleReceiptUsedElsewhere(
  tx: Db,
  request: StkPushRow,
  payment: Payment,
  { description }: Paid,
  counted: { company_id: number; user_id: number },
  now: Date,
): Promise<boolean> {
  const { company_id, id: request_id, account_user_id, wire_reference } = request
  if (payment && !payment.receipt) {
    await insertDeskItem(tx, {
      company_id,
      reason: 'counted_twice',
      amount: String(request.amount),
      reference: wire_reference,
      request_id,
      account_user_id,
      raw: 'null',
    })
    await scheduleReceiptQuery(tx, request, false, now)
    return false
  }
  if (payment) return false
  const same = counted.company_id === company_id && counted.user_id === account_user_id
  const own = same && request.purpose === 'rent'
  await updatePush(tx, company_id, request_id, { receipt_used_elsewhere: true })
  return endPush(tx, request, {
    outcome: own ? 'completed' : 'failed',
    code: own ? '0' : null,
    description: own ? description : creditedElsewhereMessage(same),
    at: now,
  })
}

/** Why a push whose money staff gave to some account has failed; its own only when it was for a bundle. */
export const creditedElsewhereMessage = (to_own_account: boolean): string =>
  to_own_account
    ? 'The office has credited it to your rent.'
    : 'The office has credited it to another account.'

/** A push that counts without a receipt is asked about until its receipt is known. */
async function scheduleReceiptQuery(tx: Db, request: StkPushRow, missing: boolean, now: Date) {
  if (!missing && request.receipt_query_at === null) return
  const wait = receiptQueryDelayMs(0)
  const receipt_query_at = missing && wait !== null ? new Date(now.getTime() + wait) : null
  await updatePush(tx, request.company_id, request.id, { receipt_query_at })
}

/** A person decides; the push is asked about no more, and its phone is free. */
async function giveToDesk(tx: Db, request: StkPushRow, paid: Paid, now: Date) {
  const { company_id, id: request_id, phone } = request
  const { receipt } = paid
  if (receipt === null) return
  const differs = paid.amount !== request.amount
  const waits = await upsertPushDeskItem(tx, {
    company_id,
    reason: differs ? 'differing_amount' : 'second_receipt',
    receipt,
    amount: paid.amount_text,
    reference: request.wire_reference,
    paid_at: paid.paid_at,
    request_id,
    account_user_id: request.account_user_id,
    raw: toDeskJson(paid.raw),
  })
  await releasePhone(tx, company_id, request_id, phone)
  await updatePush(tx, company_id, request_id, {
    next_query_at: null,
    ...(differs && { differing_amount_reported: true }),
  })
  if (!waits) {
    const description = 'The office has dealt with this payment.'
    await endPush(tx, request, { outcome: 'failed', code: null, description, at: now })
  }
}
