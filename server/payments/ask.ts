import { outcomeOf, SILENT_AFTER_MS } from '#rules/payment.ts'
import type { Context } from '../context.ts'
import { insertDeskItem } from './desk-queries.ts'
import { pushHook } from './hook-urls.ts'
import {
  type claimDueQueries,
  type claimDueReceiptQueries,
  lockPush,
  scheduleQuery,
} from './queries.ts'
import { applyResult } from './report.ts'

/** A submit's reply, and with it the id to ask with, may take this long. */
const submit_ms = 30_000
/** After so many questions without an answer the statement is looked at too. */
const patience = 2

/** What came of a question; `missing` when only M-Pesa's statement can tell now. */
export type QueryOutcome = 'done' | 'missing' | 'throttled'

type Due = Awaited<ReturnType<typeof claimDueQueries>>[number]
type Receiptless = Awaited<ReturnType<typeof claimDueReceiptQueries>>[number]

/** Asks M-Pesa how a push stands; one that was silent for too long goes to the desk. */
export async function queryPushResult(
  context: Context,
  push: Due,
  now: Date,
  signal: AbortSignal,
): Promise<QueryOutcome> {
  const { company_id, id, daraja_checkout_id, initiated_at, query_count } = push
  const age_ms = now.getTime() - initiated_at.getTime()
  if (age_ms >= SILENT_AFTER_MS) {
    await giveToDesk(context, company_id, id)
    return 'done'
  }
  // Its submit had no clear answer: there is nothing to ask with.
  if (!daraja_checkout_id) return age_ms > submit_ms ? 'missing' : 'done'
  const answer = await context.daraja.query(daraja_checkout_id, signal)
  if (answer.kind === 'throttled') return 'throttled'
  if (answer.kind === 'result') {
    const { code, description } = answer
    const unsaid = { receipt: null, amount: null, amount_text: null, paid_at: null, raw: null }
    await applyResult(context, company_id, id, { via: 'query', code, description, ...unsaid })
    const outcome = outcomeOf(code, description)
    if (outcome !== 'processing' && outcome !== 'unknown') return 'done'
  }
  return query_count >= patience ? 'missing' : 'done'
}

/** Asks M-Pesa for the receipt of a push that counts without one; it is posted later, if at all. */
export async function queryReceipt(
  context: Context,
  push: Receiptless,
  signal: AbortSignal,
): Promise<QueryOutcome> {
  const { daraja_merchant_id } = push
  if (!daraja_merchant_id) return 'missing'
  const answer = await context.daraja.askStatus(
    daraja_merchant_id,
    pushHook(context, 'status', push),
    signal,
  )
  return answer.kind === 'throttled' ? 'throttled' : 'missing'
}

function giveToDesk({ db }: Context, company_id: number, request_id: number) {
  return db.transaction().execute(async (tx) => {
    const push = await lockPush(tx, company_id, request_id)
    if (push?.status !== 'processing') return
    const { unknown_code, account_user_id, wire_reference: reference } = push
    await insertDeskItem(tx, {
      company_id,
      reason: unknown_code === null ? 'silent' : 'unknown_code',
      request_id,
      account_user_id,
      reference,
      raw: 'null',
    })
    await scheduleQuery(tx, company_id, request_id, null)
  })
}
