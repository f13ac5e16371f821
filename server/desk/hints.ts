import { sql } from 'kysely'
import { dayEnd, dayStart } from '#rules/calendar.ts'
import { editDistance, wordsOf } from '#rules/desk.ts'
import { dayOfCode, findMpesaCode } from '#rules/mpesa-code.ts'
import type { Db } from '../db/connect.ts'
import { sameCompany } from '../db/same-company.ts'
import { isReversed } from '../ledger/queries.ts'

/** The last two tenants who left each room named in a reference, with the day of leaving. */
export async function listEarlierTenants(db: Db, company_id: number, day: string, words: string[]) {
  if (words.length === 0) return []
  return db
    .selectFrom(
      db
        .selectFrom('rooms')
        .innerJoin('stays', sameCompany('stays.room_id', 'rooms.id'))
        .innerJoin('tenancies', sameCompany('tenancies.id', 'stays.tenancy_id'))
        .innerJoin('account_numbers', sameCompany('account_numbers.user_id', 'tenancies.user_id'))
        .where('rooms.company_id', '=', company_id)
        .where(sql<string>`lower(rooms.room_number)`, 'in', words)
        .where('stays.until_day', '<=', day)
        .groupBy(['rooms.room_number', 'account_numbers.account_number'])
        .select(['rooms.room_number', 'account_numbers.account_number'])
        .select([
          sql<string>`max(stays.until_day)`.as('until_day'),
          sql<number>`row_number() over (partition by rooms.room_number
            order by max(stays.until_day) desc)::int`.as('place'),
        ])
        .as('earlier'),
    )
    .where('place', '<=', 2)
    .select(['room_number', 'account_number', 'until_day'])
    .execute()
}

/** Accounts to which staff credited payments with the same reference before, and how often. */
export async function listCreditedBefore(db: Db, company_id: number, typed: string) {
  if (wordsOf(typed).length === 0) return []
  return (
    db
      .selectFrom('desk_items as item')
      .innerJoin('payments', (join) =>
        sameCompany(
          'payments.company_id',
          'item.payment_company_id',
        )(join).onRef('payments.id', '=', 'item.payment_id'),
      )
      .innerJoin('account_numbers as account', sameCompany('account.user_id', 'payments.user_id'))
      .where('item.company_id', '=', company_id)
      .where('item.outcome', '=', sql.lit('assigned' as const))
      .where(sql<boolean>`reference_key_of(item.reference) = reference_key_of(${typed}::text)`)
      // The reference of a push was sent by us, not typed by somebody.
      .where('item.request_id', 'is', null)
      .groupBy('account.account_number')
      .select(['account.account_number', sql<number>`count(*)::int`.as('times')])
      .execute()
  )
}

/** At most this many payments of a day are compared with a mistyped code. */
const MOST_OF_A_DAY = 500

/** Accounts with a payment that has the typed M-Pesa code, or else one of the same day that differs in one character. */
export async function listTypedCodes(db: Db, company_id: number, typed: string) {
  const code = findMpesaCode(typed)
  if (code === null) return []
  const codes = db
    .selectFrom('receipts')
    .innerJoin('payments', sameCompany('payments.id', 'receipts.payment_id'))
    .innerJoin('account_numbers as account', sameCompany('account.user_id', 'payments.user_id'))
    .where('receipts.company_id', '=', company_id)
    .where(sql<boolean>`not ${isReversed}`)
    .select(['account.account_number', 'receipts.receipt as code'])
  const same = await codes.where('receipts.receipt', '=', code).execute()
  const day = dayOfCode(code)
  if (same.length > 0 || day === null) return same
  const ofDay = await codes
    .where('receipts.paid_at', '>=', dayStart(day))
    .where('receipts.paid_at', '<', dayEnd(day))
    .orderBy('receipts.paid_at')
    .limit(MOST_OF_A_DAY)
    .execute()
  return ofDay.filter((one) => editDistance(one.code, code) === 1)
}
