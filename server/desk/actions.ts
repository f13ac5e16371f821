import { actionsFor, type DeskAction, type DeskOutcome } from '#rules/desk.ts'
import { parseMpesaAmount } from '#rules/money.ts'
import type { AuthUser } from '../auth/access.ts'
import { findFullName } from '../auth/user-queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { ChangedMeanwhile, retryOnConflict } from '../db/retry.ts'
import { conflict, invalid, notFound } from '../errors.ts'
import {
  closeCountedTwice,
  isReceiptless,
  listPushesOfCountedReceipt,
  openIfCountedTwice,
} from '../payments/counted-twice.ts'
import {
  findAccountUser,
  findPaymentOfPush,
  findPaymentOfReceipt,
  findPaymentWithoutReceipt,
  insertPayment,
  insertReceipt,
  insertReversal,
  lockPaymentOfReceipt,
} from '../payments/ledger-queries.ts'
import { lockPush, type StkPushRow, updatePush } from '../payments/push-queries.ts'
import { notifyBalanceChanged, notifyPushChanged } from '../payments/push-state.ts'
import {
  applyOutcome,
  creditedElsewhereMessage,
  findCounted,
  handleReceiptUsedElsewhere,
  NO_PAYMENT_DETAILS,
  settleLocked,
} from '../payments/settle.ts'
import { logStaffAction } from '../staff-log.ts'
import { findKeysOfItem, type LockedItem, lockItem, updateItem } from './queries.ts'

interface Resolution {
  outcome: DeskOutcome
  /** Where the money counts now. */
  payment: { company_id: number; id: number; user_id: number; amount: number } | null
}

interface Action {
  name: DeskAction
  note?: string
  /** Pushes, besides the item's own, that the action changes too. Every transaction locks pushes before items. */
  listOtherPushes?: (
    tx: Db,
    item: { receipt: string | null },
  ) => Promise<{ company_id: number; id: number }[]>
  run: (tx: Db, item: LockedItem, own: OwnPush) => Promise<Resolution>
}

/** The item's push, locked, and its payment. */
interface OwnPush {
  push: StkPushRow | undefined
  payment: Awaited<ReturnType<typeof findPaymentOfPush>>
}

const alreadyCounted: Resolution = { outcome: 'by_itself', payment: null }

