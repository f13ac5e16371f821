import { isAccountNumber, normaliseAccountNumber } from '#rules/account-number.ts'
import { silent_after_ms } from '#rules/payment.ts'
import { findFirstCompany } from '../company/queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import {
  findAccountOwner,
  findReceiptlessTwin,
  insertDeskItem,
  insertPayment,
  insertRawReport,
  isReceiptKnown,
} from './ledger-queries.ts'
import { findRequestByReference } from './queries.ts'
import { onceMoreIfOvertaken, takeReport } from './report.ts'
import type { PaybillPayment } from './wire.ts'

/** Whether a paybill payment may go through; the reply codes are Safaricom's (daraja 5). */
export async function validatePaybill(db: Db, payment: PaybillPayment | null) {
  if (!payment) return { ResultCode: 'C2B00016', ResultDesc: 'Rejected' }
  if (payment.amount === null || payment.amount < 1) {
    return { ResultCode: 'C2B00013', ResultDesc: 'Rejected' }
  }
  const reference = normaliseAccountNumber(payment.reference)
  const known =
    (await findRequestByReference(db, reference)) ??
    (isAccountNumber(reference) && (await findAccountOwner(db, reference)))
  return known
    ? { ResultCode: '0', ResultDesc: 'Accepted' }
    : { ResultCode: 'C2B00012', ResultDesc: 'Rejected' }
}

/** Takes in money that has arrived: by our own reference, else by account number, else to the desk. */
export async function confirmPaybill(
  context: Context,
  payment: PaybillPayment,
  raw: unknown,
): Promise<void> {
  const { db } = context
  const reference = normaliseAccountNumber(payment.reference)
  const request = await findRequestByReference(db, reference)
  const owner = request ? undefined : await findAccountOwner(db, reference)
  const company_id =
    request?.company_id ?? owner?.company_id ?? (await findFirstCompany(db))?.id ?? 0
  await insertRawReport(db, { company_id, kind: 'confirmation', raw: JSON.stringify(raw) })
  if (request) {
    await takeReport(context, request.company_id, request.id, {
      ...payment,
      via: 'confirmation',
      code: '0',
      description: 'Confirmed by paybill',
      raw,
    })
    return
  }
  const arrived = { company_id, owner, payment, raw }
  await onceMoreIfOvertaken(() =>
    db.transaction().execute((tx) => credit(tx, context.now(), arrived)),
  )
}

interface Arrived {
  company_id: number
  owner: { company_id: number; user_id: number } | undefined
  payment: PaybillPayment
  raw: unknown
}

/** A manual payment: credited to its account, unless a person had better look first. */
async function credit(tx: Db, now: Date, { company_id, owner, payment, raw }: Arrived) {
  if (await isReceiptKnown(tx, payment.receipt)) return
  const paid_at = payment.paid_at ?? now
  const since = new Date(paid_at.getTime() - silent_after_ms)
  const reason =
    payment.amount === null
      ? 'fraction'
      : !owner
        ? 'unmatched'
        : (await findReceiptlessTwin(tx, owner, payment.amount, since))
          ? 'possible_twin'
          : null
  if (reason !== null || !owner || payment.amount === null) {
    await insertDeskItem(tx, {
      company_id,
      reason: reason ?? 'unmatched',
      receipt: payment.receipt,
      amount: payment.amount_text,
      reference: payment.reference,
      account_user_id: owner?.user_id ?? null,
      raw: JSON.stringify(raw),
    })
    return
  }
  await insertPayment(
    tx,
    { ...owner, purpose: 'rent', kind: 'paybill', amount: payment.amount, paid_at },
    payment.receipt,
  )
}
