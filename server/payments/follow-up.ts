import { outcomeOf, queryDelay, receiptDelay, silent_after_ms } from '#rules/payment.ts'
import type { Context } from '../context.ts'
import { insertDeskItem } from '../desk/queries.ts'
import { accountOf } from './daraja-http.ts'
import { isPaused, pauseUntil } from './daraja-queries.ts'
import { pushHook } from './hook-urls.ts'
import { handleLeftBehind } from './inbox.ts'
import { claimDue, claimReceiptless, lockRequest, scheduleQuery } from './queries.ts'
import { takeReport } from './report.ts'
import { earliest, pause_ms, readStatement } from './statement.ts'

const tick_ms = 1000
const at_once = 20
/** A submit's reply, and with it the id to ask with, may take this long. */
const submit_ms = 30_000
/** After so many questions without an answer the statement is looked at too. */
const patience = 2

const later = (now: Date, delay_ms: number) => new Date(now.getTime() + delay_ms)

/** What came of a question: whether M-Pesa wants us to slow down, or should show its statement. */
type Asked = 'answered' | 'unanswered' | 'throttled'

type Due = Awaited<ReturnType<typeof claimDue>>[number]
type Receiptless = Awaited<ReturnType<typeof claimReceiptless>>[number]

async function ask(context: Context, push: Due, now: Date, signal: AbortSignal): Promise<Asked> {
  const { company_id, id, daraja_checkout_id, initiated_at, query_count } = push
  const age_ms = now.getTime() - initiated_at.getTime()
  if (age_ms >= silent_after_ms) {
    await giveToDesk(context, company_id, id)
    return 'answered'
  }
  // Its submit had no clear answer: nothing to ask with, only the statement can tell.
  if (!daraja_checkout_id) return age_ms > submit_ms ? 'unanswered' : 'answered'
  const answer = await context.daraja.query(daraja_checkout_id, signal)
  if (answer.kind === 'throttled') return 'throttled'
  if (answer.kind === 'result') {
    const { code, description } = answer
    const learnt = { via: 'query', receipt: null, amount: null, paid_at: null, raw: null } as const
    await takeReport(context, company_id, id, { ...learnt, code, description })
    if (!/^(processing|unknown)$/.test(outcomeOf(code, description))) return 'answered'
  }
  return query_count >= patience ? 'unanswered' : 'answered'
}

async function askReceipt(context: Context, push: Receiptless): Promise<Asked> {
  const { daraja_merchant_id } = push
  if (!daraja_merchant_id) return 'unanswered'
  const url = pushHook(context, 'status', push)
  const answer = await context.daraja.askStatus(daraja_merchant_id, url)
  return answer === 'throttled' ? 'throttled' : 'unanswered'
}

function giveToDesk({ db }: Context, company_id: number, request_id: number) {
  return db.transaction().execute(async (tx) => {
    const push = await lockRequest(tx, company_id, request_id)
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

/**
 * Looks once a second for pushes to ask about, for receipts to ask for and for reports left behind;
 * what is due stands in the rows themselves, so that a killed process forgets nothing and several
 * nodes take turns (docs/decisions/004).
 * @returns what stops it; a question under way is given up
 */
export function startFollowUp(context: Context): () => Promise<void> {
  const { db, config } = context
  const account = accountOf(config.daraja)
  const stopping = new AbortController()
  let round: Promise<void> = Promise.resolve()
  let busy = false
  // What came while nothing was running is on the statement.
  let statementSince: Date | null = earliest(context.now())

  function wantStatement(since: Date) {
    if (statementSince === null || since < statementSince) statementSince = since
  }

  /** Asks about everything that is due; returns whether M-Pesa wants us to slow down. */
  async function askAll<Push extends { initiated_at: Date }>(
    due: Push[],
    askOne: (push: Push) => Promise<Asked>,
  ): Promise<boolean> {
    const answers = await Promise.allSettled(due.map(askOne))
    for (const [index, answer] of answers.entries()) {
      const push = due[index]
      if (answer.status === 'rejected') throw answer.reason
      if (push && answer.value === 'unanswered') wantStatement(later(push.initiated_at, -60_000))
    }
    return answers.some((answer) => answer.status === 'fulfilled' && answer.value === 'throttled')
  }

  async function look() {
    await handleLeftBehind(context)
    const now = context.now()
    if (await isPaused(db, account, now)) return
    const due = await claimDue(db, now, (asked) => later(now, queryDelay(asked)), at_once)
    const slower = await askAll(due, (push) => ask(context, push, now, stopping.signal))
    const next = (asked: number) => {
      const delay = receiptDelay(asked)
      return delay === null ? null : later(now, delay)
    }
    const receiptless = await claimReceiptless(db, now, next, at_once)
    const slowest = await askAll(receiptless, (push) => askReceipt(context, push))
    if (slower || slowest) await pauseUntil(db, account, later(now, pause_ms))
    if (statementSince && !slower && !slowest) {
      const { kind } = await readStatement(context, statementSince)
      if (kind === 'read' || kind === 'off') statementSince = null
    }
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
