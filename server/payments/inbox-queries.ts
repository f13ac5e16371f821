import type { Insertable } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { Schema } from '../db/schema.ts'

const rawColumns = ['company_id', 'id', 'kind', 'request_id', 'raw'] as const

export function insertRawReport(db: Db, report: Insertable<Schema['raw_reports']>) {
  return db.insertInto('raw_reports').values(report).returning(rawColumns).executeTakeFirstOrThrow()
}
export type RawReport = Awaited<ReturnType<typeof insertRawReport>>

export function markHandled(db: Db, report: Pick<RawReport, 'company_id' | 'id'>, now: Date) {
  return db
    .updateTable('raw_reports')
    .set({ handled_at: now })
    .where('company_id', '=', report.company_id)
    .where('id', '=', report.id)
    .execute()
}

/** Claims reports that came in before `before` and were never handled: the least tried first. */
export function claimUnhandled(
  db: Db,
  before: Date,
  most_tries: number,
  most: number,
): Promise<RawReport[]> {
  return db.transaction().execute(async (tx) => {
    const left = await tx
      .selectFrom('raw_reports')
      .where('handled_at', 'is', null)
      .where('received_at', '<', before)
      .where('tries', '<', most_tries)
      .select(rawColumns)
      .orderBy('tries')
      .orderBy('received_at')
      .limit(most)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const { company_id, id } of left) {
      await tx
        .updateTable('raw_reports')
        .set((eb) => ({ tries: eb('tries', '+', 1) }))
        .where('company_id', '=', company_id)
        .where('id', '=', id)
        .execute()
    }
    return left
  })
}
