import { randomBytes } from 'node:crypto'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { isDismissedUpload, lockReceipt, toDeskJson, upsertDeskItem } from '../ledger/desk-items.ts'
import { listKnownReceipts } from '../ledger/queries.ts'
import { isUnknownReceipt, readTransactionStatusResult } from '../payments/daraja-messages.ts'
import { findPaybillCompany } from '../payments/paybill.ts'
import { requestReconciliation } from '../payments/statement.ts'
import { findClaim, traceOf } from './queries.ts'

/** Margin for the difference between our clock and M-Pesa's. */
const SKEW_MS = 60_000

/**
 * Asks M-Pesa, once for each claim, about a code that hasn't been reported. M-Pesa posts its answer later; `keepStatusAnswer`
 * stores it. If M-Pesa can't be asked now, it is asked when somebody types the code again.
 */
export async function askAboutCode(
  { db, config, daraja, log, now }: Context,
  { company_id, id, receipt }: { company_id: number; id: number; receipt: string },
): Promise<void> {
  if (!config.daraja.initiator) return
  const status_token = randomBytes(24).toString('hex')
  const claimed = await db
    .updateTable('payment_claims')
    .set({ status_asked_at: now(), status_token })
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .where('status_asked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!claimed) return
  const url = `${config.publicUrl}/api/hooks/code/${company_id}/${status_token}`
  const { kind } = await daraja.queryTransactionStatus({ receipt }, url)
  log.info({ company_id, claim: id, kind }, 'M-Pesa was asked about a typed code')
  if (kind === 'asked') return
  await db
    .updateTable('payment_claims')
    .set({ status_asked_at: null })
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .where('status_answer', 'is', null)
    .execute()
}

/**
 * Keeps M-Pesa's answer about a typed code, word for word. Money that M-Pesa has and we don't know of waits on the desk: the
 * answer doesn't name the account that the payer typed. A later report or statement credits the money and closes the item.
 * @returns false when there is no such claim
 */
export async function keepStatusAnswer(
  context: Context,
  company_id: number,
  status_token: string,
  raw: string,
): Promise<boolean> {
  const { db, config, now } = context
  const answer: unknown = JSON.parse(raw)
  const found = readTransactionStatusResult(answer)
  return db.transaction().execute(async (tx) => {
    const claim = await tx
      .selectFrom('payment_claims')
      .where('company_id', '=', company_id)
      .where('status_token', '=', status_token)
      .select(['id', 'receipt'])
      .forUpdate()
      .executeTakeFirst()
    if (!claim) return false
    // An answer that M-Pesa couldn't find it in time tells nothing about the code.
    const isAbout = found ? found.receipt === claim.receipt : isUnknownReceipt(answer)
    if (!isAbout) return true
    const { numUpdatedRows } = await tx
      .updateTable('payment_claims')
      .set({ status_answer: raw, status_at: now() })
      .where('company_id', '=', company_id)
      .where('id', '=', claim.id)
      .where('status_answer', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n || found?.paybill !== config.daraja.shortcode) return true
    const { receipt, amount_text, paid_at } = found
    await requestReconciliation(
      { ...context, db: tx },
      new Date((paid_at ?? now()).getTime() - SKEW_MS),
    )
    // With this lock, a concurrent report of the payment has either counted it by now, or will find the item.
    await lockReceipt(tx, { receipt })
    const row = await findClaim(tx, company_id, claim.id)
    if (!row) return true
    const { returned, reported, likely } = traceOf(row)
    const isKnown = (await listKnownReceipts(tx, [receipt])).has(receipt)
    // A payment of the claimant that counts without a code is this one only if the amount is the same. It doesn't matter whether
    // staff closed the claim: M-Pesa has the money.
    const isLikely = likely && row.likely_amount === Number(amount_text)
    if (isKnown || returned || reported || isLikely) return true
    const paybill_company = await findPaybillCompany(tx)
    if (await isOtherMovement(tx, paybill_company, receipt)) return true
    const item = {
      company_id: paybill_company,
      reason: 'confirmed_code' as const,
      receipt,
      amount: amount_text,
      paid_at,
      raw: toDeskJson(answer),
    }
    await upsertDeskItem(tx, item, isDismissedUpload)
    return true
  })
}

/** Whether M-Pesa's statement has the code, but as a sweep, charge, withdrawal or reversal only. */
async function isOtherMovement(tx: Db, company_id: number, receipt: string): Promise<boolean> {
  const rows = await tx
    .selectFrom('statement_rows')
    .where('company_id', '=', company_id)
    .where('source', '=', 'paybill')
    .where('receipt', '=', receipt)
    .select('kind')
    .execute()
  return rows.length > 0 && rows.every(({ kind }) => kind !== 'payment')
}

/** M-Pesa's answer about a code; null until it has answered. */
export function saidOf(
  status_answer: string | null,
  shortcode: string,
): 'paid' | 'elsewhere' | 'not_found' | null {
  if (status_answer === null) return null
  const found = readTransactionStatusResult(JSON.parse(status_answer))
  if (!found) return 'not_found'
  return found.paybill === shortcode ? 'paid' : 'elsewhere'
}
