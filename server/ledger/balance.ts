import { type RawBuilder, sql } from 'kysely'
import { type Day, firstDay, type Month, monthStart } from '#rules/calendar.ts'
import { type Balance, OPENING_BALANCE } from '#rules/ledger.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import type { UserKey } from '../db/keys.ts'

const monthOfDay = (day: Day): Month => day.slice(0, 7)

type Reference = number | RawBuilder<unknown>

/**
 * What an account owes: `balance` of rules/ledger.ts in SQL (balance.test.ts compares them), for many accounts or where the
 * payments aren't listed as well. A bill counts from its due day, the rent of a month from its first day. One row, to join
 * laterally as `balance`.
 */
const selectBalance = (company_id: Reference, user_id: Reference, today: Day) =>
  sql<Balance>`(
    select
      coalesce(sum(charged - paid) filter (where earlier), 0)::float8 as brought_forward,
      coalesce(sum(charged) filter (where not earlier), 0)::float8 as this_month,
      coalesce(sum(paid) filter (where not earlier), 0)::float8 as paid_this_month,
      coalesce(sum(charged - paid), 0)::float8 as due
    from (
      select amount as charged, 0 as paid, due_day < ${firstDay(monthOfDay(today))} as earlier
      from charges
      where company_id = ${company_id} and user_id = ${user_id} and due_day <= ${today}
      union all
      select 0, amount, paid_at < ${monthStart(monthOfDay(today))}
      from ledger_payments
      where company_id = ${company_id} and user_id = ${user_id} and purpose = 'rent'
    ) entry)`.as('balance')

/** The balance for a query of many accounts; `user` is the column with the user, in a table that has `company_id`. */
export const balanceOf = (user: string, today: Day) =>
  selectBalance(sql.ref(`${user.split('.')[0]}.company_id`), sql.ref(user), today)

export function findBalance(
  db: Db,
  company_id: number,
  user_id: number,
  today: Day,
): Promise<Balance> {
  return db
    .selectFrom(selectBalance(company_id, user_id, today))
    .selectAll()
    .executeTakeFirstOrThrow()
}

/** Whether a charge is the opening balance of an imported tenant. Manual entries aren't, whatever their reason says. */
export const isOpeningBalance = sql<boolean>`(charges.kind = 'correction'
  and charges.reason = ${sql.lit(OPENING_BALANCE)}
  and charges.submission_id is null and charges.reverses_charge_id is null)`

/** Whether a charge belongs to the figures of rent, which leave out fees and the opening balances of imported tenants. */
export const isOfRent = sql<boolean>`(charges.kind not in ('fee', 'late_fee') and not ${isOpeningBalance})`

/**
 * The charges of a month apart from its rent. Corrections of rent come with the other months that they change and only the amount
 * for those, late fees with the month of the late rent. Charges that were taken back in the same month are left out.
 */
export function selectOtherCharges(db: Db, company_id: number, user_id: number, today: Day) {
  const month = monthOfDay(today)
  return db
    .selectFrom('charges')
    .leftJoinLateral(
      ({ selectFrom }) =>
        selectFrom('rent_corrections')
          .whereRef('rent_corrections.company_id', '=', 'charges.company_id')
          .whereRef('rent_corrections.charge_id', '=', 'charges.id')
          .select(['rent_corrections.month', 'rent_corrections.amount'])
          .as('part'),
      (join) => join.onTrue(),
    )
    .where('charges.company_id', '=', company_id)
    .where('charges.user_id', '=', user_id)
    .where('charges.due_day', '>=', firstDay(month))
    .where('charges.due_day', '<=', today)
    .where('charges.kind', '!=', 'rent')
    .where(sql<boolean>`part.month is distinct from ${month}`)
    .where(sql<boolean>`not exists (select from charges other
      where other.company_id = charges.company_id and other.user_id = charges.user_id
        and date_trunc('month', other.due_day) = date_trunc('month', charges.due_day)
        and (other.reverses_charge_id = charges.id or other.id = charges.reverses_charge_id))`)
    .groupBy(['charges.company_id', 'charges.id'])
    .orderBy('charges.id')
    .select(['charges.id', 'charges.kind', 'charges.reason', isOpeningBalance.as('is_opening')])
    .select(['charges.name', 'charges.waives_charge_id'])
    .select(sql<Month | null>`coalesce(min(part.month), charges.late_month)`.as('first'))
    .select(sql<Month | null>`coalesce(max(part.month), charges.late_month)`.as('last'))
    .select(sql<number>`coalesce(sum(part.amount), charges.amount)::float8`.as('amount'))
}

/** Makes the user's open pages fetch the balance again. */
export function notifyBalanceChanged({ sockets }: Context, user: UserKey) {
  sockets.emitToUser(user.company_id, user.user_id, 'balance')
}
