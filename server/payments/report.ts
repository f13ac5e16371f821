import { outcomeOf } from '#rules/payment.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { retryOnConflict } from '../db/retry.ts'
import { countReport } from '../monitoring.ts'
import { endPush } from './end-push.ts'
import { notifyStarter } from './notify.ts'
import { type LockedRequest, lockRequest, updateRequest } from './queries.ts'
import { type Paid, settle } from './settle.ts'

/** What M-Pesa says of a push, by whichever way it came; `Paid` has a meaning when the code is 0. */
export interface Report extends Paid {
  via: 'callback' | 'confirmation' | 'query' | 'status' | 'statement'
  code: string
}

/**
 * Takes in M-Pesa's word on a push: money through `settle`, any other ending here; then tells its
 * starter, if there is anything new.
 */
export async function takeReport(
  context: Context,
  company_id: number,
  request_id: number,
  report: Report,
): Promise<void> {
  const { db, log } = context
  const { via, code, description } = report
  const at = context.now()
  const outcome = outcomeOf(code, description)
  const ending = { outcome, code, description, at }
  const step =
    outcome === 'completed'
      ? await retryOnConflict(() => settle(db, company_id, request_id, report, at))
      : await db.transaction().execute(async (tx) => {
          const push = await lockRequest(tx, company_id, request_id)
          if (push && outcome === 'unknown') await noteUnknown(tx, push, report)
          const ended = push && (await endPush(tx, push, ending))
          return ended ? 'ended' : 'nothing'
        })
  countReport(via, step)
  log.info({ company_id, push: request_id, via, code, step }, 'payment report')
  if (step !== 'nothing') await notifyStarter(context, company_id, request_id)
}

/** No ending that we know: it is kept for the desk, which sees it when nothing better comes. */
function noteUnknown(tx: Db, push: LockedRequest, { code, description }: Report) {
  return updateRequest(tx, push.company_id, push.id, {
    unknown_code: code,
    unknown_desc: description,
  })
}
