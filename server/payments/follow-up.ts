import { sql } from 'kysely'
import { queryDelayMs, receiptQueryDelayMs, SILENT_AFTER_MS } from '#rules/payment.ts'
import type { Context } from '../context.ts'
import { insertDeskItem } from '../ledger/desk-items.ts'
import { darajaAccountOf } from './daraja-http.ts'
import { areQueriesPaused, nextStatementAt, pauseQueriesUntil } from './daraja-queries.ts'
import { nextUnprocessedAt, retryUnprocessed } from './events.ts'
import {
  claimDueQueries,
  claimDueReceiptQueries,
  lockPush,
  nextQueryAt,
  type StkPushRow,
  scheduleQuery,
} from './push-queries.ts'
import { applyResult, NO_PAYMENT_DETAILS } from './settle.ts'
import { pushHookUrl } from './start-push.ts'
import { readStatement, requestReconciliation, statementStart } from './statement.ts'

/** The least time between two looks, and the time between them while nothing is near. */
const TICK_MS = 1000
const IDLE_MS = 4000
const BATCH = 20
/** How long nothing is queried after M-Pesa has asked us to slow down. */
const PAUSE_MS = 60_000
/** On the statement a payment may be this much earlier than its push, since clocks differ. */
const CLOCK_SKEW_MS = 60_000
/** The reply to a submit, which has the id that is needed for a query, takes at most this long. */
const SUBMIT_REPLY_MS = 30_000
/** After this many queries without a result the statement is read too. */
const QUERIES_UNTIL_STATEMENT = 2

/** `unanswered`: only the statement can tell. */
type QueryOutcome = 'done' | 'unanswered' | 'throttled'

export interface FollowUp {
  /** Does everything that is due now and resolves when it is done; failures are only logged. */
  tick(): Promise<void>
  /** Gives up a request to M-Pesa that is under way. */
  stop(): Promise<void>
}

/**
 * Retries events, makes the status queries that are due and asks for missing receipts, to the second. When
 * something is due is in the database, so that a killed process forgets nothing and several nodes share the
 * work (docs/decisions/004); one statement looks for the earliest. M-Pesa's statement is read beside the
 * rest: a slow one delays no push.
 */
export function startFollowUp(context: Context): FollowUp {
  const stopping = new AbortController()
  const { signal } = stopping
  let isFirstReading = true

  const calls = neverTwice(context, async () => {
    await retryUnprocessed(context)
    await queryDuePushes(context, signal)
  })
  const statement = neverTwice(context, async () => {
    // Payments made while no node was running are on the statement.
    if (isFirstReading) await requestReconciliation(context, statementStart(context.now()))
    isFirstReading = false
    await readStatement(context, signal)
  })

  /** @returns how long nothing is due, at most */
  async function look(): Promise<number> {
    const next = await findNextFollowUp(context)
    const now = context.now().getTime()
    const callsIn = (next.calls?.getTime() ?? Infinity) - now
    const statementIn = isFirstReading ? 0 : (next.statement?.getTime() ?? Infinity) - now
    if (callsIn <= 0) void calls.run()
    if (statementIn <= 0) void statement.run()
    return Math.min(callsIn, statementIn)
  }

  // No longer than the first query of a push takes to be due, which may be opened just after a look.
  const longest = Math.min(IDLE_MS, context.config.firstQueryMs)
  let looking = Promise.resolve()
  let timer = setTimeout(lookAgain, TICK_MS)
  function lookAgain() {
    looking = look()
      .catch((error: unknown) => {
        context.log.warn({ err: error }, 'follow-up failed')
        return TICK_MS
      })
      .then((ms) => {
        if (signal.aborted) return
        timer = setTimeout(lookAgain, Math.max(Math.min(ms, longest), TICK_MS))
      })
  }
  return {
    async tick() {
      await calls.again()
      // Readings that these calls have asked for are done, too.
      await statement.again()
    },
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await looking
      await Promise.all([calls.current(), statement.current()])
    },
  }
}

/** When the next calls to M-Pesa or events, and the statement, are due, in one statement; null for never. */
async function findNextFollowUp({ db, config, now }: Context) {
  const account = darajaAccountOf(config.daraja)
  const hasStatement = config.daraja.statementNumber !== null
  return db
    .selectNoFrom([
      sql<Date | null>`least(${nextUnprocessedAt}, ${nextQueryAt})`.as('calls'),
      (hasStatement ? nextStatementAt(account, now()) : sql<null>`null`).as('statement'),
    ])
    .executeTakeFirstOrThrow()
}

