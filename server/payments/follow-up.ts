import { queryDelayMs, receiptQueryDelayMs } from '#rules/payment.ts'
import type { Context } from '../context.ts'
import { type QueryOutcome, queryPushResult, queryReceipt } from './ask.ts'
import { darajaAccountOf } from './daraja-http.ts'
import { areQueriesPaused, pauseQueriesUntil } from './daraja-queries.ts'
import { retryUnprocessed } from './inbox.ts'
import { claimDueQueries, claimDueReceiptQueries } from './queries.ts'
import { readStatement, requestReconciliation, statementStart } from './statement.ts'

const TICK_MS = 1000
const at_once = 20
/** How long M-Pesa is left alone when it says that we ask too much. */
const pause_ms = 60_000
/** How far before a push its payment may stand on the statement: clocks differ. */
const clocks_ms = 60_000

const later = (now: Date, delay_ms: number) => new Date(now.getTime() + delay_ms)

const nextReceiptQuery = (now: Date) => (asked: number) => {
  const delay = receiptQueryDelayMs(asked)
  return delay === null ? null : later(now, delay)
}

/** Asks about everything that is due, unless M-Pesa wants us to slow down. */
async function askDue(context: Context, signal: AbortSignal): Promise<void> {
  const { db, config } = context
  const account = darajaAccountOf(config.daraja)
  const now = context.now()
  if (await areQueriesPaused(db, account, now)) return
  const due = await claimDueQueries(db, now, (asked) => later(now, queryDelayMs(asked)), at_once)
  const slower = await askAll(context, due, (push) => queryPushResult(context, push, now, signal))
  if (slower) return
  const receiptless = await claimDueReceiptQueries(db, now, nextReceiptQuery(now), at_once)
  await askAll(context, receiptless, (push) => queryReceipt(context, push, signal))
}

/**
 * One that fails does not hold up the others: its next turn stands in its row already.
 * @returns whether M-Pesa wants us to slow down
 */
async function askAll<Push extends { id: number; initiated_at: Date }>(
  context: Context,
  pushes: Push[],
  askOne: (push: Push) => Promise<QueryOutcome>,
): Promise<boolean> {
  const asked = await Promise.all(
    pushes.map((push) =>
      askOne(push).catch((error: unknown): QueryOutcome => {
        context.log.error({ err: error, push: push.id }, 'could not follow a push up')
        return 'done'
      }),
    ),
  )
  const missing = pushes.filter((_, index) => asked[index] === 'missing')
  if (missing.length > 0) {
    const first = Math.min(...missing.map((push) => push.initiated_at.getTime()))
    await requestReconciliation(context, new Date(first - clocks_ms))
  }
  if (!asked.includes('throttled')) return false
  const until = later(context.now(), pause_ms)
  await pauseQueriesUntil(context.db, darajaAccountOf(context.config.daraja), until)
  return true
}

export interface FollowUp {
  /** Does everything that is due now and resolves when it is done; failures are only logged. */
  tick(): Promise<void>
  /** Gives up a request to M-Pesa that is under way. */
  stop(): Promise<void>
}

/** Runs `work` once a second, never twice at once. */
function repeat(context: Context, work: () => Promise<unknown>): FollowUp {
  let running: Promise<void> | null = null
  const run = () => {
    running ??= work()
      .then(
        () => {},
        (error: unknown) => context.log.warn({ err: error }, 'follow-up failed'),
      )
      .finally(() => {
        running = null
      })
    return running
  }
  const timer = setInterval(run, TICK_MS)
  return {
    async tick() {
      // One under way may have looked before the latest became due.
      await running
      await run()
    },
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

/**
 * Looks once a second for pushes to ask about, for receipts to ask for and for reports left behind;
 * what is due stands in the database, so that a killed process forgets nothing and several nodes take
 * turns (docs/decisions/004). The statement has a round of its own: a slow one holds up no push.
 */
export function startFollowUp(context: Context): FollowUp {
  const stopping = new AbortController()
  const { signal } = stopping
  let wanted = false

  const loops = [
    repeat(context, async () => {
      await retryUnprocessed(context)
      await askDue(context, signal)
    }),
    repeat(context, async () => {
      // What came while nothing was running is on the statement.
      if (!wanted) await requestReconciliation(context, statementStart(context.now()))
      wanted = true
      await readStatement(context, signal)
    }),
  ]
  return {
    async tick() {
      await Promise.all(loops.map((loop) => loop.tick()))
    },
    async stop() {
      stopping.abort()
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}
