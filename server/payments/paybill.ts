import { isAccountNumber, normaliseAccountNumber } from '#rules/account-number.ts'
import { DUPLICATE_WINDOW_MS, MAX_PUSH_AMOUNT, SILENT_AFTER_MS } from '#rules/payment.ts'
import { findFirstCompany } from '../company/queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { retryOnConflict } from '../db/retry.ts'
import { noCompany } from '../errors.ts'
import type { PaybillPayment } from './daraja-messages.ts'
import { insertDeskItem, toDeskJson } from './desk-queries.ts'
import {
  findAccountUser,
  findPossibleDuplicate,
  insertPayment,
  listKnownReceipts,
} from './ledger-queries.ts'
import { findPushKeyByReference, isClosedBundlePush } from './push-queries.ts'
import { notifyBalanceChanged } from './push-state.ts'
import { applyResult } from './settle.ts'

/** Whether the payment was made to the configured paybill; the statement names no number. */
const isForUs = ({ config }: Context, { shortcode }: PaybillPayment): boolean =>
  shortcode === null || shortcode === config.daraja.shortcode

/**
 * Whether a payment to the paybill may go through, in Safaricom's reply codes. A bundle can be paid only
 * once, and for a limited time after its push.
 */
export async function validatePaybill(context: Context, payment: PaybillPayment | null) {
  const { db } = context
  if (!payment) return { ResultCode: 'C2B00016', ResultDesc: 'Rejected' }
  if (!isForUs(context, payment)) return { ResultCode: 'C2B00015', ResultDesc: 'Rejected' }
  if (payment.amount === null || payment.amount < 1 || payment.amount > MAX_PUSH_AMOUNT) {
    return { ResultCode: 'C2B00013', ResultDesc: 'Rejected' }
  }
  const reference = normaliseAccountNumber(payment.reference)
  const push = await findPushKeyByReference(db, reference)
  const known = push
    ? !(await isClosedBundlePush(db, push, new Date(context.now().getTime() - SILENT_AFTER_MS)))
    : isAccountNumber(reference) && (await findAccountUser(db, reference))
  return known
    ? { ResultCode: '0', ResultDesc: 'Accepted' }
    : { ResultCode: 'C2B00012', ResultDesc: 'Rejected' }
}

/** Applies a payment to the paybill to its push, else credits its account, else moves it to the desk. */
export async function applyPaybillPayment(
  context: Context,
  payment: PaybillPayment,
  raw: unknown,
  via: 'confirmation' | 'statement' = 'confirmation',
): Promise<void> {
  const { db } = context
  const reference = normaliseAccountNumber(payment.reference)
  const push = await findPushKeyByReference(db, reference)
  const forUs = isForUs(context, payment)
  if (push && forUs) {
    const result = { via, code: '0', description: 'Confirmed by paybill' } as const
    await applyResult(context, push.company_id, push.id, { ...payment, ...result, raw })
    return
  }
  const account = push ? undefined : await findAccountUser(db, reference)
  const company_id = (push ?? account)?.company_id ?? (await findPaybillCompany(db))
  await retryOnConflict(() =>
    db.transaction().execute(async (tx) => {
      const now = context.now()
      const reason = await creditOrReason(tx, now, account, payment, forUs)
      if (reason === null) return
      await insertDeskItem(tx, {
        company_id,
        reason,
        receipt: payment.receipt,
        amount: payment.amount_text,
        reference: payment.reference,
        paid_at: payment.paid_at,
        account_user_id: account?.user_id ?? null,
        raw: toDeskJson(raw),
      })
    }),
  )
  if (account) notifyBalanceChanged(context, account)
}

/** Staff of the first company decide about money that matches no account. */
export async function findPaybillCompany(db: Db): Promise<number> {
  const company = await findFirstCompany(db)
  if (!company) throw noCompany()
  return company.id
}

/**
 * Credits the account, unless the receipt is known already: counted, or an item of the desk.
 * @returns why staff have to decide about it instead, else null
 */
async function creditOrReason(
  tx: Db,
  now: Date,
  account: { company_id: number; user_id: number } | undefined,
  { receipt, amount, ...reported }: PaybillPayment,
  forUs: boolean,
) {
  const known = await listKnownReceipts(tx, [receipt])
  if (known.has(receipt)) return null
  if (!forUs) return 'other_paybill'
  if (amount === null || amount < 1) return 'fraction'
  if (!account) return 'unmatched'
  const paid_at = reported.paid_at ?? now
  const since = new Date(paid_at.getTime() - DUPLICATE_WINDOW_MS)
  if (await findPossibleDuplicate(tx, account, amount, since)) return 'possible_twin'
  const payment = { ...account, purpose: 'rent', kind: 'paybill', amount, paid_at } as const
  await insertPayment(tx, payment, receipt)
  return null
}
