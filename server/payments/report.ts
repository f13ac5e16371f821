import { nextStatus, outcomeOf } from '#rules/payment.ts'
import type { Context } from '../context.ts'
import { countReport } from '../metrics.ts'
import { pushState } from './push-state.ts'
import { findPushForStarter, freePhone, holdRequest, updateRequest } from './queries.ts'
import { type Paid, settle } from './settle.ts'

/** What M-Pesa says of a push, by whichever way it came. */
export interface Report extends Paid {
  via: 'callback' | 'confirmation' | 'query'
  code: string
}

/** Takes in M-Pesa's word on a push: money through `settle`, any other ending here; then tells its starter. */
export async function takeReport(
  context: Context,
  company_id: number,
  request_id: number,
  report: Report,
): Promise<void> {
  const { db, log } = context
  const now = context.now()
  const outcome = outcomeOf(report.code, report.description)
  const step =
    outcome === 'completed'
      ? await onceMoreIfOvertaken(() => settle(db, company_id, request_id, report, now))
      : await endWithoutMoney(context, company_id, request_id, report, now)
  countReport(report.via, step)
  log.info({ company_id, request_id, via: report.via, code: report.code, step }, 'payment report')
  await tellStarter(context, company_id, request_id)
}

/** Two reports of one receipt at once: the database refuses the second, which then finds it known. */
export async function onceMoreIfOvertaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if ((error as { code?: string }).code !== '23505') throw error
    return work()
  }
}

function endWithoutMoney(
  { db }: Context,
  company_id: number,
  request_id: number,
  report: Report,
  now: Date,
): Promise<'ended' | 'nothing'> {
  return db.transaction().execute(async (tx) => {
    const request = await holdRequest(tx, company_id, request_id)
    if (!request) return 'nothing'
    const status = nextStatus(request.status, outcomeOf(report.code, report.description))
    if (status === request.status) return 'nothing'
    await freePhone(tx, company_id, request_id, request.phone)
    await updateRequest(tx, company_id, request_id, {
      status,
      result_code: report.code,
      result_desc: report.description,
      ended_at: now,
      ask_at: null,
    })
    return 'ended'
  })
}

/** How the push stands, at once over the socket; whoever misses it has the polling. */
export async function tellStarter(
  { db, live, log }: Context,
  company_id: number,
  request_id: number,
): Promise<void> {
  try {
    const push = await findPushForStarter(db, company_id, request_id)
    if (push) live.toUser(push.starter_company_id, push.user_id, 'payment', pushState(push))
  } catch (error) {
    log.warn({ err: error, request_id }, 'could not tell the starter of a push')
  }
}
