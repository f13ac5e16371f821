import type { DeskAct } from '#contract/desk.ts'
import { dayOf } from '#rules/calendar.ts'
import { type DeskAction, type DeskOutcome, splitProblem } from '#rules/desk.ts'
import { parseMpesaAmount } from '#rules/money.ts'
import { lockUser } from '../auth/user-queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import type { Key, UserKey } from '../db/keys.ts'
import { findDepositState } from '../deposits/queries.ts'
import { conflict, invalid, notFound } from '../http/errors.ts'
import {
  findAccountUser,
  findPaymentOfPush,
  findPaymentOfReceipt,
  findPaymentWithoutReceipt,
  insertPayment,
  insertReceipt,
  insertReversal,
  lockPaymentOfReceipt,
  wasDeposit,
} from '../ledger/queries.ts'
import { findCounted } from '../payments/counted.ts'
import {
  isReceiptless,
  listPushesOfCountedReceipt,
  reviewCountedTwice,
} from '../payments/counted-twice.ts'
import { type StkPushRow, updatePush } from '../payments/push-queries.ts'
import {
  applyOutcome,
  creditedElsewhereMessage,
  NO_PAYMENT_DETAILS,
  settleLocked,
} from '../payments/settle.ts'
import type { Actor } from '../staff-log.ts'
import { changeEndOfCode } from '../wifi/issue-voucher.ts'
import type { PaymentChange } from './effect.ts'
import { type LockedItem, listParts } from './queries.ts'

/** An act that staff choose for an open item. */
export type ChosenAct = Exclude<DeskAct, { act: 'reopen' | 'reverse' }>

export interface Resolution {
  outcome: DeskOutcome
  /** The payments as which the money counts now; for a split, each part. */
  payments: PaymentChange[]
}

/** How an item is dealt with; `resolve.ts` runs it with the item and its push locked. */
export interface Action {
  name: DeskAction
  /** Pushes other than the item's own that the action also changes. Every transaction locks pushes before items. */
  listOtherPushes?: (
    tx: Db,
    item: { receipt: string | null; counted_receipt: string | null },
  ) => Promise<Key[]>
  run: (tx: Db, item: LockedItem, own: OwnPush) => Promise<Resolution>
}

/** The item's push, locked, and its payment. */
interface OwnPush {
  push: StkPushRow | undefined
  payment: Awaited<ReturnType<typeof findPaymentOfPush>>
}

export const alreadyCounted: Resolution = { outcome: 'by_itself', payments: [] }

export const notPossible = () =>
  conflict('This is no longer possible. Please look at the payment again.', 'act_not_possible')

/** @param note the reason; null for an act that needs none */
export function actionOf(
  context: Context,
  staff: Actor,
  chosen: ChosenAct,
  note: string | null,
): Action {
  switch (chosen.act) {
    case 'assign':
      return assign(context, staff, chosen)
    case 'split':
      return split(context, staff, chosen)
    case 'attach':
      return attach(context, staff, chosen)
    case 'correct':
      return correct(context, staff, note ?? '')
    case 'confirm':
      return confirm(context)
    case 'dismiss':
      return dismiss(context)
  }
}

