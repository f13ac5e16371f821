import { type RawBuilder, sql } from 'kysely'
import type { Month } from '#rules/calendar.ts'
import type { Balance } from '#rules/ledger.ts'
import type { Db } from '../db/connect.ts'
import { paidAt } from './ledger-queries.ts'

type Reference = number | RawBuilder<unknown>

/**
 * What an account owes: `balance` of rules/ledger.ts in SQL, compared with it by balance.test.ts, for many accounts or
 * where the payments aren't listed as well. One row, to join laterally as `balance`.
 */
const selectBalance = (company_id: Reference, user_id: Reference, month: Month) =>
  sql<Balance>`(
    select
      coalesce(sum(charged - paid) filter (where earlier), 0)::float8 as brought_forward,
      coalesce(sum(charged) filter (where not earlier), 0)::float8 as this_month,
      coalesce(sum(paid) filter (where not earlier), 0)::float8 as paid_this_month,
      coalesce(sum(charged - paid), 0)::float8 as due
    from (
      select amount as charged, 0 as paid, month < ${month} as earlier
      from charges
      where company_id = ${company_id} and user_id = ${user_id} and month <= ${month}
      union all
      select 0, amount, ${paidAt} < (${month} || '-01')::timestamp at time zone 'Africa/Nairobi'
      from payments
      left join receipts on receipts.company_id = payments.company_id
        and receipts.payment_id = payments.id
      where payments.company_id = ${company_id} and user_id = ${user_id} and purpose = 'rent'
    ) entry)`.as('balance')

/** For a query of many accounts; `user` is the column with the user, in a table that has `company_id`. */
export const balanceOf = (user: string, month: Month) =>
  selectBalance(sql.ref(`${user.split('.')[0]}.company_id`), sql.ref(user), month)

export function findBalance(
  db: Db,
  company_id: number,
  user_id: number,
  month: Month,
): Promise<Balance> {
  return db
    .selectFrom(selectBalance(company_id, user_id, month))
    .selectAll()
    .executeTakeFirstOrThrow()
}
