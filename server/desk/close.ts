import { actsFor, type DeskAct, type DeskOutcome, mostToCredit } from '#rules/desk.ts'
import { wholeShillings } from '#rules/money.ts'
import type { Member } from '../auth/access.ts'
import { findFullName } from '../auth/queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { retryOnConflict } from '../db/retry.ts'
import { conflict, invalid, notFound } from '../errors.ts'
import { endPush } from '../payments/end-push.ts'
import {
  findAccountOwner,
  findPaymentOfRequest,
  findReceiptless,
  findReceiptOwner,
  insertPayment,
  insertReceipt,
} from '../payments/ledger-queries.ts'
import { notifyOwner, notifyStarter } from '../payments/notify.ts'
import { type LockedRequest, lockRequest, updateRequest } from '../payments/queries.ts'
import { settleLocked } from '../payments/settle.ts'
import { logAct } from '../staff-log.ts'
import { findPushOfItem, type LockedItem, lockItem, updateItem } from './queries.ts'

interface Closing {
  outcome: DeskOutcome
  /** Where the money is counted now. */
  payment: { company_id: number; id: number; user_id: number; amount: number } | null
}

type Push = Pick<LockedRequest, 'company_id' | 'id'>

interface Act {
  name: DeskAct
  note: string | undefined
  /** A push besides the item's own that it touches. Pushes are locked before items everywhere. */
  alsoLock?: (tx: Db) => Promise<Push | undefined>
  /** `push` is the item's own. */
  work: (tx: Db, item: LockedItem, push: LockedRequest | undefined) => Promise<Closing>
}

const alreadyCounted: Closing = { outcome: 'by_itself', payment: null }

/** Credits what has arrived to an account, which may be another residence's (one paybill serves all). */
export function assign(
  context: Context,
  member: Member,
  id: number,
  given: { account_number: string; amount?: number | undefined; note?: string | undefined },
): Promise<Closing> {
  const { account_number, note } = given
  return close(context, member, id, {
    name: 'assign',
    note,
    async work(tx, item, push) {
      const owner = await findAccountOwner(tx, account_number)
      if (!owner) throw notFound(`There is no account ${account_number}.`, 'account_not_found')
      const { receipt } = item
      if (!receipt || (await findReceiptOwner(tx, receipt))) return alreadyCounted
      const amount = amountToCredit(item, given.amount)
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
      if (push) {
        await endPush(tx, push, {
          outcome: own ? 'completed' : 'failed',
          code: own ? '0' : null,
          description: own
            ? 'Paid with another amount'
            : 'The office has credited it to another account.',
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
  member: Member,
  id: number,
  { payment_id, note }: { payment_id: number; note?: string | undefined },
): Promise<Closing> {
  const { company_id } = member
  return close(context, member, id, {
    name: 'attach',
    note,
    async alsoLock(tx) {
      const payment = await findReceiptless(tx, company_id, payment_id)
      return payment?.request_id ? { company_id, id: payment.request_id } : undefined
    },
    async work(tx, { receipt, paid_at, amount: arrived }) {
      if (!receipt || (await findReceiptOwner(tx, receipt))) return alreadyCounted
      const payment = await findReceiptless(tx, company_id, payment_id)
      if (!payment) {
        throw notFound('There is no such payment without a receipt.', 'payment_not_found')
      }
      const { user_id, request_id, amount } = payment
      if (wholeShillings(arrived) !== amount) {
        throw invalid('payment_id', 'The amounts differ. Please choose one of the same amount.')
      }
      await insertReceipt(tx, { receipt, company_id, payment_id, paid_at })
      if (request_id) await updateRequest(tx, company_id, request_id, { receipt_query_at: null })
      return { outcome: 'attached', payment: { company_id, id: payment_id, user_id, amount } }
    },
  })
}

/** Staff have seen on M-Pesa's own statement that a silent push was paid; its receipt may still come. */
export function confirm(context: Context, member: Member, id: number, note: string) {
  return close(context, member, id, {
    name: 'confirm',
    note,
    async work(tx, _, push) {
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
export function dismiss(context: Context, member: Member, id: number, note: string) {
  return close(context, member, id, {
    name: 'dismiss',
    note,
    async work(tx, _, push) {
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

/** All of it; where a fraction arrived, the whole shillings that staff say. */
function amountToCredit({ amount }: LockedItem, chosen: number | undefined): number {
  const arrived = wholeShillings(amount)
  if (arrived !== null && arrived > 0) return arrived
  if (chosen === undefined) throw invalid('amount', 'Please enter whole shillings.')
  if (chosen > (mostToCredit(amount) ?? 0)) {
    throw invalid('amount', `At most what arrived: Ksh ${amount}.`)
  }
  return chosen
}

/** One transaction: lock, look whether nobody was faster, do it, close the item, write it down. */
async function close(context: Context, member: Member, id: number, act: Act): Promise<Closing> {
  const { company_id } = member
  const done = await retryOnConflict(() =>
    context.db.transaction().execute(async (tx) => {
      const found = await findPushOfItem(tx, company_id, id)
      const other = await act.alsoLock?.(tx)
      if (other && other.id !== found?.request_id) await lockRequest(tx, company_id, other.id)
      const push = found?.request_id
        ? await lockRequest(tx, company_id, found.request_id)
        : undefined
      const item = found && (await lockItem(tx, company_id, id))
      if (!item) throw notFound('There is nothing like that on the desk.', 'desk_item_not_found')
      if (item.closed_at) throw await tooLate(tx, item)
      if (!actsFor(item.reason, item.amount).includes(act.name)) {
        throw conflict('This cannot be done with it.', 'act_not_possible')
      }
      const closing = await act.work(tx, item, push)
      await keepClosing(tx, context.now(), member, item, act, closing, push)
      return { closing, request_id: item.request_id }
    }),
  )
  if (done.closing.outcome === 'by_itself') {
    throw conflict('This money is counted already. Nothing was credited again.', 'already_counted')
  }
  if (done.closing.payment) notifyOwner(context, done.closing.payment)
  if (done.request_id) await notifyStarter(context, company_id, done.request_id)
  return done.closing
}

async function keepClosing(
  tx: Db,
  now: Date,
  member: Member,
  item: LockedItem,
  { name, note }: Act,
  { outcome, payment }: Closing,
  push: LockedRequest | undefined,
) {
  const { id, reason, receipt, amount, reference } = item
  await updateItem(tx, member.company_id, id, {
    closed_at: now,
    outcome,
    closed_by: outcome === 'by_itself' ? null : member.id,
    note: note || null,
    payment_company_id: payment?.company_id ?? null,
    payment_id: payment?.id ?? null,
  })
  await logAct(tx, member, {
    act: `desk.${name}`,
    subject: 'desk_item',
    subject_id: id,
    before: {
      ...{ reason, receipt, amount, reference },
      push: push && { id: push.id, status: push.status, amount: push.amount },
    },
    after: { outcome, note: note || null, payment },
  })
}

async function tooLate(tx: Db, { company_id, closed_by }: LockedItem) {
  const name = closed_by && (await findFullName(tx, company_id, closed_by))
  return conflict(
    name ? `${name} has dealt with this already.` : 'This has settled itself meanwhile.',
    'already_closed',
  )
}
