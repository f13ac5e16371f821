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

/** What the desk shows of a report, without the characters that jsonb refuses. */
export const deskRaw = (raw: unknown): string =>
  JSON.stringify(raw ?? null, (_, value) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\u0000', '') : value,
  )

/** A receipt that is counted now waits no longer: here, or with the first company as unmatched. */
export function closeItemsOfReceipt(
  db: Db,
  company_id: number,
  receipt: string,
  payment: { company_id: number; id: number } | null,
  now: Date,
) {
  return db
    .updateTable('desk_items')
    .set({
      closed_at: now,
      outcome: 'by_itself',
      payment_company_id: payment?.company_id ?? null,
      payment_id: payment?.id ?? null,
    })
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('company_id', '=', company_id),
        eb(
          'company_id',
          '=',
          selectFrom('companies').select(({ fn }) => fn.min('id').as('id')),
        ),
      ]),
    )
    .where('receipt', '=', receipt)
    .where('closed_at', 'is', null)
    .execute()
}

/** A push that has ended is no longer waited for. */
export function closeWaitOf(db: Db, company_id: number, request_id: number, now: Date) {
  return db
    .updateTable('desk_items')
    .set({ closed_at: now, outcome: 'by_itself' })
    .where('company_id', '=', company_id)
    .where('request_id', '=', request_id)
    .where('reason', 'in', ['silent', 'unknown_code'])
    .where('closed_at', 'is', null)
    .execute()
}