/** Runs `work` when told to, never twice at once; failures are only logged. */
function neverTwice(context: Context, work: () => Promise<unknown>) {
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
  return {
    run,
    current: () => running,
    async again() {
      // A run under way may have started before the latest query became due.
      await running
      await run()
    },
  }
}

const after = (instant: Date, delay_ms: number) => new Date(instant.getTime() + delay_ms)

async function queryDuePushes(context: Context, signal: AbortSignal): Promise<void> {
  const { db, config } = context
  const now = context.now()
  if (await areQueriesPaused(db, darajaAccountOf(config.daraja), now)) return
  const nextQuery = (queries: number) => after(now, queryDelayMs(queries))
  const due = await claimDueQueries(db, now, nextQuery, BATCH)
  const paused = await queryAll(context, due, (push) => queryResult(context, push, now, signal))
  if (paused) return
  const nextReceiptQuery = (queries: number) => {
    const delay = receiptQueryDelayMs(queries)
    return delay === null ? null : after(now, delay)
  }
  const withoutReceipt = await claimDueReceiptQueries(db, now, nextReceiptQuery, BATCH)
  await queryAll(context, withoutReceipt, (push) => queryReceipt(context, push, signal))
}

/**
 * Makes all queries at once. One that fails is repeated when the next is due, which is stored already.
 * @returns whether M-Pesa has asked us to slow down, and queries are paused now
 */
async function queryAll(
  context: Context,
  pushes: StkPushRow[],
  queryOne: (push: StkPushRow) => Promise<QueryOutcome>,
): Promise<boolean> {
  const outcomes = await Promise.all(
    pushes.map((push) =>
      queryOne(push).catch((error: unknown): QueryOutcome => {
        context.log.error({ err: error, push: push.id }, 'push cannot be queried')
        return 'done'
      }),
    ),
  )
  const unanswered = pushes.filter((_, index) => outcomes[index] === 'unanswered')
  if (unanswered.length > 0) {
    const first = Math.min(...unanswered.map((push) => push.initiated_at.getTime()))
    await requestReconciliation(context, new Date(first - CLOCK_SKEW_MS))
  }
  if (!outcomes.includes('throttled')) return false
  const until = after(context.now(), PAUSE_MS)
  await pauseQueriesUntil(context.db, darajaAccountOf(context.config.daraja), until)
  return true
}

/** Asks M-Pesa how a push ended; one without a result for too long goes to the desk instead. */
async function queryResult(
  context: Context,
  push: StkPushRow,
  now: Date,
  signal: AbortSignal,
): Promise<QueryOutcome> {
  const { company_id, id, daraja_checkout_id, initiated_at, query_count } = push
  const ageMs = now.getTime() - initiated_at.getTime()
  if (ageMs >= SILENT_AFTER_MS) {
    await moveSilentPushToDesk(context, company_id, id)
    return 'done'
  }
  // The submit had no clear answer, so there is no id to query with.
  if (!daraja_checkout_id) return ageMs > SUBMIT_REPLY_MS ? 'unanswered' : 'done'
  const answer = await context.daraja.query(daraja_checkout_id, signal)
  if (answer.kind === 'throttled') return 'throttled'
  if (answer.kind === 'result') {
    const { code, description } = answer
    const result = { via: 'query', code, description, ...NO_PAYMENT_DETAILS } as const
    const outcome = await applyResult(context, company_id, id, result)
    if (outcome !== 'processing' && outcome !== 'unknown') return 'done'
  }
  return query_count >= QUERIES_UNTIL_STATEMENT ? 'unanswered' : 'done'
}

/** Asks M-Pesa for the receipt of a push that counts without one; M-Pesa posts it later, if at all. */
async function queryReceipt(
  context: Context,
  push: StkPushRow,
  signal: AbortSignal,
): Promise<QueryOutcome> {
  if (!push.daraja_merchant_id) return 'unanswered'
  const url = pushHookUrl(context, 'status', push)
  const of = { merchantId: push.daraja_merchant_id }
  const answer = await context.daraja.queryTransactionStatus(of, url, signal)
  return answer.kind === 'throttled' ? 'throttled' : 'unanswered'
}

function moveSilentPushToDesk({ db }: Context, company_id: number, request_id: number) {
  return db.transaction().execute(async (tx) => {
    const push = await lockPush(tx, company_id, request_id)
    if (push?.status !== 'processing') return
    await insertDeskItem(tx, {
      company_id,
      reason: push.unknown_code === null ? 'silent' : 'unknown_code',
      request_id,
      account_user_id: push.account_user_id,
      reference: push.wire_reference,
      raw: 'null',
    })
    await scheduleQuery(tx, company_id, request_id, null)
  })
}
