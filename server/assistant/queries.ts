import type { Db } from '../db/connect.ts'
import { paidAt, paymentsWithReceipts } from '../payments/ledger-queries.ts'

/** What came last on a person's account, rent or wifi; corrections of the office are no payments. */
export function findLastPayment(db: Db, company_id: number, user_id: number) {
  return paymentsWithReceipts(db)
    .where('payments.company_id', '=', company_id)
    .where('payments.user_id', '=', user_id)
    .where('payments.kind', '!=', 'correction')
    .select(['payments.amount', 'payments.purpose', 'receipts.receipt', paidAt.as('paid_at')])
    .orderBy(paidAt, 'desc')
    .orderBy('payments.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
