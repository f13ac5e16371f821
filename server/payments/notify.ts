import type { Context } from '../context.ts'
import { pushState } from './push-state.ts'
import { findPushForStarter } from './queries.ts'

/** How a push stands, at once to the browsers of its starter; whoever misses it has the polling. */
export async function notifyStarter(
  { db, live, log }: Context,
  company_id: number,
  request_id: number,
): Promise<void> {
  try {
    const push = await findPushForStarter(db, company_id, request_id)
    if (!push) return
    live.toUser(push.starter_company_id, push.starter_user_id, 'payment', pushState(push))
  } catch (error) {
    log.warn({ err: error, request_id }, 'could not tell the starter of a push')
  }
}
