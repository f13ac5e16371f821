import { statement_ms } from '#rules/payment.ts'
import type { Context } from '../context.ts'
import { accountOf } from './daraja-http.ts'
import { claimStatement, pauseUntil } from './daraja-queries.ts'
import { listKnownReceipts } from './ledger-queries.ts'
import { confirmPaybill } from './paybill.ts'

/** At most this often, whoever wants it. */
const rest_ms = 30_000
/** How long M-Pesa is left alone when it says that we ask too much. */
export const pause_ms = 60_000

type Reading =
  | { kind: 'read'; found: number }
  /** Somebody has just asked. */
  | { kind: 'recent' | 'no_answer' | 'off'; found: 0 }

/** The furthest back that M-Pesa's statement can be asked for. */
export const earliest = (now: Date): Date => new Date(now.getTime() - statement_ms)

/**
 * Asks M-Pesa for its own list of payments since an instant, and takes in what never came: the same
 * way as a confirmation, so that what is counted already only counts once.
 */
export async function readStatement(context: Context, since: Date): Promise<Reading> {
  const { db, config, daraja, log } = context
  if (config.daraja.statementNumber === null) return { kind: 'off', found: 0 }
  const now = context.now()
  const account = accountOf(config.daraja)
  if (!(await claimStatement(db, account, now, rest_ms))) return { kind: 'recent', found: 0 }
  const from = new Date(Math.max(since.getTime(), earliest(now).getTime()))
  const entries = await daraja.statement(from, now)
  if (entries === 'throttled') await pauseUntil(db, account, new Date(now.getTime() + pause_ms))
  if (entries === 'throttled' || entries === 'no_answer') return { kind: 'no_answer', found: 0 }

  const read = entries.flatMap(({ payment, raw }) => (payment ? [{ payment, raw }] : []))
  const known = await listKnownReceipts(
    db,
    read.map(({ payment }) => payment.receipt),
  )
  const missed = read.filter(({ payment }) => !known.has(payment.receipt))
  for (const { payment, raw } of missed) {
    // One that cannot be taken in must not keep out the others; it is met again at the next reading.
    await confirmPaybill(context, payment, raw).catch((error: unknown) => {
      log.error(
        { err: error, receipt: payment.receipt },
        'a line of the statement was not taken in',
      )
    })
  }
  if (missed.length > 0) log.warn({ found: missed.length }, "found on M-Pesa's statement")
  return { kind: 'read', found: missed.length }
}
