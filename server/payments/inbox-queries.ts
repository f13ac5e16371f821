import type { Insertable } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { Schema } from '../db/schema.ts'

const rawColumns = ['company_id', 'id', 'kind', 'request_id', 'raw', 'tries'] as const

export function insertEvent(db: Db, report: Insertable<Schema['raw_reports']>) {
  return db.insertInto('raw_reports').values(report).returning(rawColumns).executeTakeFirstOrThrow()
}
export type StoredEvent = Awaited<ReturnType<typeof insertEvent>>

export function markProcessed(db: Db, report: Pick<StoredEvent, 'company_id' | 'id'>, now: Date) {
  return db
    .updateTable('raw_reports')
    .set({ handled_at: now })
    .where('company_id', '=', report.company_id)
    .where('id', '=', report.id)
    .execute()
}

/** Claims reports that came in before `before`, were never handled and whose turn has come. */
export function claimUnprocessed(
  db: Db,
  before: Date,
  now: Date,
  nextTry: (tries: number) => Date,
  most: number,
): Promise<StoredEvent[]> {
  return db.transaction().execute(async (tx) => {
    const left = await tx
      .selectFrom('raw_reports')
      .where('handled_at', 'is', null)
      .where('received_at', '<', before)
      .where(({ or, eb }) => or([eb('next_try_at', 'is', null), eb('next_try_at', '<=', now)]))
      .select(rawColumns)
      .orderBy('tries')
      .orderBy('received_at')
      .limit(most)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const report of left) {
      report.tries++
      await tx
        .updateTable('raw_reports')
        .set({ tries: report.tries, next_try_at: nextTry(report.tries) })
        .where('company_id', '=', report.company_id)
        .where('id', '=', report.id)
        .execute()
    }
    return left
  })
}
