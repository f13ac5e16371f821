import { parseMpesaAmount } from '#rules/money.ts'
import type { AuthUser } from '../auth/access.ts'
import type { Context } from '../context.ts'
import { conflict, invalid, notFound } from '../errors.ts'
import { endPush } from '../payments/end-push.ts'
import {
  findAccountUser,
  findPaymentOfReceipt,
  findPaymentOfRequest,
  findPaymentWithoutReceipt,
  insertPayment,
  insertReceipt,
} from '../payments/ledger-queries.ts'
import { updatePush } from '../payments/queries.ts'
import { creditedElsewhereMessage, settleLocked } from '../payments/settle.ts'
import { logStaffAction } from '../staff-log.ts'
import { close, type Resolution } from './close.ts'
import { type LockedItem, lockItem, updateItem } from './queries.ts'

const alreadyCounted: Resolution = { outcome: 'by_itself', payment: null }

/** Credits what has arrived to an account, which may be another residence's (one paybill serves all). */
export function assign(
  context: Context,
  user: AuthUser,
  id: number,
  given: { account_number: string; amount?: number | undefined; note?: string | undefined },
): Promise<Resolution> {
  const { account_number, note } = given
  return close(context, user, id, {
    name: 'assign',
    note,
    async work(tx, item, { push }) {
      const owner = await findAccountUser(tx, account_number)
      if (!owner) throw notFound(`There is no account ${account_number}.`, 'account_not_found')
      const { receipt } = item
      if (!receipt || (await findPaymentOfReceipt(tx, receipt))) return alreadyCounted
      const amount = amountToCredit(item, given.amount)
      // Of its own push it is that push's payment; anywhere else it is money sent to the paybill. A
      // bundle is not given for it: that would be another amount, or a second one.
      const same = push?.company_id === owner.company_id && push.account_user_id === owner.user_id
      const own = same && push.purpose === 'rent'
      const payment_id = await insertPayment(
        tx,
        {
          ...owner,
          purpose: 'rent',
          kind: own ? 'push' : 'paybill',
          amount,
          paid_at: item.paid_at ?? item.created_at,
          request_id: own ? push.id : null,
          reason: 'Assigned at the desk',
          entered_by: owner.company_id === user.company_id ? user.id : null,
        },
        receipt,
      )
      if (push) {
        await endPush(tx, push, {
          outcome: own ? 'completed' : 'failed',
          code: own ? '0' : null,
          description: own ? 'Paid with another amount' : creditedElsewhereMessage(same),
          at: context.now(),
        })
      }
      return { outcome: 'assigned', payment: { ...owner, id: payment_id, amount } }
    },
  })
}

/** The receipt belongs to a payment that is counted already: no new money. */
export function attach(
  context: Context,
  user: AuthUser,
  id: number,
  { payment_id, note }: { payment_id: number; note?: string | undefined },
): Promise<Resolution> {
  const { company_id } = user
  return close(context, user, id, {
    name: 'attach',
    note,
    async alsoLock(tx) {
      const payment = await findPaymentWithoutReceipt(tx, company_id, payment_id)
      return payment?.request_id ? { company_id, id: payment.request_id } : undefined
    },
    async work(tx, { receipt, paid_at, amount: arrived }, { push }) {
      if (!receipt || (await findPaymentOfReceipt(tx, receipt))) return alreadyCounted
      const payment = await findPaymentWithoutReceipt(tx, company_id, payment_id)
      if (!payment || (push && payment.request_id !== push.id)) {
        throw notFound('There is no such payment without a receipt.', 'payment_not_found')
      }
      const { user_id, request_id, amount } = payment
      if (parseMpesaAmount(arrived).creditable !== amount) {
        throw invalid('payment_id', 'The amounts differ. Please choose one of the same amount.')
      }
      await insertReceipt(tx, { receipt, company_id, payment_id, paid_at })
      if (request_id) await updatePush(tx, company_id, request_id, { receipt_query_at: null })
      return { outcome: 'attached', payment: { company_id, id: payment_id, user_id, amount } }
    },
  })
}

