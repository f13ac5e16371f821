import { actsFor, type DeskAct, type DeskOutcome } from '#rules/desk.ts'
import { wholeShillings } from '#rules/money.ts'
import type { Member } from '../auth/access.ts'
import { findFullName } from '../auth/queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { retryOnUniqueViolation } from '../db/retry.ts'
import { conflict, invalid, notFound } from '../errors.ts'
import { endPush } from '../payments/end-push.ts'
import {
  findAccountOwner,
  findReceiptless,
  insertPayment,
  insertReceipt,
  isReceiptKnown,
} from '../payments/ledger-queries.ts'
import { notifyOwner, notifyStarter } from '../payments/notify.ts'
import { type LockedRequest, lockRequest, updateRequest } from '../payments/queries.ts'
import { settleLocked } from '../payments/settle.ts'
import { logAct } from '../staff-log.ts'
import { findDeskItem, type LockedItem, lockDeskItem, updateDeskItem } from './queries.ts'

interface Closing {
  outcome: DeskOutcome
  /** Where the money is counted now. */
  payment: { company_id: number; id: number; user_id: number; amount: number } | null
}

type Work = (tx: Db, item: LockedItem, push: LockedRequest | undefined) => Promise<Closing>

/** Credits what has arrived to an account, which may be another residence's (one paybill serves all). */
export function assign(
  context: Context,
  member: Member,
  id: number,
  {
    account_number,
    amount: chosen,
    note,
  }: { account_number: string; amount?: number | undefined; note?: string | undefined },
): Promise<Closing> {
  return close(context, member, id, 'assign', note, async (tx, item, push) => {
    const owner = await findAccountOwner(tx, account_number)
    if (!owner) throw notFound(`There is no account ${account_number}.`, 'account_not_found')
    const { receipt } = item
    if (!receipt || (await isReceiptKnown(tx, receipt))) return alreadyCounted
    const amount = amountToCredit(item, chosen)
    // Of its own push it is that push's payment; anywhere else it is money sent to the paybill.
    const own = push?.company_id === owner.company_id && push.account_user_id === owner.user_id
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
        entered_by: owner.company_id === member.company_id ? member.id : null,
      },
      receipt,
    )
    if (push && item.reason === 'differing_amount') {
      await endPush(tx, push, {
        outcome: own ? 'completed' : 'failed',
        code: own ? '0' : null,
        description: own ? 'Paid with another amount' : 'Credited to another account by the office',
        at: context.now(),
      })
    }
    return { outcome: 'assigned', payment: { ...owner, id: payment_id, amount } }
  })
}

/** The receipt belongs to a payment that is counted already: no new money. */
export function attach(
  context: Context,
  member: Member,
  id: number,
  { payment_id, note }: { payment_id: number; note?: string | undefined },
): Promise<Closing> {
  return close(context, member, id, 'attach', note, async (tx, item) => {
    const { receipt, paid_at } = item
    if (!receipt || (await isReceiptKnown(tx, receipt))) return alreadyCounted
    const payment = await findReceiptless(tx, member.company_id, payment_id)
    if (!payment) throw notFound('There is no such payment without a receipt.', 'payment_not_found')
    if (String(payment.amount) !== String(wholeShillings(item.amount))) {
      throw invalid('payment_id', 'The amounts differ. Please choose a payment of the same amount.')
    }
    const { company_id, user_id, request_id, amount } = payment
    await insertReceipt(tx, { receipt, company_id, payment_id, paid_at })
    if (request_id) await updateRequest(tx, company_id, request_id, { receipt_query_at: null })
    return { outcome: 'attached', payment: { company_id, id: payment_id, user_id, amount } }
  })
}

/** Staff have seen on M-Pesa's own statement that a silent push was paid; its receipt may still come. */
export function confirm(context: Context, member: Member, id: number, note: string) {
  return close(context, member, id, 'confirm', note, async (tx, _, push) => {
    if (!push) throw conflict('There is no push to confirm.', 'no_push')
    const paid = { receipt: null, amount: null, paid_at: null, raw: null }
    const description = 'Confirmed by the office'
    const step = await settleLocked(tx, push, { ...paid, description }, context.now())
    if (step !== 'settle') {
      throw conflict('Another amount was reported for it. Look for that first.', 'not_confirmable')
    }
    return { outcome: 'confirmed', payment: null }
  })
}

/** Nothing is credited; a push that is still open has failed. */
export function dismiss(context: Context, member: Member, id: number, note: string) {
  return close(context, member, id, 'dismiss', note, async (tx, _, push) => {
    if (push) {
      await endPush(tx, push, {
        outcome: 'failed',
        code: null,
        description: 'The office has closed this payment.',
        at: context.now(),
      })
    }
    return { outcome: 'dismissed', payment: null }
  })
}

const alreadyCounted: Closing = { outcome: 'by_itself', payment: null }

function amountToCredit(item: LockedItem, chosen: number | undefined): number {
  const arrived = wholeShillings(item.amount)
  if (item.reason !== 'fraction') {
    if (arrived === null) throw conflict('No amount is known for it.', 'no_amount')
    return arrived
  }
  if (chosen === undefined) throw invalid('amount', 'Please enter whole shillings.')
  if (chosen > Number(item.amount)) {
    throw invalid('amount', `At most what arrived: Ksh ${item.amount}.`)
  }
  return chosen
}

/** One transaction: lock, look whether nobody was faster, do it, close the item, write it down. */
async function close(
  context: Context,
  member: Member,
  id: number,
  act: DeskAct,
  note: string | undefined,
  work: Work,
): Promise<Closing> {
  const { company_id } = member
  const { closing, request_id } = await retryOnUniqueViolation(() =>
    context.db.transaction().execute(async (tx) => {
      const found = await findDeskItem(tx, company_id, id)
      const push = found?.request_id
        ? await lockRequest(tx, company_id, found.request_id)
        : undefined
      const item = found && (await lockDeskItem(tx, company_id, id))
      if (!item) throw notFound('There is nothing like that on the desk.', 'desk_item_not_found')
      if (item.closed_at) throw await tooLate(tx, item)
      if (!actsFor(item.reason).includes(act)) {
        throw conflict('This cannot be done with it.', 'act_not_possible')
      }
      const closing = await work(tx, item, push)
      const { outcome, payment } = closing
      await updateDeskItem(tx, company_id, id, {
        closed_at: context.now(),
        outcome,
        closed_by: outcome === 'by_itself' ? null : member.id,
        note: note || null,
        payment_company_id: payment?.company_id ?? null,
        payment_id: payment?.id ?? null,
      })
      const { reason, receipt, amount, reference } = item
      await logAct(tx, member, {
        act: `desk.${act}`,
        subject: 'desk_item',
        subject_id: id,
        before: { reason, receipt, amount, reference, push: push && statusOf(push) },
        after: { outcome, note: note || null, payment },
      })
      return { closing, request_id: item.request_id }
    }),
  )
  if (closing.outcome === 'by_itself') {
    throw conflict('This money is counted already. Nothing was credited again.', 'already_counted')
  }
  if (closing.payment) notifyOwner(context, closing.payment)
  if (request_id) await notifyStarter(context, company_id, request_id)
  return closing
}

const statusOf = ({ id, status, amount }: LockedRequest) => ({ id, status, amount })

async function tooLate(tx: Db, { company_id, closed_by }: LockedItem) {
  const name = closed_by && (await findFullName(tx, company_id, closed_by))
  return conflict(
    name ? `${name} has dealt with this already.` : 'This has settled itself meanwhile.',
    'already_closed',
  )
}
