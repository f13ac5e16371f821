import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { claimRows } from '../db/claim.ts'
import { insertUnreadableOnce, toDeskJson } from '../ledger/desk-items.ts'
import { findPaymentOfPush } from '../ledger/queries.ts'
import {
  readPaybillPayment,
  readStkCallback,
  readTransactionStatusResult,
} from './daraja-messages.ts'
import { eventColumns, markProcessed, type StoredEvent } from './event-queries.ts'
import { applyPaybillPayment } from './paybill.ts'
import { lockPush } from './push-queries.ts'
import { applyResult } from './settle.ts'

/**
 * Messages that M-Pesa posts are stored as they come (table `raw_reports`) before anything is decided:
 * M-Pesa sends each only once. An event that was not processed, because the process or the database
 * went away, is processed later from its row.
 */

/** By then the request that stored the event has certainly ended. */
const UNPROCESSED_AFTER_MS = 60_000
const BATCH = 50
/** An event that fails this often is shown to staff, and is still retried once an hour. */
const TRIES_UNTIL_DESK = 6
const FIRST_RETRY_MS = 10_000
const LONGEST_RETRY_MS = 60 * 60 * 1000

/**
 * Applies an event. Applying it twice changes nothing more: a receipt counts once, a push ends once and the
 * desk shows a receipt once.
 * @returns false when the event cannot be read at all
 */
export async function processEvent(context: Context, event: StoredEvent): Promise<boolean> {
  const outcome = await processors[event.kind](context, event)
  if (outcome !== 'marked') await markProcessed(context.db, event, context.now())
  return outcome !== 'unreadable'
}

/** `marked`: as processed, in the transaction that applied it. */
type ReportOutcome = 'unreadable' | 'processed' | 'marked'
type Processor = (context: Context, event: StoredEvent) => Promise<ReportOutcome>

const processCallback: Processor = async (context, event) => {
  const { company_id, request_id } = event
  const raw = JSON.parse(event.raw)
  const result = readStkCallback(raw)
  if (!result || request_id === null) return 'unreadable'
  if (result.code === '0' && (result.receipt === null || result.amount_text === null)) {
    context.log.warn({ push: request_id }, 'callback without receipt or amount')
    // While the push waits the status query decides; later nobody asks M-Pesa again.
    const push = await lockPush(context.db, company_id, request_id)
    const isOver = push !== undefined && push.status !== 'processing'
    if (isOver && !(await findPaymentOfPush(context.db, company_id, request_id))) {
      await insertUnreadableOnce(context.db, { company_id, request_id, raw: toDeskJson(raw) })
    }
    return 'processed'
  }
  await applyResult(context, company_id, request_id, { ...result, via: 'callback', raw, event })
  return 'marked'
}

const processConfirmation: Processor = async (context, { company_id, raw: text }) => {
  const raw = JSON.parse(text)
  const payment = readPaybillPayment(raw)
  if (payment) await applyPaybillPayment(context, payment, raw)
  else await insertUnreadableOnce(context.db, { company_id, raw: toDeskJson(raw) })
  return payment === null ? 'unreadable' : 'processed'
}

/** The result of a receipt query. When M-Pesa found nothing, or nothing in time, it is asked again later. */
const processTransactionStatusResult: Processor = async (context, event) => {
  const { company_id, request_id } = event
  const raw = JSON.parse(event.raw)
  const found = readTransactionStatusResult(raw)
  if (!found || request_id === null) return 'processed'
  const result = { ...found, via: 'status', code: '0', description: 'Found by its status' } as const
  await applyResult(context, company_id, request_id, { ...result, raw, event })
  return 'marked'
}

const processors = {
  callback: processCallback,
  status: processTransactionStatusResult,
  confirmation: processConfirmation,
}

/** A subquery: when the next of the events that were left unprocessed is due. */
export const nextUnprocessedAt = sql<Date | null>`(
  select min(greatest(received_at + ${sql.lit(UNPROCESSED_AFTER_MS)} * interval '1 millisecond', next_try_at))
  from raw_reports where handled_at is null)`

/** Processes the events that were left unprocessed; one that fails does not stop the others. */
export async function retryUnprocessed(context: Context): Promise<void> {
  const { log } = context
  for (const event of await claimUnprocessed(context)) {
    const { id, tries } = event
    log.warn({ event: id }, 'event is processed late')
    try {
      await processEvent(context, event)
    } catch (error) {
      log.error({ err: error, event: id, tries }, 'event cannot be processed')
      if (tries >= TRIES_UNTIL_DESK) await moveToDesk(context, event)
    }
  }
}

async function claimUnprocessed({ db, now: clock }: Context): Promise<StoredEvent[]> {
  const now = clock()
  const before = new Date(now.getTime() - UNPROCESSED_AFTER_MS)
  const retryAt = (tries: number) =>
    new Date(now.getTime() + Math.min(FIRST_RETRY_MS * 2 ** tries, LONGEST_RETRY_MS))
  const events = await claimRows(
    db,
    (tx) =>
      tx
        .selectFrom('raw_reports')
        .where('handled_at', 'is', null)
        .where('received_at', '<', before)
        .where(({ or, eb }) => or([eb('next_try_at', 'is', null), eb('next_try_at', '<=', now)]))
        .select(eventColumns)
        .orderBy('tries')
        .orderBy('received_at')
        .limit(BATCH),
    (tx, { company_id, id, tries }) =>
      tx
        .updateTable('raw_reports')
        .set({ tries: tries + 1, next_try_at: retryAt(tries + 1) })
        .where('company_id', '=', company_id)
        .where('id', '=', id)
        .execute(),
  )
  return events.map((event) => ({ ...event, tries: event.tries + 1 }))
}

/** An event gets one desk item, however often this is called. */
async function moveToDesk({ db, log }: Context, { company_id, id, request_id, raw }: StoredEvent) {
  try {
    await insertUnreadableOnce(db, { company_id, request_id, raw: toDeskJson(raw) })
  } catch (error) {
    log.error({ err: error, event: id }, 'event cannot be moved to the desk')
  }
}
