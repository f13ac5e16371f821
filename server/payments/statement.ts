import { STATEMENT_REACH_MS } from '#rules/payment.ts'
import type { Context } from '../context.ts'
import { insertUnreadableOnce, toDeskJson } from '../ledger/desk-items.ts'
import { listKnownReceipts } from '../ledger/queries.ts'
import type { StatementEntry } from './daraja.ts'
import { darajaAccountOf } from './daraja-http.ts'
import {
  claimStatement,
  markStatementFailed,
  markStatementRead,
  requestStatement,
} from './daraja-queries.ts'
import { applyPaybillPayment, findPaybillCompany } from './paybill.ts'

type StatementReading =
  /** The M-Pesa receipts of what was found; an unreadable entry has none. */
  | { kind: 'read'; found: number; receipts: string[] }
  /** `not_now`: nothing is requested, or it was read just now. A request stays until it is read. */
  | { kind: 'not_now' | 'no_answer' | 'off' }

/** The earliest instant that M-Pesa's statement can be asked for. */
export const statementStart = (now: Date): Date => new Date(now.getTime() - STATEMENT_REACH_MS)

/** Has one of the nodes read the statement from an instant on. */
export async function requestReconciliation({ db, config }: Context, since: Date): Promise<void> {
  if (config.daraja.statementNumber === null) return
  await requestStatement(db, darajaAccountOf(config.daraja), since)
}

/**
 * Reads M-Pesa's list of payments as far back as requested, and applies those that M-Pesa never reported
 * as if they were confirmations now: what counts already does not count twice.
 */
export async function readStatement(
  context: Context,
  signal?: AbortSignal,
): Promise<StatementReading> {
  const { db, config, daraja, log } = context
  if (config.daraja.statementNumber === null) return { kind: 'off' }
  const now = context.now()
  const account = darajaAccountOf(config.daraja)
  const claimed = await claimStatement(db, account, now)
  if (!claimed) return { kind: 'not_now' }
  const from = new Date(Math.max(claimed.since.getTime(), statementStart(now).getTime()))
  let found = 0
  let failed = 0
  const receipts: string[] = []
  try {
    for await (const page of daraja.statement(from, now, signal)) {
      const applied = await applyPage(context, page)
      found += applied.found
      failed += applied.failed
      receipts.push(...applied.receipts)
    }
  } catch (error) {
    log.warn({ err: error, found }, 'the statement was not read to its end')
    await markStatementFailed(db, account)
    return { kind: 'no_answer' }
  }
  if (failed > 0) await markStatementFailed(db, account)
  else await markStatementRead(db, account, claimed.requests)
  return { kind: 'read', found, receipts }
}

/** An entry that fails is applied at the next reading. */
async function applyPage(context: Context, page: StatementEntry[]) {
  const { db, log } = context
  const reported = page.flatMap(({ payment }) => (payment ? [payment.receipt] : []))
  const known = await listKnownReceipts(db, reported)
  const receipts: string[] = []
  let found = 0
  let failed = 0
  for (const { payment, raw } of page) {
    const receipt = payment?.receipt
    if (receipt && known.has(receipt)) continue
    try {
      if (payment) {
        await applyPaybillPayment(context, payment, raw, 'statement')
      } else {
        const company_id = await findPaybillCompany(db)
        await insertUnreadableOnce(db, { company_id, raw: toDeskJson(raw) })
      }
      log.warn({ receipt }, "found on M-Pesa's statement")
      found++
      if (receipt) receipts.push(receipt)
    } catch (error) {
      log.error({ err: error, receipt }, 'an entry of the statement cannot be applied')
      failed++
    }
  }
  return { found, failed, receipts }
}
