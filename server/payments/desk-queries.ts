import type { Insertable } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { Schema } from '../db/schema.ts'

/** Puts money before a person; the same receipt waits there once. */
export function insertDeskItem(db: Db, item: Insertable<Schema['desk_items']>) {
  return db
    .insertInto('desk_items')
    .values(item)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

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

/** Reports that came in before `before` and were never handled, oldest first. */
export function listUnhandled(db: Db, before: Date, most: number): Promise<RawReport[]> {
  return db
    .selectFrom('raw_reports')
    .where('handled_at', 'is', null)
    .where('received_at', '<', before)
    .select(rawColumns)
    .orderBy('received_at')
    .limit(most)
    .execute()
}
