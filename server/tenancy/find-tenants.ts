import { sql } from 'kysely'
import type { FoundTenant } from '#contract/tenants.ts'
import { normaliseAccountNumber } from '#rules/account-number.ts'
import type { Day } from '#rules/calendar.ts'
import { idNumberKey } from '#rules/id-number.ts'
import { compactCode } from '#rules/mpesa-code.ts'
import { phoneDigits } from '#rules/phone.ts'
import { paymentIdOf } from '#rules/receipt.ts'
import { mayDo } from '#rules/staff-roles.ts'
import { plainTyped } from '#rules/typed.ts'
import type { AuthUser } from '../auth/access.ts'
import { fullName } from '../auth/user-queries.ts'
import type { Db } from '../db/connect.ts'
import { balanceOf } from '../ledger/balance.ts'
import { beginsAsRoom, hasName, literally } from './list-tenants.ts'
import { normaliseNumber } from './numbers.ts'
import { roomNumberOn } from './stay-queries.ts'

const MAX_FOUND = 20

/** Digits in the middle of a phone number are found, too; fewer would be found everywhere. */
const LEAST_DIGITS = 4

/**
 * Whoever has or had a room here and fits what was typed: by a number that is theirs alone first, then by room and by name.
 */
export async function findTenants(
  db: Db,
  { company_id, staff_role }: Pick<AuthUser, 'company_id' | 'staff_role'>,
  asTyped: string,
  today: Day,
): Promise<FoundTenant[]> {
  const typed = plainTyped(asTyped)
  const phone = phoneDigits(typed, LEAST_DIGITS)
  const payment = paymentIdOf(typed)
  const receipt = compactCode(typed).toUpperCase()
  const id_number = idNumberKey(typed)
  const name = fullName()
  // Each is looked up once, not for every tenant.
  const ofAccount = sql`(select user_id from account_numbers where company_id = ${company_id}
    and account_number = ${normaliseAccountNumber(typed)})`
  // Nobody tries out numbers that they may not see.
  const ofIdNumber = mayDo(staff_role, 'tenancies')
    ? sql`(select user_id from id_numbers where company_id = ${company_id}
        and id_number = ${id_number})`
    : sql`null`
  const ofRegistration = sql`(select user_id from registration_numbers
    where company_id = ${company_id} and registration_number = ${normaliseNumber(typed)})`
  // An M-Pesa payment may be shared among several.
  const ofReceipt = sql`(
    select user_id from payments where company_id = ${company_id} and id = ${payment}
    union select user_id from ledger_payments
    where company_id = ${company_id} and receipt = ${receipt})`
  const room = roomNumberOn('users.company_id', 'users.id', today)
  const by = sql<FoundTenant['by'] | null>`case
    when users.id = ${ofAccount} then 'account'
    when users.id = ${ofIdNumber} then 'id_number'
    when users.id = ${ofRegistration} then 'registration_number'
    when users.id in ${ofReceipt} then 'receipt'
    when ${phone}::text is not null and users.phone like '%' || ${phone} || '%' then 'phone'
    when ${beginsAsRoom(room, typed)} then 'room'
    when ${hasName(typed)} then 'name'
    when ${typed.includes('@')} and lower(users.email) like lower(${`${literally(typed)}%`})
      then 'email'
    end`
  const found = await db
    .selectFrom('users')
    .where('users.company_id', '=', company_id)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('tenancies')
          .whereRef('tenancies.company_id', '=', 'users.company_id')
          .whereRef('tenancies.user_id', '=', 'users.id')
          .select('tenancies.id'),
      ),
    )
    .where(by, 'is not', null)
    .select(['users.company_id', 'users.id', name.as('full_name'), room.as('room'), by.as('by')])
    .orderBy(sql`${room} is null`)
    .orderBy('full_name')
    .orderBy('users.id')
    .limit(MAX_FOUND)
    .execute()
  if (found.length === 0) return []
  // Balances are added up only for the tenants who are shown.
  const ids = found.map(({ id }) => id)
  const balances = await db
    .selectFrom('users')
    .innerJoinLateral(balanceOf('users.id', today), (join) => join.onTrue())
    .where('users.company_id', '=', company_id)
    .where('users.id', 'in', ids)
    .select(['users.id', 'balance.due'])
    .execute()
  const due = new Map(balances.map((row) => [row.id, row.due]))
  return found.map(({ company_id: _, by, ...tenant }) => ({
    ...tenant,
    by: by ?? 'name',
    balance: due.get(tenant.id) ?? 0,
  }))
}
