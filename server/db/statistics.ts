import { sql } from 'kysely'
import type { Db } from './connect.ts'

/**
 * Updates PostgreSQL's statistics of a table if they know of less than half of its rows. After thousands of new rows, a connection
 * would otherwise look each of them up by a plan that was made for a small table, until autovacuum runs.
 */
export async function analyzeIfGrown(db: Db, table: 'bills' | 'statement_rows') {
  const { rows } = await sql<{ is_known: boolean }>`
    select reltuples * 2 >= (select count(*) from ${sql.table(table)}) as is_known
    from pg_class where oid = ${table}::regclass`.execute(db)
  if (!rows[0]?.is_known) await sql`analyze ${sql.table(table)}`.execute(db)
}
