import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Db } from '../db/connect.ts'
import type { Key } from '../db/keys.ts'
import { preparedRow } from '../db/prepared.ts'
import { selectOpenItems, selectTakenBack } from '../ledger/desk-items.ts'
import { selectPaymentOfPush, selectPaymentOfReceipt } from '../ledger/queries.ts'

type Reported = Key & { receipt: string | null }

const selectCounted = preparedRow((db, { company_id, id: request_id, receipt }: Reported) =>
  db.selectNoFrom(({ exists }) => [
    jsonObjectFrom(selectPaymentOfPush(db, { company_id, request_id })).as('payment'),
    jsonObjectFrom(selectPaymentOfReceipt(db, { receipt })).as('counted'),
    jsonArrayFrom(selectOpenItems(db, receipt)).as('items'),
    exists(selectTakenBack(db, receipt)).as('takenBack'),
  ]),
)

/**
 * All that decides what a report about a push means, in one statement: the push's payment, the one for which the receipt
 * counts, the open items of the receipt, and whether it was taken back. Push and receipt are locked before.
 */
export async function findCounted(tx: Db, { company_id, id }: Key, receipt: string | null) {
  const found = await selectCounted(tx, { company_id, id, receipt })
  if (!found) throw new Error('Nothing was read about a push.')
  const { payment, counted, items, takenBack } = found
  return { payment: payment ?? undefined, counted: counted ?? undefined, items, takenBack }
}
export type Counted = Awaited<ReturnType<typeof findCounted>>
