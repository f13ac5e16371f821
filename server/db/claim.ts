import type { SelectQueryBuilder } from 'kysely'
import type { Db } from './connect.ts'

/**
 * Claims due rows for this node by putting off each row's next turn, in one transaction. Rows that another
 * node is claiming are skipped. Due rows stay in the database, so that a killed process forgets nothing.
 */
export function claimRows<DB, TB extends keyof DB, Row>(
  db: Db,
  selectDue: (tx: Db) => SelectQueryBuilder<DB, TB, Row>,
  reschedule: (tx: Db, row: Row) => Promise<unknown>,
): Promise<Row[]> {
  return db.transaction().execute(async (tx) => {
    const rows = await selectDue(tx).forUpdate().skipLocked().execute()
    for (const row of rows as Row[]) await reschedule(tx, row)
    return rows as Row[]
  })
}
