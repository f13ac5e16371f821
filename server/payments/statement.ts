import { STATEMENT_REACH_MS } from '#rules/payment.ts'
import type { Context } from '../context.ts'
import type { StatementEntry } from './daraja.ts'
import { darajaAccountOf } from './daraja-http.ts'
import {
  claimStatement,
  markStatementFailed,
  markStatementRead,
  requestStatement,
} from './daraja-queries.ts'
import { insertUnreadableOnce, toDeskJson } from './desk-queries.ts'
import { listKnownReceipts } from './ledger-queries.ts'
import { applyPaybillPayment, findPaybillCompany } from './paybill.ts'

/** At most this often, whoever wants it; longer after each failure. */
const rest_ms = 30_000
const longest_rest_ms = 15 * 60_000

type Reading =
  | { kind: 'read'; found: number }
  /** Nothing is wanted, or somebody has just asked: what is wanted stays so. */
  | { kind: 'not_now' | 'no_answer' | 'off' }

/** The furthest back that M-Pesa's statement can be asked for. */
export const statementStart = (now: Date): Date => new Date(now.getTime() - STATEMENT_REACH_MS)

/** Remembers, for whichever node comes first, that payments since an instant may be missing. */
export async function requestReconciliation({ db, config }: Context, since: Date): Promise<void> {
  if (config.daraja.statementNumber === null) return
  await requestStatement(db, darajaAccountOf(config.daraja), since)
}

/**
 * Asks M-Pesa for its own list of payments as far back as anybody misses some, and takes in what never
 * came: the same way as a confirmation, so that what is counted already only counts once. `signal` gives it
 * up; what is wanted stays so.
 */
export async function readStatement(context: Context, signal?: AbortSignal): Promise<Reading> {
  const { db, config, daraja, log } = context
  if (config.daraja.statementNumber === null) return { kind: 'off' }
  const now = context.now()
  const account = darajaAccountOf(config.daraja)
  const claimed = await claimStatement(db, account, now, rest_ms, longest_rest_ms)
  if (!claimed) return { kind: 'not_now' }
  const from = new Date(Math.max(claimed.since.getTime(), statementStart(now).getTime()))
  let found = 0
  let failed = 0
  try {
    for await (const page of daraja.statement(from, now, signal)) {
      const taken = await storeAndProcess(context, page)
      found += taken.found
      failed += taken.failed
    }
  } catch (error) {
    log.warn({ err: error, found }, 'the statement was not read to its end')
    await markStatementFailed(db, account)
    return { kind: 'no_answer' }
  }
  if (failed > 0) await markStatementFailed(db, account)
  else await markStatementRead(db, account, claimed.requests)
  return { kind: 'read', found }
}

/** Takes in what of a page is new to us; a line that fails is met again at the next reading. */
async function storeAndProcess(context: Context, page: StatementEntry[]) {
  const { db, log } = context
  const receipts = page.flatMap(({ payment }) => (payment ? [payment.receipt] : []))
  const known = await listKnownReceipts(db, receipts)
  let found = 0
  let failed = 0
  for (const { payment, raw } of page) {
    const receipt = payment?.receipt
    if (receipt && known.has(receipt)) continue
    try {
      if (payment) await applyPaybillPayment(context, payment, raw, 'statement')
      else
        await insertUnreadableOnce(db, {
          company_id: await findPaybillCompany(db),
          raw: toDeskJson(raw),
        })
      log.warn({ receipt }, "found on M-Pesa's statement")
      found++
    } catch (error) {
      log.error({ err: error, receipt }, 'a line of the statement was not taken in')
      failed++
    }
  }
  return { found, failed }
}
