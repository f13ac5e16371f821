import { queryDelay, silent_after_ms } from '#rules/payment.ts'
import type { Context } from '../context.ts'
import { insertDeskItem } from './desk-queries.ts'
import { handleLeftBehind } from './inbox.ts'
import { claimDue, lockRequest, scheduleQuery } from './queries.ts'
import { takeReport } from './report.ts'

const tick_ms = 1000
const at_once = 20
const pause_ms = 60_000
/** A submit's reply, and with it the id to ask with, may take this long. */
const submit_ms = 60_000

/** Asks M-Pesa about every open push whose turn has come, once across all nodes. */
async function followUp(context: Context, signal: AbortSignal): Promise<{ throttled: boolean }> {
  const now = context.now()
  const nextQuery = (asked: number) => new Date(now.getTime() + queryDelay(asked))
  const due = await claimDue(context.db, now, nextQuery, at_once)
  const rounds = await Promise.allSettled(due.map((push) => ask(context, push, now, signal)))
  for (const round of rounds) if (round.status === 'rejected') throw round.reason
  return { throttled: rounds.some((round) => round.status === 'fulfilled' && round.value) }
}

type Due = Awaited<ReturnType<typeof claimDue>>[number]

/** Returns whether M-Pesa wants us to slow down. */
async function ask(context: Context, push: Due, now: Date, signal: AbortSignal): Promise<boolean> {
  const { company_id, id, daraja_checkout_id } = push
  const silentAt = push.initiated_at.getTime() + silent_after_ms
  if (now.getTime() >= silentAt) {
    await giveToDesk(context, company_id, id)
    return false
  }
  if (!daraja_checkout_id) {
    // Its submit had no clear answer: nothing to ask with, the callback or the paybill will tell.
    if (now.getTime() > push.initiated_at.getTime() + submit_ms) {
      await scheduleQuery(context.db, company_id, id, new Date(silentAt))
    }
    return false
  }
  const answer = await context.daraja.query(daraja_checkout_id, signal)
  if (answer.kind === 'result') {
    const { code, description } = answer
    const learnt = { via: 'query', receipt: null, amount: null, paid_at: null, raw: null } as const
    await takeReport(context, company_id, id, { ...learnt, code, description })
  }
  return answer.kind === 'throttled'
}

function giveToDesk({ db }: Context, company_id: number, request_id: number) {
  return db.transaction().execute(async (tx) => {
    const push = await lockRequest(tx, company_id, request_id)
    if (push?.status !== 'processing') return
    await insertDeskItem(tx, { company_id, reason: 'silent', request_id, raw: 'null' })
    await scheduleQuery(tx, company_id, request_id, null)
  })
}

/**
 * Looks once a second for pushes to ask about and for reports left behind; what is due stands in the
 * rows themselves, so a killed process forgets nothing (docs/decisions/004).
 * @returns what stops it; a question under way is given up
 */
export function startFollowUp(context: Context): () => Promise<void> {
  const stopping = new AbortController()
  let round: Promise<void> = Promise.resolve()
  let busy = false
  let pausedUntil = 0

  async function look() {
    await handleLeftBehind(context)
    if (Date.now() < pausedUntil) return
    const { throttled } = await followUp(context, stopping.signal)
    if (throttled) pausedUntil = Date.now() + pause_ms
  }

  const timer = setInterval(() => {
    if (busy) return
    busy = true
    round = look()
      .catch((error: unknown) => context.log.warn({ err: error }, 'follow-up failed'))
      .finally(() => {
        busy = false
      })
  }, tick_ms)
  return async () => {
    clearInterval(timer)
    stopping.abort()
    await round
  }
}
