import { statement_ms } from '#rules/payment.ts'
import type { Context } from '../context.ts'
import { accountOf } from './daraja-http.ts'
import {
  claimStatement,
  isPaused,
  pauseUntil,
  statementRead,
  wantStatement,
} from './daraja-queries.ts'
import { listKnownReceipts } from './ledger-queries.ts'
import { confirmPaybill } from './paybill.ts'

/** At most this often, whoever wants it. */
const rest_ms = 30_000
/** How long M-Pesa is left alone when it says that we ask too much. */
export const pause_ms = 60_000

type Reading =
  | { kind: 'read'; found: number }
  /** Nothing is wanted, or somebody has just asked: what is wanted stays so. */
  | { kind: 'not_now' | 'no_answer' | 'off' }

/** The furthest back that M-Pesa's statement can be asked for. */
export const statementStart = (now: Date): Date => new Date(now.getTime() - statement_ms)

/** Remembers, for whichever node comes first, that payments since an instant may be missing. */
export async function missPayments({ db, config }: Context, since: Date): Promise<void> {
  if (config.daraja.statementNumber === null) return
  await wantStatement(db, accountOf(config.daraja), since)
}

/**
 * Asks M-Pesa for its own list of payments as far back as anybody misses some, and takes in what never
 * came: the same way as a confirmation, so that what is counted already only counts once.
 */
export async function readStatement(context: Context): Promise<Reading> {
  const { db, config, daraja, log } = context
  if (config.daraja.statementNumber === null) return { kind: 'off' }
  const now = context.now()
  const account = accountOf(config.daraja)
  if (await isPaused(db, account, now)) return { kind: 'no_answer' }
  const since = await claimStatement(db, account, now, rest_ms)
  if (!since) return { kind: 'not_now' }
  const from = new Date(Math.max(since.getTime(), statementStart(now).getTime()))
  const answer = await daraja.statement(from, now)
  if (answer.kind === 'throttled') await pauseUntil(db, account, new Date(now.getTime() + pause_ms))
  if (answer.kind !== 'entries') return { kind: 'no_answer' }

  const entries = answer.entries.flatMap(({ payment, raw }) => (payment ? [{ payment, raw }] : []))
  const known = await listKnownReceipts(
    db,
    entries.map(({ payment }) => payment.receipt),
  )
  const missed = entries.filter(({ payment }) => !known.has(payment.receipt))
  let failed = 0
  for (const { payment, raw } of missed) {
    // One that cannot be taken in must not keep out the others; it is met again at the next reading.
    await confirmPaybill(context, payment, raw, 'statement').catch((error: unknown) => {
      failed++
      log.error(
        { err: error, receipt: payment.receipt },
        'a line of the statement was not taken in',
      )
    })
  }
  if (missed.length > 0) log.warn({ found: missed.length, failed }, "found on M-Pesa's statement")
  if (failed === 0) await statementRead(db, account, since)
  return { kind: 'read', found: missed.length - failed }
}
