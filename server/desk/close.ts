import { actionsFor, type DeskAction, type DeskOutcome } from '#rules/desk.ts'
import type { AuthUser } from '../auth/access.ts'
import { findFullName } from '../auth/user-queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { retryOnConflict } from '../db/retry.ts'
import { conflict, notFound } from '../errors.ts'
import { findPaymentOfRequest } from '../payments/ledger-queries.ts'
import { notifyBalanceChanged, notifyPushChanged } from '../payments/notify.ts'
import { lockPush, type StkPushRow } from '../payments/queries.ts'
import { logStaffAction } from '../staff-log.ts'
import { findPushOfItem, type LockedItem, lockItem, updateItem } from './queries.ts'

export interface Resolution {
  outcome: DeskOutcome
  /** Where the money is counted now. */
  payment: { company_id: number; id: number; user_id: number; amount: number } | null
}

type Push = Pick<StkPushRow, 'company_id' | 'id'>

interface Act {
  name: DeskAction
  note: string | undefined
  /** A push besides the item's own that it touches. Pushes are locked before items everywhere. */
  alsoLock?: (tx: Db) => Promise<Push | undefined>
  work: (tx: Db, item: LockedItem, own: Own) => Promise<Resolution>
}

/** The item's own push, locked, and how it is counted. */
interface Own {
  push: StkPushRow | undefined
  payment: Awaited<ReturnType<typeof findPaymentOfRequest>>
}

/** One transaction: lock, look whether nobody was faster, do it, close the item, write it down. */
export async function close(
  context: Context,
  user: AuthUser,
  id: number,
  act: Act,
): Promise<Resolution> {
  const { company_id } = user
  const done = await retryOnConflict(() =>
    context.db.transaction().execute(async (tx) => {
      const found = await findPushOfItem(tx, company_id, id)
      const other = await act.alsoLock?.(tx)
      if (other && other.id !== found?.request_id) await lockPush(tx, company_id, other.id)
      const push = found?.request_id ? await lockPush(tx, company_id, found.request_id) : undefined
      const item = found && (await lockItem(tx, company_id, id))
      if (!item) throw notFound('There is nothing like that on the desk.', 'desk_item_not_found')
      if (item.closed_at) throw await tooLate(tx, item, user)
      const payment = push && (await findPaymentOfRequest(tx, company_id, push.id))
      const receiptless_amount = payment && !payment.receipt ? payment.amount : null
      if (!actionsFor({ ...item, receiptless_amount }).includes(act.name)) {
        throw conflict(
          'This cannot be done with it any more. Please look at it again.',
          'act_not_possible',
        )
      }
      const closing = await act.work(tx, item, { push, payment })
      await storeResolution(tx, context.now(), user, item, act, closing, push)
      return { closing, request_id: item.request_id }
    }),
  )
  if (done.closing.outcome === 'by_itself') {
    throw conflict('This money is counted already. Nothing was credited again.', 'already_counted')
  }
  if (done.closing.payment) notifyBalanceChanged(context, done.closing.payment)
  if (done.request_id) await notifyPushChanged(context, company_id, done.request_id)
  return done.closing
}

async function storeResolution(
  tx: Db,
  now: Date,
  user: AuthUser,
  item: LockedItem,
  { name, note }: Act,
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
      ...{ reason, receipt, amount, reference },
      push: push && { id: push.id, status: push.status, amount: push.amount },
    },
    after: { outcome, note: note || null, payment },
  })
}

async function tooLate(tx: Db, { company_id, closed_by }: LockedItem, user: AuthUser) {
  if (closed_by === null) {
    return conflict('This has settled itself meanwhile.', 'already_closed')
  }
  const own = closed_by === user.id
  const who = own ? 'You have' : `${await findFullName(tx, company_id, closed_by)} has`
  return conflict(`${who} dealt with this already.`, 'already_closed')
}
