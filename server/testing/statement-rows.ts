import type { Insertable } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { Schema } from '../db/schema.ts'

/** A row of a statement as a test writes it: shillings, and a time in Nairobi. */
export interface TestRow {
  at: string
  shillings: number
  receipt?: string | null
  kind?: Schema['statement_rows']['kind']
  balance?: number
  reversed_receipt?: string
}

/** Stores a statement with its rows, as if staff had uploaded it. */
export async function addStatement(
  db: Db,
  company_id: number,
  staff_id: number,
  { from, until, source = 'paybill' }: { from: string; until: string; source?: 'paybill' | 'bank' },
  rows: TestRow[],
): Promise<number> {
  const instant = (text: string) => new Date(`${text.replace(' ', 'T')}+03:00`)
  const { id } = await db
    .insertInto('statements')
    .values({
      company_id,
      source,
      shape: source === 'bank' ? 'bank' : 'portal_table',
      file_name: 'statement.csv',
      file_hash: Buffer.from(crypto.randomUUID()),
      account: '600984',
      from_at: instant(from),
      until_at: instant(until),
      row_count: rows.length,
      uploaded_by: staff_id,
      kept_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const stored = rows.map(
    ({ at, shillings, receipt = null, balance, kind = 'payment', reversed_receipt }) =>
      ({
        company_id,
        statement_id: id,
        source,
        row_key: crypto.randomUUID(),
        receipt,
        at: instant(at),
        details: '',
        kind,
        cents: Math.round(shillings * 100),
        balance_cents: balance === undefined ? null : Math.round(balance * 100),
        reversed_receipt: reversed_receipt ?? null,
      }) satisfies Insertable<Schema['statement_rows']>,
  )
  for (let at = 0; at < stored.length; at += 1000) {
    await db
      .insertInto('statement_rows')
      .values(stored.slice(at, at + 1000))
      .execute()
  }
  return id
}
