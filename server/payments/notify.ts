import type { Context } from '../context.ts'
import { toStkPushState } from './push-state.ts'
import { findPushWithPayment } from './queries.ts'

/** Money has arrived on somebody's account: their open pages count again. */
export function notifyBalanceChanged(
  { sockets }: Context,
  owner: { company_id: number; user_id: number },
) {
  sockets.emitToUser(owner.company_id, owner.user_id, 'balance')
}

/** How a push stands, at once to the browsers of its starter; whoever misses it has the polling. */
export async function notifyPushChanged(
  context: Context,
  company_id: number,
  request_id: number,
): Promise<void> {
  const { db, sockets, log } = context
  try {
    const push = await findPushWithPayment(db, company_id, request_id)
    if (!push) return
    const { starter_company_id, starter_user_id, account_user_id } = push
    sockets.emitToUser(starter_company_id, starter_user_id, 'payment', toStkPushState(push))
    // Of an own payment that word is enough: a second one would have everything fetched twice.
    const own = starter_company_id === company_id && starter_user_id === account_user_id
    if (push.status === 'completed' && !own) {
      notifyBalanceChanged(context, { company_id, user_id: account_user_id })
    }
  } catch (error) {
    log.warn({ err: error, push: request_id }, 'could not tell the starter of a push')
  }
}
