import { isAccountNumber, normaliseAccountNumber } from '#rules/account-number.ts'
import { DUPLICATE_WINDOW_MS, MAX_PUSH_AMOUNT, SILENT_AFTER_MS } from '#rules/payment.ts'
import { findFirstCompany } from '../company/queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { retryOnConflict } from '../db/retry.ts'
import { unavailable } from '../errors.ts'
import { insertDeskItem, toDeskJson } from './desk-queries.ts'
import {
  findAccountUser,
  findPossibleDuplicate,
  insertPayment,
  listKnownReceipts,
} from './ledger-queries.ts'
import { notifyBalanceChanged } from './notify.ts'
import { findPushByReference, findSpentBundlePush } from './queries.ts'
import { applyResult } from './report.ts'
import type { PaybillPayment } from './wire.ts'

/**
 * Whether a paybill payment may go through; the reply codes are Safaricom's (daraja 5). The price of a
 * bundle does not hold for ever, and it is paid once.
 */
export async function validatePaybill(db: Db, payment: PaybillPayment | null, now: Date) {
  if (!payment) return { ResultCode: 'C2B00016', ResultDesc: 'Rejected' }
  if (payment.amount === null || payment.amount < 1 || payment.amount > MAX_PUSH_AMOUNT) {
    return { ResultCode: 'C2B00013', ResultDesc: 'Rejected' }
  }
  const reference = normaliseAccountNumber(payment.reference)
  const request = await findPushByReference(db, reference)
  const known = request
    ? !(await findSpentBundlePush(db, request, new Date(now.getTime() - SILENT_AFTER_MS)))
    : isAccountNumber(reference) && (await findAccountUser(db, reference))
  return known
    ? { ResultCode: '0', ResultDesc: 'Accepted' }
    : { ResultCode: 'C2B00012', ResultDesc: 'Rejected' }
}

/** Takes in money that has arrived: by our own reference, else by account number, else to the desk. */
export async function applyPaybillPayment(
  context: Context,
  payment: PaybillPayment,
  raw: unknown,
  via: 'confirmation' | 'statement' = 'confirmation',
): Promise<void> {
  const { db } = context
  const reference = normaliseAccountNumber(payment.reference)
  const request = await findPushByReference(db, reference)
  if (request) {
    const report = { via, code: '0', description: 'Confirmed by paybill' } as const
    await applyResult(context, request.company_id, request.id, { ...payment, ...report, raw })
    return
  }
  const owner = await findAccountUser(db, reference)
  const company_id = owner?.company_id ?? (await findPaybillCompany(db))
  const arrived = { company_id, owner, payment, raw }
  await retryOnConflict(() => db.transaction().execute((tx) => credit(tx, context.now(), arrived)))
  if (owner) notifyBalanceChanged(context, owner)
}

/** Unmatched money belongs to the first company's staff (design 5, "Companies"). */
export async function findPaybillCompany(db: Db): Promise<number> {
  const company = await findFirstCompany(db)
  if (!company) throw unavailable('No residence has been set up here yet.', 'no_company', 60)
  return company.id
}

interface Arrived {
  company_id: number
  owner: { company_id: number; user_id: number } | undefined
  payment: PaybillPayment
  raw: unknown
}

/** A manual payment: credited to its account, unless a person had better look first. */
async function credit(tx: Db, now: Date, { company_id, owner, payment, raw }: Arrived) {
  // What a person has before them, or has dealt with, is theirs.
  const known = await listKnownReceipts(tx, [payment.receipt])
  if (known.has(payment.receipt)) return
  const paid_at = payment.paid_at ?? now
  const since = new Date(paid_at.getTime() - DUPLICATE_WINDOW_MS)
  const reason =
    payment.amount === null || payment.amount < 1
      ? 'fraction'
      : !owner
        ? 'unmatched'
        : (await findPossibleDuplicate(tx, owner, payment.amount, since))
          ? 'possible_twin'
          : null
  if (reason !== null || !owner || payment.amount === null) {
    await insertDeskItem(tx, {
      company_id,
      reason: reason ?? 'unmatched',
      receipt: payment.receipt,
      amount: payment.amount_text,
      reference: payment.reference,
      paid_at: payment.paid_at,
      account_user_id: owner?.user_id ?? null,
      raw: toDeskJson(raw),
    })
    return
  }
  await insertPayment(
    tx,
    { ...owner, purpose: 'rent', kind: 'paybill', amount: payment.amount, paid_at },
    payment.receipt,
  )
}