/** Credits the money to an account, which may be in another residence: all share one paybill. */
function assign(
  context: Context,
  staff: Actor,
  chosen: { account_number: string; amount?: number | undefined },
): Action {
  const { account_number } = chosen
  return {
    name: 'assign',
    listOtherPushes: async (tx, { receipt }) =>
      receipt ? listPushesOfCountedReceipt(tx, receipt) : [],
    async run(tx, item, { push }) {
      const account = await findAccountUser(tx, account_number)
      if (!account) throw notFound(`There is no account ${account_number}.`, 'account_not_found')
      const { receipt } = item
      if (!receipt || (await findPaymentOfReceipt(tx, receipt))) return alreadyCounted
      const amount = amountToCredit(item, chosen.amount)
      const sameAccount =
        push?.company_id === account.company_id && push.account_user_id === account.user_id
      // The money pays for the item's push only on the same account and for the same purpose. No bundle is issued for it: the
      // amount differs from the price, or the bundle was paid already.
      const purpose = await purposeFor(tx, context, item, push, account, amount)
      const paysPush = sameAccount && push.purpose === purpose
      const payment_id = await insertPayment(
        tx,
        {
          ...{ ...account, purpose },
          kind: paysPush ? 'push' : 'paybill',
          amount,
          paid_at: item.paid_at ?? item.created_at,
          request_id: paysPush ? push.id : null,
          reason: 'Assigned at the desk',
          entered_by: account.company_id === staff.company_id ? staff.id : null,
        },
        receipt,
      )
      if (push) {
        await applyOutcome(tx, push, {
          outcome: paysPush ? 'completed' : 'failed',
          code: paysPush ? '0' : null,
          description: paysPush
            ? 'Paid with another amount'
            : creditedElsewhereMessage(sameAccount),
          at: context.now(),
        })
      }
      await reviewCountedTwice(tx, { receipt }, context.now())
      const payment = { ...account, id: payment_id, purpose, amount, receipt: 'new' as const }
      return { outcome: 'assigned', payments: [payment] }
    },
  }
}

/** Credits the money in parts to accounts of the residence: each part is a payment with a receipt of its own. */
function split(
  context: Context,
  staff: Actor,
  { parts }: { parts: { account_number: string; amount: number }[] },
): Action {
  const { company_id } = staff
  return {
    name: 'split',
    listOtherPushes: async (tx, { receipt }) =>
      receipt ? listPushesOfCountedReceipt(tx, receipt) : [],
    async run(tx, item, { push }) {
      const { receipt, amount, paid_at: paid, created_at } = item
      const whole = parseMpesaAmount(amount).exact
      if (push || whole === null) throw notPossible()
      const problem = splitProblem(whole, parts)
      if (problem) throw invalid('parts', problem)
      if (!receipt || (await findPaymentOfReceipt(tx, receipt))) return alreadyCounted
      const paid_at = paid ?? created_at
      const payments: Resolution['payments'] = []
      for (const [index, { account_number, amount }] of parts.entries()) {
        const account = await findAccountUser(tx, account_number)
        if (account?.company_id !== company_id) {
          throw notFound(
            `There is no account ${account_number} in this residence.`,
            'account_not_found',
          )
        }
        const entry = { reason: 'Shared at the desk', entered_by: staff.id, request_id: null }
        const purpose = await purposeFor(tx, context, item, push, account, amount)
        const id = await insertPayment(
          tx,
          { ...account, ...entry, purpose, kind: 'paybill', amount, paid_at },
          null,
        )
        const part = { part: index + 1, parts: parts.length, whole }
        await insertReceipt(tx, { receipt, company_id, payment_id: id, paid_at, ...part })
        payments.push({ ...account, id, purpose, amount, receipt: 'new' })
      }
      await reviewCountedTwice(tx, { receipt }, context.now())
      return { outcome: 'split', payments }
    },
  }
}

/**
 * A deposit counts as the account's deposit if that much of it is still to be paid; all other money counts as rent. The lock makes
 * the second of two concurrent credits see the first.
 */
async function purposeFor(
  tx: Db,
  { now }: Context,
  { receipt }: LockedItem,
  push: StkPushRow | undefined,
  { company_id, user_id }: UserKey,
  amount: number,
): Promise<'rent' | 'deposit'> {
  const isDeposit =
    push?.purpose === 'deposit' || (receipt !== null && (await wasDeposit(tx, receipt)))
  if (!isDeposit) return 'rent'
  await lockUser(tx, company_id, user_id)
  const { to_pay } = await findDepositState(tx, { company_id, id: user_id }, dayOf(now()))
  return amount <= to_pay ? 'deposit' : 'rent'
}