/** Credits the money to an account, which may be in another residence: all share one paybill. */
export function assign(
  context: Context,
  user: AuthUser,
  id: number,
  chosen: { account_number: string; amount?: number | undefined },
): Promise<Resolution> {
  const { account_number } = chosen
  return resolveItem(context, user, id, {
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
      // It pays for the item's push only as rent of the same account. A bundle is not given for it: the
      // amount differs from its price, or it was paid already.
      const paysPush = sameAccount && push.purpose === 'rent'
      const payment_id = await insertPayment(
        tx,
        {
          ...account,
          purpose: 'rent',
          kind: paysPush ? 'push' : 'paybill',
          amount,
          paid_at: item.paid_at ?? item.created_at,
          request_id: paysPush ? push.id : null,
          reason: 'Assigned at the desk',
          entered_by: account.company_id === user.company_id ? user.id : null,
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
      await openIfCountedTwice(tx, receipt)
      return { outcome: 'assigned', payment: { ...account, id: payment_id, amount } }
    },
  })
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
export function attach(
  context: Context,
  user: AuthUser,
  id: number,
  { payment_id }: { payment_id: number },
): Promise<Resolution> {
  const { company_id } = user
  return resolveItem(context, user, id, {
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
      // Only the push's own receipt may be in another notation; money by hand has to be exact.
      const { exact, creditable } = parseMpesaAmount(reported)
      if ((push ? creditable : exact) !== amount) {
        throw invalid('payment_id', 'The amounts differ. Please choose one of the same amount.')
      }
      await insertReceipt(tx, { receipt, company_id, payment_id, paid_at })
      if (request_id) {
        const now = context.now()
        await updatePush(tx, company_id, request_id, { receipt_query_at: null })
        await closeCountedTwice(tx, { push: { company_id, id: request_id } }, 'has_receipt', now)
      }
      await openIfCountedTwice(tx, receipt)
      return { outcome: 'attached', payment: { company_id, id: payment_id, user_id, amount } }
    },
  })
}

/** Staff have seen on M-Pesa's own statement that a silent push was paid; its receipt may still come. */
export function confirm(context: Context, user: AuthUser, id: number, note: string) {
  return resolveItem(context, user, id, {
    name: 'confirm',
    note,
    async run(tx, _, { push }) {
      if (!push) throw conflict('There’s no payment request to confirm.', 'no_push')
      const { company_id, account_user_id: user_id, amount } = push
      const description = 'Confirmed by the office'
      const step = await settleLocked(
        tx,
        push,
        { ...NO_PAYMENT_DETAILS, description },
        context.now(),
        await findCounted(tx, push, null),
      )
      const payment = await findPaymentOfPush(tx, company_id, push.id)
      if (step !== 'settle' || !payment) {
        throw conflict(
          'M-Pesa reported a different amount for this payment. Deal with that item first.',
          'not_confirmable',
        )
      }
      return { outcome: 'confirmed', payment: { company_id, id: payment.id, user_id, amount } }
    },
  })
}

/** Nothing is credited; a push that is still open fails. */
export function dismiss(context: Context, user: AuthUser, id: number, note: string) {
  return resolveItem(context, user, id, {
    name: 'dismiss',
    note,
    async run(tx, _, { push }) {
      if (push) {
        await applyOutcome(tx, push, {
          outcome: 'failed',
          code: null,
          description: 'The office has closed this payment.',
          at: context.now(),
        })
      }
      return { outcome: 'dismissed', payment: null }
    },
  })
}

/** What a push counts with, while M-Pesa has not named its receipt. */
export const receiptlessAmount = (payment: Awaited<ReturnType<typeof findPaymentOfPush>>) =>
  payment && isReceiptless(payment) ? payment.amount : null

/**
 * Enters the difference for a push that counts with another amount than arrived, or twice. A correction
 * belongs to the month in which it is made.
 */
export function correct(context: Context, user: AuthUser, id: number, note: string) {
  return resolveItem(context, user, id, {
    name: 'correct',
    note,
    async run(tx, { reason, receipt, paid_at, amount: reported }, { push, payment }) {
      if (!push || !payment || !isReceiptless(payment)) {
        throw conflict('There is nothing left to correct.', 'nothing_to_correct')
      }
      const { company_id, account_user_id: user_id, purpose } = push
      const now = context.now()
      if (reason !== 'differing_amount') {
        // Taken back as a whole: a receipt that M-Pesa reports later is then other money.
        const entry = { reason: note, entered_by: user.id }
        const { reversal_id } = await insertReversal(tx, { company_id, id: payment.id }, entry, now)
        await updatePush(tx, company_id, push.id, { receipt_query_at: null })
        await closeCountedTwice(tx, { push }, 'payment_taken_back', now)
        const reversal = { company_id, id: reversal_id, user_id, amount: -payment.amount }
        return { outcome: 'corrected', payment: reversal }
      }
      if (!receipt || (await findPaymentOfReceipt(tx, receipt))) return alreadyCounted
      await insertReceipt(tx, { receipt, company_id, payment_id: payment.id, paid_at })
      await updatePush(tx, company_id, push.id, { receipt_query_at: null })
      await closeCountedTwice(tx, { push }, 'has_receipt', now)
      const amount = (parseMpesaAmount(reported).creditable ?? 0) - payment.amount
      const entry = { company_id, user_id, purpose, amount, reason: note, entered_by: user.id }
      const correction_id = await insertPayment(
        tx,
        { ...entry, kind: 'correction', paid_at: now, request_id: null },
        null,
      )
      return { outcome: 'corrected', payment: { company_id, id: correction_id, user_id, amount } }
    },
  })
}

export const itemNotFound = () => notFound('This payment isn’t on the desk.', 'desk_item_not_found')

/** Runs an action in one transaction with the item and its push locked, and stores its resolution. */
async function resolveItem(
  context: Context,
  user: AuthUser,
  id: number,
  action: Action,
): Promise<Resolution> {
  const { company_id } = user
  const { resolution, request_id } = await retryOnConflict(() =>
    context.db.transaction().execute(async (tx) => {
      const found = await findKeysOfItem(tx, company_id, id)
      const others = (found && (await action.listOtherPushes?.(tx, found))) ?? []
      for (const other of others) await lockPush(tx, other.company_id, other.id)
      const push = found?.request_id ? await lockPush(tx, company_id, found.request_id) : undefined
      const item = found && (await lockItem(tx, company_id, id))
      if (!item) throw itemNotFound()
      // M-Pesa has just reported which push it belongs to, and that one is not locked.
      if (item.request_id !== found?.request_id) throw new ChangedMeanwhile()
      if (item.closed_at) throw await alreadyClosedError(tx, item, user)
      const payment = push && (await findPaymentOfPush(tx, company_id, push.id))
      const receiptless_amount = receiptlessAmount(payment)
      if (!actionsFor({ ...item, receiptless_amount }).includes(action.name)) {
        throw conflict(
          'This isn’t possible any more. Please look at the payment again.',
          'act_not_possible',
        )
      }
      const resolution = await action.run(tx, item, { push, payment })
      if (resolution === alreadyCounted && push && item.receipt) {
        // M-Pesa reported it for two pushes at the same moment, and this one still waits.
        const { receipt } = item
        const counted = await lockPaymentOfReceipt(tx, receipt)
        if (counted && !(counted.company_id === company_id && counted.request_id === push.id)) {
          const used = { ...counted, receipt }
          await handleReceiptUsedElsewhere(tx, push, payment, 'Paid', used, context.now())
        }
      }
      await storeResolution(tx, context.now(), user, item, action, resolution, push)
      return { resolution, request_id: item.request_id }
    }),
  )
  if (request_id) await notifyPushChanged(context, company_id, request_id)
  if (resolution.outcome === 'by_itself') {
    throw conflict(
      'This payment has already been counted. Nothing was credited.',
      'already_counted',
    )
  }
  if (resolution.payment) notifyBalanceChanged(context, resolution.payment)
  return resolution
}

async function storeResolution(
  tx: Db,
  now: Date,
  user: AuthUser,
  item: LockedItem,
  { name, note }: Action,
  { outcome, payment }: Resolution,
  push: StkPushRow | undefined,
) {
  const { id, reason, receipt, amount, reference } = item
  await updateItem(tx, user.company_id, id, {
    closed_at: now,
    outcome,
    closed_by: outcome === 'by_itself' ? null : user.id,
    note: note || null,
    payment_company_id: payment?.company_id ?? null,
    payment_id: payment?.id ?? null,
  })
  await logStaffAction(tx, user, {
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
    after: { outcome, note: note || null, payment },
  })
}

async function alreadyClosedError(
  tx: Db,
  { company_id, closed_by, note }: LockedItem,
  user: AuthUser,
) {
  if (closed_by === null) {
    return conflict(note ?? 'M-Pesa has settled this in the meantime.', 'already_closed')
  }
  const who =
    closed_by === user.id ? 'You have' : `${await findFullName(tx, company_id, closed_by)} has`
  return conflict(`${who} dealt with this already.`, 'already_closed')
}