/** Staff have seen on M-Pesa's own statement that a silent push was paid; its receipt may still come. */
export function confirm(context: Context, user: AuthUser, id: number, note: string) {
  return close(context, user, id, {
    name: 'confirm',
    note,
    async work(tx, _, { push }) {
      if (!push) throw conflict('There is no push to confirm.', 'no_push')
      const { company_id, account_user_id: user_id, amount } = push
      const description = 'Confirmed by the office'
      const paid = { receipt: null, amount: null, amount_text: null, paid_at: null, raw: null }
      const step = await settleLocked(tx, push, { ...paid, description }, context.now())
      const payment = await findPaymentOfRequest(tx, company_id, push.id)
      if (step !== 'settle' || !payment) {
        throw conflict(
          'Another amount was reported for it. Look for that first.',
          'not_confirmable',
        )
      }
      return { outcome: 'confirmed', payment: { company_id, id: payment.id, user_id, amount } }
    },
  })
}

/** Nothing is credited; a push that is still open has failed. */
export function dismiss(context: Context, user: AuthUser, id: number, note: string) {
  return close(context, user, id, {
    name: 'dismiss',
    note,
    async work(tx, _, { push }) {
      if (push) {
        await endPush(tx, push, {
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

/**
 * An opposite entry for what is counted wrongly: with another amount than arrived, or twice (design 5,
 * "Ledger"). A correction counts in the month in which it is made.
 */
export function correct(context: Context, user: AuthUser, id: number, note: string) {
  return close(context, user, id, {
    name: 'correct',
    note,
    async work(tx, { reason, receipt, paid_at, amount: arrived }, { push, payment }) {
      if (!push || !payment || payment.receipt) {
        throw conflict('There is nothing left to correct.', 'nothing_to_correct')
      }
      const { company_id, account_user_id: user_id, purpose } = push
      if (reason === 'differing_amount') {
        if (!receipt || (await findPaymentOfReceipt(tx, receipt))) return alreadyCounted
        await insertReceipt(tx, { receipt, company_id, payment_id: payment.id, paid_at })
        await updatePush(tx, company_id, push.id, { receipt_query_at: null })
      }
      const right = reason === 'differing_amount' ? (parseMpesaAmount(arrived).creditable ?? 0) : 0
      const amount = right - payment.amount
      const entry = { company_id, user_id, purpose, amount, reason: note, entered_by: user.id }
      const correction_id = await insertPayment(
        tx,
        { ...entry, kind: 'correction', paid_at: context.now(), request_id: null },
        null,
      )
      return { outcome: 'corrected', payment: { company_id, id: correction_id, user_id, amount } }
    },
  })
}

/** Takes up again what was dismissed; what the dismissal ended stays ended until money comes. */
export function reopen({ db }: Context, user: AuthUser, id: number, note: string) {
  const { company_id } = user
  return db.transaction().execute(async (tx) => {
    const item = await lockItem(tx, company_id, id)
    if (!item) throw notFound('There is nothing like that on the desk.', 'desk_item_not_found')
    if (item.outcome !== 'dismissed') {
      throw conflict('Only what was dismissed can be taken up again.', 'not_dismissed')
    }
    await updateItem(tx, company_id, id, {
      ...{ closed_at: null, outcome: null, closed_by: null, note: null },
    })
    const { outcome, note: dismissed } = item
    await logStaffAction(tx, user, {
      act: 'desk.reopen',
      subject: 'desk_item',
      subject_id: id,
      before: { outcome, note: dismissed },
      after: { note },
    })
  })
}

/** All of it; where a fraction arrived, the whole shillings that staff say. */
function amountToCredit({ amount }: LockedItem, chosen: number | undefined): number {
  const { exact, creditable } = parseMpesaAmount(amount)
  if (exact !== null && exact > 0) return exact
  if (chosen === undefined) throw invalid('amount', 'Please enter whole shillings.')
  if (chosen > (creditable ?? 0)) {
    throw invalid('amount', `At most what arrived: Ksh ${amount}.`)
  }
  return chosen
}