/** The whole amount or, if it has a fraction, the whole shillings that staff choose. */
function amountToCredit({ amount }: LockedItem, chosen: number | undefined): number {
  const { exact, creditable } = parseMpesaAmount(amount)
  if (exact !== null && exact > 0) return exact
  if (chosen === undefined) throw invalid('amount', 'Please enter whole shillings.')
  if (chosen > (creditable ?? 0)) {
    throw invalid('amount', `You can credit at most the Ksh ${amount} received.`)
  }
  return chosen
}

/** The receipt belongs to a payment that counts already: nothing is credited. */
function attach(
  context: Context,
  { company_id }: Actor,
  { payment_id }: { payment_id: number },
): Action {
  return {
    name: 'attach',
    async listOtherPushes(tx, { receipt }) {
      const payment = await findPaymentWithoutReceipt(tx, company_id, payment_id)
      return [
        ...(payment?.request_id ? [{ company_id, id: payment.request_id }] : []),
        ...(receipt ? await listPushesOfCountedReceipt(tx, receipt) : []),
      ]
    },
    async run(tx, { receipt, paid_at, amount: reported }, { push }) {
      if (!receipt || (await findPaymentOfReceipt(tx, receipt))) return alreadyCounted
      const payment = await findPaymentWithoutReceipt(tx, company_id, payment_id)
      if (!payment || (push && payment.request_id !== push.id)) {
        throw notFound('There is no such payment without a receipt.', 'payment_not_found')
      }
      const { user_id, request_id, amount } = payment
      // Only the push's own receipt may have its amount in another notation; manual entries must match exactly.
      const { exact, creditable } = parseMpesaAmount(reported)
      if ((push ? creditable : exact) !== amount) {
        throw invalid('payment_id', 'The amounts differ. Please choose one of the same amount.')
      }
      await insertReceipt(tx, { receipt, company_id, payment_id, paid_at })
      if (request_id) {
        await updatePush(tx, company_id, request_id, { receipt_query_at: null })
        await reviewCountedTwice(tx, { push: { company_id, id: request_id } }, context.now())
      }
      await reviewCountedTwice(tx, { receipt }, context.now())
      const attached = { company_id, id: payment_id, user_id, amount, receipt: 'code' as const }
      return { outcome: 'attached', payments: [attached] }
    },
  }
}

/**
 * Staff confirm that a push was paid according to M-Pesa's own statement: a silent push, whose receipt may still come, or one for
 * wifi that only an uploaded file names so far.
 */
function confirm(context: Context): Action {
  return {
    name: 'confirm',
    async run(tx, { reason, receipt, amount: amount_text, paid_at }, { push }) {
      if (!push) throw conflict('There’s no payment request to confirm.', 'no_push')
      const { company_id, account_user_id: user_id, amount } = push
      const details =
        reason === 'only_in_upload'
          ? {
              receipt,
              amount: parseMpesaAmount(amount_text).exact,
              amount_text,
              paid_at,
              raw: null,
            }
          : NO_PAYMENT_DETAILS
      const counted = await findCounted(tx, push, details.receipt)
      if (counted.counted) return alreadyCounted
      const paid = { ...details, description: 'Confirmed by the office' }
      const step = await settleLocked(tx, push, paid, context.now(), counted)
      const payment = await findPaymentOfPush(tx, company_id, push.id)
      if (step !== 'settle' || !payment) {
        throw conflict(
          'M-Pesa reported a different amount for this payment. Deal with that item first.',
          'not_confirmable',
        )
      }
      const confirmed = { company_id, id: payment.id, user_id, amount, receipt: 'new' as const }
      return { outcome: 'confirmed', payments: [confirmed] }
    },
  }
}

/** Credits nothing. A push that is still open fails, unless an uploaded file says that it was paid. */
function dismiss(context: Context): Action {
  return {
    name: 'dismiss',
    async run(tx, { reason }, { push }) {
      if (push && reason !== 'only_in_upload') {
        await applyOutcome(tx, push, {
          outcome: 'failed',
          code: null,
          description: 'The office has closed this payment.',
          at: context.now(),
        })
      }
      return { outcome: 'dismissed', payments: [] }
    },
  }
}

