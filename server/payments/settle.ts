import { type MoneyStep, moneyStep, receiptDelay } from '#rules/payment.ts'
import type { Db } from '../db/connect.ts'
import { closeItemsOfReceipt, deskRaw, insertDeskItem } from './desk-queries.ts'
import { endPush } from './end-push.ts'
import {
  findPaymentOfRequest,
  findReceiptOwner,
  insertPayment,
  insertReceipt,
} from './ledger-queries.ts'
import { type LockedRequest, lockRequest, releasePhone, updateRequest } from './queries.ts'

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
    const request = await lockRequest(tx, company_id, request_id)
    return request ? settleLocked(tx, request, paid, now) : 'nothing'
  })
}

/** The same for whoever has the request's row locked already. */
export async function settleLocked(
  tx: Db,
  request: LockedRequest,
  paid: Paid,
  now: Date,
): Promise<MoneyStep> {
  const { company_id, id: request_id } = request
  const { receipt, description } = paid
  const payment = await findPaymentOfRequest(tx, company_id, request_id)
  const step = await stepFor(tx, request, payment, paid)
  if (step === 'nothing') return step
  if (step === 'desk') {
    await giveToDesk(tx, request, paid)
    return step
  }
  let counted = payment?.id ?? null
  if (step === 'settle' || step === 'another') {
    counted = await insertPayment(
      tx,
      {
        company_id,
        user_id: request.account_user_id,
        purpose: request.purpose,
        kind: 'push',
        amount: request.amount,
        paid_at: paid.paid_at ?? now,
        request_id,
      },
      receipt,
    )
  }
  if (step === 'fill_in' && payment && receipt) {
    await insertReceipt(tx, { receipt, company_id, payment_id: payment.id, paid_at: paid.paid_at })
  }
  if (receipt && step !== 'link') {
    const money = counted === null ? null : { company_id, id: counted }
    await closeItemsOfReceipt(tx, company_id, receipt, money, now)
  }
  await endPush(tx, request, { outcome: 'completed', code: '0', description, at: now })
  await askForReceipt(tx, request, step === 'settle' && receipt === null, now)
  return step
}

/** A push that counts without a receipt is asked about until its receipt is known. */
async function askForReceipt(tx: Db, request: LockedRequest, missing: boolean, now: Date) {
  if (!missing && request.receipt_query_at === null) return
  const wait = receiptDelay(0)
  const receipt_query_at = missing && wait !== null ? new Date(now.getTime() + wait) : null
  await updateRequest(tx, request.company_id, request.id, { receipt_query_at })
}

async function stepFor(
  tx: Db,
  request: LockedRequest,
  payment: { receipt: string | null } | undefined,
  { receipt, amount }: Paid,
): Promise<MoneyStep> {
  const push = {
    requested: request.amount,
    payment: !payment ? 'none' : payment.receipt ? 'with_receipt' : 'without_receipt',
    differing_amount_reported: request.differing_amount_reported,
    purpose: request.purpose,
  } as const
  if (receipt === null) return moneyStep(push, { receipt })
  const owner = await findReceiptOwner(tx, receipt)
  const own = owner?.company_id === request.company_id && owner.user_id === request.account_user_id
  // Credited to somebody else at the desk: that is no payment of this push.
  if (owner && !own) return 'nothing'
  return moneyStep(push, { receipt, amount, receipt_known: owner !== undefined })
}

async function giveToDesk(tx: Db, request: LockedRequest, paid: Paid) {
  const { company_id, id: request_id, phone } = request
  const differs = paid.amount !== request.amount
  await insertDeskItem(tx, {
    company_id,
    reason: differs ? 'differing_amount' : 'second_receipt',
    receipt: paid.receipt,
    amount: paid.amount_text,
    reference: request.wire_reference,
    paid_at: paid.paid_at,
    request_id,
    account_user_id: request.account_user_id,
    raw: deskRaw(paid.raw),
  })
  await releasePhone(tx, company_id, request_id, phone)
  await updateRequest(tx, company_id, request_id, {
    next_query_at: null,
    ...(differs && { differing_amount_reported: true }),
  })
}
