import { type Insertable, sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { Key } from '../db/keys.ts'
import { prepared, preparedRow } from '../db/prepared.ts'
import type { Schema } from '../db/schema.ts'

export const eventColumns = ['company_id', 'id', 'kind', 'request_id', 'raw', 'tries'] as const

export function insertEvent(db: Db, event: Insertable<Schema['raw_reports']>) {
  return db
    .insertInto('raw_reports')
    .values(event)
    .returning(eventColumns)
    .executeTakeFirstOrThrow()
}
export type StoredEvent = Awaited<ReturnType<typeof insertEvent>>

/** The receipt that counts for a push already. */
const countedReceipt = sql<string | null>`(select payment.receipt from ledger_payments payment
  where payment.company_id = payment_requests.company_id
    and payment.request_id = payment_requests.id and payment.receipt is not null and not reversed
  order by payment.id limit 1)`

interface EventOfPush
  extends Pick<Insertable<Schema['raw_reports']>, 'kind' | 'raw' | 'received_at'> {
  company_id: number
  callback_token: string
  /** The receipt that the event reports. */
  receipt: string | null
}

/**
 * Stores an event of the push with this token, in one statement. M-Pesa repeats itself: when the receipt counts for the
 * push already, the event is processed with that.
 * @returns undefined when there is no such push
 */
export const insertEventOfPush = preparedRow((db, event: EventOfPush) =>
  db
    .insertInto('raw_reports')
    .columns(['company_id', 'request_id', 'kind', 'raw', 'received_at', 'handled_at'])
    .expression(
      db
        .selectFrom('payment_requests')
        .where('company_id', '=', event.company_id)
        .where('callback_token', '=', event.callback_token)
        .select(({ val, cast }) => [
          'company_id',
          'id',
          cast<string>(val(event.kind), 'text').as('kind'),
          cast<string>(val(event.raw), 'text').as('raw'),
          cast<Date>(val(event.received_at), 'timestamptz').as('received_at'),
          sql<Date | null>`case when ${countedReceipt} = ${event.receipt}::text
            then ${event.received_at}::timestamptz end`.as('handled_at'),
        ]),
    )
    .returning([...eventColumns, 'handled_at']),
)

const setHandled = prepared((db, { company_id, id, now }: Key & { now: Date }) =>
  db
    .updateTable('raw_reports')
    .set({ handled_at: now })
    .where('company_id', '=', company_id)
    .where('id', '=', id),
)

export const markProcessed = (db: Db, { company_id, id }: Key, now: Date) =>
  setHandled(db, { company_id, id, now })