/**
 * Enters the difference for a push that counts twice, or with another amount than arrived. A correction
 * belongs to the month in which it is made.
 */
function correct(context: Context, staff: Actor, note: string): Action {
  return {
    name: 'correct',
    async listOtherPushes(tx, { counted_receipt }) {
      const payment = counted_receipt ? await findPaymentOfReceipt(tx, counted_receipt) : undefined
      const { company_id = 0, request_id: id = null } = payment ?? {}
      return id === null ? [] : [{ company_id, id }]
    },
    async run(tx, item, { push, payment }) {
      const { reason, receipt, paid_at, amount: reported } = item
      if (reason === 'taken_back_by_mpesa') return takeBackAsMpesa(tx, context, staff, item, note)
      if (!push || !payment || !isReceiptless(payment)) {
        throw conflict('There is nothing left to correct.', 'nothing_to_correct')
      }
      const { company_id, account_user_id: user_id, purpose } = push
      const now = context.now()
      if (reason !== 'differing_amount') {
        // Taken back as a whole, so that a receipt that M-Pesa reports later counts as other money.
        const entry = { reason: note, entered_by: staff.id }
        const { reversal_id } = await insertReversal(tx, { company_id, id: payment.id }, entry, now)
        await updatePush(tx, company_id, push.id, { receipt_query_at: null })
        await reviewCountedTwice(tx, { push }, now)
        const { id: receipt_of, amount } = payment
        const change = { company_id, id: reversal_id, user_id, amount: -amount, receipt_of }
        return { outcome: 'corrected', payments: [{ ...change, receipt: 'void' }] }
      }
      if (!receipt || (await findPaymentOfReceipt(tx, receipt))) return alreadyCounted
      await insertReceipt(tx, { receipt, company_id, payment_id: payment.id, paid_at })
      await updatePush(tx, company_id, push.id, { receipt_query_at: null })
      await reviewCountedTwice(tx, { push }, now)
      const amount = (parseMpesaAmount(reported).creditable ?? 0) - payment.amount
      const entry = { company_id, user_id, purpose, amount, reason: note, entered_by: staff.id }
      const correction_id = await insertPayment(
        tx,
        { ...entry, kind: 'correction', paid_at: now, request_id: null },
        null,
      )
      const change = { company_id, id: correction_id, user_id, amount, receipt: null }
      return { outcome: 'corrected', payments: [change] }
    },
  }
}

/**
 * Takes back a payment that M-Pesa took back, with all parts if it was shared. On an account of another residence, the entry
 * doesn't name staff of this one.
 */
async function takeBackAsMpesa(
  tx: Db,
  context: Context,
  staff: Actor,
  { counted_receipt }: LockedItem,
  note: string,
): Promise<Resolution> {
  const payment = counted_receipt ? await lockPaymentOfReceipt(tx, counted_receipt) : undefined
  if (!payment) throw conflict('This payment has already been taken back.', 'already_reversed')
  const { company_id } = payment
  const entry = { reason: note, entered_by: company_id === staff.company_id ? staff.id : null }
  const credits = payment.parts > 1 ? await listParts(tx, company_id, [payment.id]) : [payment]
  const payments: Resolution['payments'] = []
  for (const { id } of credits) {
    const taken = await insertReversal(tx, { company_id, id }, entry, context.now())
    const { amount, purpose, reversal_id, user_id } = taken
    if (purpose === 'wifi') await changeEndOfCode(tx, { company_id, payment_id: id }, context.now())
    const change = { company_id, id: reversal_id, user_id, amount: -amount, receipt_of: id }
    payments.push({ ...change, receipt: 'void' })
  }
  if (counted_receipt) await reviewCountedTwice(tx, { receipt: counted_receipt }, context.now())
  return { outcome: 'corrected', payments }
}
