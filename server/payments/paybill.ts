import { isAccountNumber, normaliseAccountNumber } from '#rules/account-number.ts'
import type { DeskReason } from '#rules/desk.ts'
import {
  DUPLICATE_WINDOW_MS,
  MAX_PUSH_AMOUNT,
  type MoneyStep,
  SILENT_AFTER_MS,
} from '#rules/payment.ts'
import { findFirstCompany } from '../company/queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import type { UserKey } from '../db/keys.ts'
import { retryOnConflict } from '../db/retry.ts'
import { noCompany } from '../http/errors.ts'
import { countPushResult } from '../http/monitoring.ts'
import { notifyBalanceChanged } from '../ledger/balance.ts'
import {
  autoResolveItems,
  closeInOtherCompanies,
  isHeld,
  lockHeldItem,
  lockReceipt,
  toDeskJson,
  upsertDeskItem,
} from '../ledger/desk-items.ts'
import {
  findAccountUser,
  findPossibleDuplicate,
  insertPayment,
  listKnownReceipts,
} from '../ledger/queries.ts'
import type { PaybillPayment } from './daraja-messages.ts'
import { findPushKeyByReference, isClosedBundlePush } from './push-queries.ts'
import { notifyPushChanged } from './push-state.ts'
import { applyResult, settleWithin } from './settle.ts'

/** Whether the payment was made to the configured paybill; the statement names no number. */
const isForUs = ({ config }: Context, { shortcode }: PaybillPayment): boolean =>
  shortcode === null || shortcode === config.daraja.shortcode

/**
 * Whether a payment to the paybill may go through, in Safaricom's reply codes. A bundle can be paid only
 * once, and for a limited time after its push.
 */
export async function validatePaybill(context: Context, payment: PaybillPayment | null) {
  const { db } = context
  if (!payment || payment.isOther) return { ResultCode: 'C2B00016', ResultDesc: 'Rejected' }
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
  if (push && forUs && !payment.isOther) {
    const result = { via, code: '0', description: 'Confirmed by paybill' } as const
    await applyResult(context, push.company_id, push.id, { ...payment, ...result, raw })
    return
  }
  const account = push ? undefined : await findAccountUser(db, reference)
  const company_id = (push ?? account)?.company_id ?? (await findPaybillCompany(db))
  await retryOnConflict(() =>
    db
      .transaction()
      .execute((tx) => creditOrDesk(tx, context, { company_id, account, payment, raw, forUs })),
  )
  if (account) notifyBalanceChanged(context, account)
}

interface Arrived {
  /** The residence whose staff decide when the payment can't be credited. */
  company_id: number
  account: UserKey | undefined
  payment: PaybillPayment
  raw: unknown
  forUs: boolean
}

async function creditOrDesk(
  tx: Db,
  context: Context,
  { company_id, account, payment, raw, forUs }: Arrived,
) {
  const now = context.now()
  const { receipt } = payment
  // Sent together, executed in this order.
  const [, held] = await Promise.all([lockReceipt(tx, { receipt }), lockHeldItem(tx, receipt)])
  const wasDismissed = held?.company_id === company_id && held.closed_at !== null
  const arrived = { account, payment, forUs, wasDismissed }
  const { reason, payment_id } = await creditOrReason(tx, now, arrived)
  if (account && payment_id !== null && held?.closed_at === null) {
    const counting = { company_id: account.company_id, id: payment_id }
    await autoResolveItems(tx, [held], counting, now)
  }
  if (reason === null) return
  await upsertDeskItem(
    tx,
    {
      ...{ company_id, receipt, reason },
      amount: payment.amount_text,
      reference: payment.reference,
      paid_at: payment.paid_at,
      account_user_id: account?.user_id ?? null,
      raw: toDeskJson(raw),
    },
    isHeld,
  )
  if (held && held.company_id !== company_id) {
    await closeInOtherCompanies(tx, company_id, receipt, now)
  }
}

/** The pushes and accounts whose pages have to be told once the transaction is committed. */
export interface Applied {
  pushes: { company_id: number; id: number; step: MoneyStep }[]
  accounts: UserKey[]
}

/**
 * Applies payments as `applyPaybillPayment` does, all of them within one transaction and in the order of their pushes, so
 * that two of these lock pushes in the same order.
 */
export async function applyPaybillPayments(
  tx: Db,
  context: Context,
  payments: { payment: PaybillPayment; raw: unknown }[],
): Promise<Applied> {
  const applied: Applied = { pushes: [], accounts: [] }
  const company_id = await findPaybillCompany(tx)
  const withPush = []
  for (const one of payments) {
    const reference = normaliseAccountNumber(one.payment.reference)
    withPush.push({ ...one, reference, push: await findPushKeyByReference(tx, reference) })
  }
  withPush.sort(
    ({ push: one }, { push: other }) =>
      (one?.company_id ?? 0) - (other?.company_id ?? 0) || (one?.id ?? 0) - (other?.id ?? 0),
  )
  for (const { payment, raw, reference, push } of withPush) {
    const forUs = isForUs(context, payment)
    if (push && forUs && !payment.isOther) {
      const result = { ...payment, description: 'Confirmed by paybill', raw }
      applied.pushes.push({ ...push, step: await settleWithin(tx, push, result, context.now()) })
      continue
    }
    const account = push ? undefined : await findAccountUser(tx, reference)
    const arrived = { account, payment, raw, forUs }
    const decides = (push ?? account)?.company_id ?? company_id
    await creditOrDesk(tx, context, { company_id: decides, ...arrived })
    if (account) applied.accounts.push(account)
  }
  return applied
}

/** Open pages show what was applied. */
export async function notifyApplied(context: Context, { pushes, accounts }: Applied) {
  for (const { company_id, id, step } of pushes) {
    countPushResult('statement', step)
    if (step !== 'nothing') await notifyPushChanged(context, company_id, id)
  }
  for (const account of accounts) notifyBalanceChanged(context, account)
}

/** Staff of the first company decide about money that matches no account. */
export async function findPaybillCompany(db: Db): Promise<number> {
  const company = await findFirstCompany(db)
  if (!company) throw noCompany()
  return company.id
}

/**
 * Credits the account, unless the receipt is known already: counted, or an item of the desk.
 * @returns its payment, or why staff have to decide about it instead
 */
async function creditOrReason(
  tx: Db,
  now: Date,
  {
    account,
    payment: arrived,
    forUs,
    wasDismissed,
  }: Omit<Arrived, 'company_id' | 'raw'> & {
    wasDismissed: boolean
  },
) {
  const { receipt, amount, isOther, ...reported } = arrived
  const known = await listKnownReceipts(tx, [receipt])
  const because = (reason: DeskReason | null) => ({ reason, payment_id: null })
  if (known.has(receipt)) return because(null)
  if (isOther) return because('other_kind')
  if (!forUs) return because('other_paybill')
  if (amount === null || amount < 1) return because('fraction')
  if (!account) return because('unmatched')
  const paid_at = reported.paid_at ?? now
  const since = new Date(paid_at.getTime() - DUPLICATE_WINDOW_MS)
  if (await findPossibleDuplicate(tx, account, amount, since)) {
    return because('possible_twin')
  }
  // Staff have decided to credit nothing, so they decide again.
  if (wasDismissed) return because('dismissed_before')
  const payment = { ...account, purpose: 'rent', kind: 'paybill', amount, paid_at } as const
  return { reason: null, payment_id: await insertPayment(tx, payment, receipt) }
}
