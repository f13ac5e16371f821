import { outcomeOf } from '#rules/payment.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { retryOnConflict } from '../db/retry.ts'
import { countPushResult } from '../monitoring.ts'
import { endPush } from './end-push.ts'
import { notifyPushChanged } from './notify.ts'
import { lockPush, type StkPushRow, updatePush } from './queries.ts'
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
export async function applyResult(
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
          const push = await lockPush(tx, company_id, request_id)
          if (push && outcome === 'unknown') await noteUnknown(tx, push, report)
          const ended = push && (await endPush(tx, push, ending))
          return ended ? 'ended' : 'nothing'
        })
  countPushResult(via, step)
  log.info({ company_id, push: request_id, via, code, step }, 'payment report')
  if (step !== 'nothing') await notifyPushChanged(context, company_id, request_id)
}

/** No ending that we know: it is kept for the desk, which sees it when nothing better comes. */
function noteUnknown(tx: Db, push: StkPushRow, { code, description }: Report) {
  return updatePush(tx, push.company_id, push.id, {
    unknown_code: code,
    unknown_desc: description,
  })
}
