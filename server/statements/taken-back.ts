import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { insertDeskItem, toDeskJson } from '../ledger/desk-items.ts'
import { findPaymentOfReceipt } from '../ledger/queries.ts'
import type { Period } from './queries.ts'

interface Reversal {
  id: number
  at: Date
  receipt: string | null
  details: string
  payer: string | null
  cents: number
  reversed_receipt: string | null
}

/**
 * Money that M-Pesa took back waits on the desk, once for each row; nothing is entered by itself. Which payment it was is known
 * only where the row names it: see `nameTakenBack`.
 * @returns how many items are new
 */
export async function insertTakenBack(
  tx: Db,
  { company_id, source, account, from_at, until_at }: Period,
): Promise<number> {
  const { rows } = await sql<Reversal>`
    select row.id, row.at, row.receipt, row.details, row.payer, row.cents::float8 as cents,
      row.reversed_receipt
    from statement_rows row
    join statements of on of.company_id = row.company_id and of.id = row.statement_id
      and of.account = ${account}
    where row.company_id = ${company_id} and row.source = ${source} and row.kind = 'reversal'
      and row.at between ${from_at} and ${until_at}
      and not exists (select from desk_items
        where desk_items.company_id = row.company_id and desk_items.statement_row_id = row.id)
    order by row.at, row.id`.execute(tx)
  for (const row of rows) {
    const { at, receipt, details, payer, reversed_receipt } = row
    await insertDeskItem(tx, {
      company_id,
      reason: 'taken_back_by_mpesa',
      statement_row_id: row.id,
      ...(reversed_receipt && (await factsOf(tx, company_id, reversed_receipt))),
      amount: (-row.cents / 100).toFixed(2),
      paid_at: at,
      raw: toDeskJson({ receipt, time: at, details, payer, amount: row.cents / 100 }),
    })
  }
  return rows.length
}

/** Looks for the payments of reversals that name none, once all rows of their statement are kept: the payment may be one of them. */
export async function nameTakenBack(tx: Db, company_id: number, statement_id: number) {
  const { rows } = await sql<Reversal & { item: number }>`
    select row.id, row.at, row.receipt, row.details, row.payer, row.cents::float8 as cents,
      row.reversed_receipt, desk_items.id as item
    from statement_rows row
    join desk_items on desk_items.company_id = row.company_id
      and desk_items.statement_row_id = row.id
    where row.company_id = ${company_id} and row.statement_id = ${statement_id}
      and row.kind = 'reversal' and desk_items.counted_receipt is null
    order by row.at, row.id`.execute(tx)
  for (const { item, ...row } of rows) {
    const original = await findOriginal(tx, company_id, row)
    if (!original) continue
    await tx
      .updateTable('desk_items')
      .set(await factsOf(tx, company_id, original))
      .where('company_id', '=', company_id)
      .where('id', '=', item)
      .execute()
  }
}

async function factsOf(tx: Db, company_id: number, counted_receipt: string) {
  const payment = await findPaymentOfReceipt(tx, counted_receipt)
  const account_user_id = payment?.company_id === company_id ? payment.user_id : null
  return { counted_receipt, account_user_id }
}

/** How far back the payment of a reversal is looked for. */
const REACH_MS = 90 * 24 * 3_600_000

/**
 * The receipt that a row takes back without naming it: its own when a payment has it, else that of the only payment of the same
 * payer and sum before it.
 */
async function findOriginal(tx: Db, company_id: number, row: Reversal): Promise<string | null> {
  const { receipt, at, payer, cents } = row
  const payments = tx
    .selectFrom('statement_rows')
    .where('company_id', '=', company_id)
    .where('source', '=', 'paybill')
    .where('kind', '=', 'payment')
    .select('receipt')
  if (receipt) {
    const own = await payments.where('receipt', '=', receipt).executeTakeFirst()
    if (own) return receipt
  }
  if (!payer) return null
  const same = await payments
    .where('cents', '=', -cents)
    .where('payer', '=', payer)
    .where('at', '<=', at)
    .where('at', '>', new Date(at.getTime() - REACH_MS))
    .limit(2)
    .execute()
  return same.length === 1 ? (same[0]?.receipt ?? null) : null
}
