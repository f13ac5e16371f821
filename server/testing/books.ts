import type { Db } from '../db/connect.ts'

export type Books = Awaited<ReturnType<typeof readBooks>>

/** Everything that money is about, as it stands in the database. */
export async function readBooks(db: Db) {
  const accounts = await db.selectFrom('account_numbers').selectAll().execute()
  const requests = await db
    .selectFrom('payment_requests')
    .leftJoin('open_pushes', (join) =>
      join
        .onRef('open_pushes.company_id', '=', 'payment_requests.company_id')
        .onRef('open_pushes.request_id', '=', 'payment_requests.id'),
    )
    .select([
      'payment_requests.id',
      'payment_requests.checkout_request_id',
      'payment_requests.wire_reference',
      'payment_requests.status',
      'payment_requests.result_code',
      'payment_requests.daraja_checkout_id',
      'open_pushes.phone as held_phone',
    ])
    .execute()
  const payments = await db
    .selectFrom('payments')
    .leftJoin('receipts', (join) =>
      join
        .onRef('receipts.company_id', '=', 'payments.company_id')
        .onRef('receipts.payment_id', '=', 'payments.id'),
    )
    .select([
      'payments.id',
      'payments.kind',
      'payments.user_id',
      'payments.amount',
      'payments.request_id',
      'receipts.receipt',
    ])
    .execute()
  const desk = await db
    .selectFrom('desk_items')
    .where('closed_at', 'is', null)
    .select(['receipt', 'amount', 'reason'])
    .execute()
  const { unhandled } = await db
    .selectFrom('raw_reports')
    .where('handled_at', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('unhandled'))
    .executeTakeFirstOrThrow()
  return { accounts, requests, payments, desk, unhandled: Number(unhandled) }
}
