import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { sameCompany } from '../db/same-company.ts'
import { paidAt, paymentsWithReceipts } from '../payments/ledger-queries.ts'
import { roomNumberOn } from '../tenancy/stay-queries.ts'

export function findReceipt(db: Db, company_id: number, payment_id: number) {
  const day = sql`(${paidAt} at time zone 'Africa/Nairobi')::date`
  return paymentsWithReceipts(db)
    .innerJoin('users', sameCompany('users.id', 'payments.user_id'))
    .innerJoin('companies', 'companies.id', 'payments.company_id')
    .leftJoin('account_numbers', sameCompany('account_numbers.user_id', 'payments.user_id'))
    .leftJoin('bundle_orders', sameCompany('bundle_orders.request_id', 'payments.request_id'))
    .leftJoin('payments as reversal', (join) =>
      join
        .onRef('reversal.company_id', '=', 'payments.company_id')
        .onRef('reversal.reverses_payment_id', '=', 'payments.id'),
    )
    .where('payments.company_id', '=', company_id)
    .where('payments.id', '=', payment_id)
    .select([
      'payments.id',
      'payments.user_id',
      'payments.amount',
      'payments.purpose',
      'payments.kind',
      'payments.reason',
      'payments.reverses_payment_id',
      'reversal.paid_at as voided_at',
      'reversal.reason as voided_reason',
      'receipts.receipt',
      paidAt.as('paid_at'),
      'account_numbers.account_number',
      'users.first_name',
      'users.last_name',
      roomNumberOn('payments.company_id', 'payments.user_id', day).as('room_number'),
      'bundle_orders.name as bundle',
      'companies.name',
      'companies.address',
      'companies.phone',
      'companies.email',
    ])
    .executeTakeFirst()
}
