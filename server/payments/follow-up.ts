import { queryDelay, silent_after_ms } from '#rules/payment.ts'
import type { Context } from '../context.ts'
import { insertDeskItem } from './ledger-queries.ts'
import { claimDue, updateRequest } from './queries.ts'
import { takeReport } from './report.ts'

const tick_ms = 1000
const at_once = 20
const pause_ms = 60_000

/** Asks M-Pesa about every open push whose turn has come, once across all nodes. */
async function followUp(context: Context): Promise<{ throttled: boolean }> {
  const now = context.now()
  const nextAsk = (asked: number) => new Date(now.getTime() + queryDelay(asked))
  const due = await claimDue(context.db, now, nextAsk, at_once)
  const answers = await Promise.all(due.map((request) => ask(context, request, now)))
  return { throttled: answers.includes('throttled') }
}

type Due = Awaited<ReturnType<typeof claimDue>>[number]

async function ask(context: Context, request: Due, now: Date): Promise<string> {
  const { company_id, id, daraja_checkout_id } = request
  const silentAt = request.initiated_at.getTime() + silent_after_ms
  if (now.getTime() >= silentAt) {
    await giveToDesk(context, company_id, id)
    return 'silent'
  }
  if (!daraja_checkout_id) {
    // Its submit had no clear answer: nothing to ask with, the callback or the paybill will tell.
    await updateRequest(context.db, company_id, id, { ask_at: new Date(silentAt) })
    return 'nothing_to_ask'
  }
  const answer = await context.daraja.query(daraja_checkout_id)
  if (answer.kind === 'result') {
    await takeReport(context, company_id, id, {
      via: 'query',
      code: answer.code,
      description: answer.description,
      receipt: null,
      amount: null,
      paid_at: null,
      raw: null,
    })
  }
  return answer.kind
}

function giveToDesk({ db }: Context, company_id: number, request_id: number) {
  return db.transaction().execute(async (tx) => {
    await insertDeskItem(tx, { company_id, reason: 'silent', request_id, raw: 'null' })
    await updateRequest(tx, company_id, request_id, { ask_at: null })
  })
}

/**
 * Looks once a second for pushes to ask about; what is due stands in the rows themselves, so a
 * killed process forgets nothing (docs/decisions/004).
 * @returns what stops it; waits for a round under way
 */
export function startFollowUp(context: Context): () => Promise<void> {
  let round: Promise<void> = Promise.resolve()
  let busy = false
  let pausedUntil = 0
  const timer = setInterval(() => {
    if (busy || Date.now() < pausedUntil) return
    busy = true
    round = followUp(context)
      .then(({ throttled }) => {
        if (throttled) pausedUntil = Date.now() + pause_ms
      })
      .catch((error: unknown) => context.log.warn({ err: error }, 'follow-up failed'))
      .finally(() => {
        busy = false
      })
  }, tick_ms)
  return async () => {
    clearInterval(timer)
    await round
  }
}
