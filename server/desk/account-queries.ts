import { sql } from 'kysely'
import { fullName } from '../auth/user-queries.ts'
import type { Db } from '../db/connect.ts'
import { sameCompany } from '../db/same-company.ts'
import { balanceOf } from '../payments/balance.ts'
import { paymentsWithReceipts } from '../payments/ledger-queries.ts'
import { roomNumberOn } from '../tenancy/stay-queries.ts'

/** Every account of a company, what it owes at the end of `month`, and where its owner lives. */
export function listAccounts(db: Db, company_id: number, day: string, month: string) {
  return db
    .with('home', (cte) =>
      cte
        .selectFrom('tenancies')
        .innerJoin('stays', sameCompany('stays.tenancy_id', 'tenancies.id'))
        .innerJoin('rooms', sameCompany('rooms.id', 'stays.room_id'))
        .where('tenancies.company_id', '=', company_id)
        .where('stays.from_day', '<=', day)
        .where(({ or, eb }) =>
          or([eb('stays.until_day', 'is', null), eb('stays.until_day', '>', day)]),
        )
        .select(['tenancies.user_id', 'rooms.room_number', 'rooms.rate']),
    )
    .selectFrom('account_numbers as account')
    .innerJoin('users', sameCompany('users.id', 'account.user_id'))
    .innerJoinLateral(balanceOf('account.user_id', month), (join) => join.onTrue())
    .leftJoin('home', 'home.user_id', 'account.user_id')
    .where('account.company_id', '=', company_id)
    .select([
      'account.account_number',
      fullName().as('full_name'),
      'home.room_number',
      'home.rate',
      'balance.due',
    ])
    .orderBy(sql`home.room_number nulls last`)
    .orderBy('users.id')
    .execute()
}

/**
 * Payments of an amount since some moment whose M-Pesa receipt is not known yet: those of one push, or
 * of any.
 */
export function listPaymentsWithoutReceipt(
  db: Db,
  company_id: number,
  day: string,
  amount: number,
  since: Date,
  request_id: number | null,
) {
  return paymentsWithReceipts(db)
    .innerJoin('users as owner', sameCompany('owner.id', 'payments.user_id'))
    .innerJoin('account_numbers as account', sameCompany('account.user_id', 'payments.user_id'))
    .where('payments.company_id', '=', company_id)
    .where('payments.kind', '=', 'push')
    .where('payments.amount', '=', amount)
    .where('payments.paid_at', '>', since)
    .where('receipts.receipt', 'is', null)
    .$if(request_id !== null, (list) => list.where('payments.request_id', '=', request_id))
    .select([
      'payments.id as payment_id',
      'payments.paid_at',
      'account.account_number',
      fullName('owner').as('full_name'),
      roomNumberOn('payments.company_id', 'payments.user_id', day).as('room_number'),
    ])
    .orderBy('payments.id', 'desc')
    .limit(10)
    .execute()
}
