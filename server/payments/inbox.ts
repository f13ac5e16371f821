import type { Context } from '../context.ts'
import { insertUnreadableOnce, toDeskJson } from './desk-queries.ts'
import { claimUnprocessed, markProcessed, type StoredEvent } from './inbox-queries.ts'
import { applyPaybillPayment } from './paybill.ts'
import { findPushById } from './queries.ts'
import { applyResult } from './report.ts'
import { readPaybill, readStatusResult, readStkCallback } from './wire.ts'

/** Long enough that the request which brought a report is surely over. */
const left_behind_ms = 60_000
const at_once = 50
/** What fails this often needs a person; it is tried on all the same, once an hour. */
const tries_until_desk = 6
const longest_wait_ms = 60 * 60 * 1000

/**
 * Makes of a kept report what there is in it. Doing so twice is harmless: a known receipt only links,
 * an ending only counts once, the desk takes a receipt once.
 * @returns false when it could not be read at all
 */
export async function processEvent(context: Context, report: StoredEvent): Promise<boolean> {
  const readable = await handlers[report.kind](context, report)
  await markProcessed(context.db, report, context.now())
  return readable
}

async function handleCallback(context: Context, report: StoredEvent): Promise<boolean> {
  const { company_id, request_id } = report
  const raw = JSON.parse(report.raw)
  const result = readStkCallback(raw)
  if (!result || request_id === null) return false
  const push = await findPushById(context.db, company_id, request_id)
  const foreign = push?.daraja_checkout_id && push.daraja_checkout_id !== result.checkout_id
  const bare = result.code === '0' && (result.receipt === null || result.amount_text === null)
  if (foreign || bare) {
    // Somebody else's id, or money without receipt or amount: the query will tell.
    context.log.warn({ push: request_id, foreign, bare }, 'callback not believed')
    return true
  }
  await applyResult(context, company_id, request_id, { ...result, via: 'callback', raw })
  return true
}

async function handleConfirmation(context: Context, report: StoredEvent): Promise<boolean> {
  const { company_id } = report
  const raw = JSON.parse(report.raw)
  const payment = readPaybill(raw)
  if (payment) {
    await applyPaybillPayment(context, payment, raw)
    return true
  }
  await insertUnreadableOnce(context.db, { company_id, raw: toDeskJson(raw) })
  return false
}

/** M-Pesa may also say that it found nothing, or nothing in time: it is asked again. */
async function handleStatus(context: Context, report: StoredEvent): Promise<boolean> {
  const { company_id, request_id } = report
  const raw = JSON.parse(report.raw)
  const found = readStatusResult(raw)
  if (!found || request_id === null) return true
  const said = { via: 'status', code: '0', description: 'Found by its status' } as const
  await applyResult(context, company_id, request_id, { ...found, ...said, raw })
  return true
}

const handlers = {
  callback: handleCallback,
  status: handleStatus,
  confirmation: handleConfirmation,
}

/** Handles what was kept but never handled, because the process or the database went away. */
export async function retryUnprocessed(context: Context): Promise<void> {
  const { db, log } = context
  const now = context.now()
  const before = new Date(now.getTime() - left_behind_ms)
  const nextTry = (tries: number) =>
    new Date(now.getTime() + Math.min(10_000 * 2 ** tries, longest_wait_ms))
  for (const report of await claimUnprocessed(db, before, now, nextTry, at_once)) {
    log.warn({ report: report.id }, 'report handled late')
    try {
      await processEvent(context, report)
    } catch (error) {
      log.error({ err: error, report: report.id, tries: report.tries }, 'report cannot be handled')
      if (report.tries >= tries_until_desk) await giveToDesk(context, report)
    }
  }
}

/** Once for each report; a failure is tried again when the report's next turn comes. */
async function giveToDesk({ db, log }: Context, { company_id, id, request_id, raw }: StoredEvent) {
  try {
    await insertUnreadableOnce(db, { company_id, request_id, raw: toDeskJson(raw) })
  } catch (error) {
    log.error({ err: error, report: id }, 'report cannot be given to the desk')
  }
}
