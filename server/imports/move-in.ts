import { randomInt, randomUUID } from 'node:crypto'
import { PLACEHOLDER_SUFFIX } from '#contract/auth.ts'
import { makeAccountNumber } from '#rules/account-number.ts'
import { type Day, dayOf, formatDay, monthOf, nextMonth } from '#rules/calendar.ts'
import { OPENING_BALANCE, OPENING_DEPOSIT } from '#rules/ledger.ts'
import { LoginsTaken, loginsOf } from '../auth/user-queries.ts'
import type { Db } from '../db/connect.ts'
import { normaliseNumber } from '../onboarding/queries.ts'
import { rethrowRoomFull } from '../tenancy/stay-queries.ts'
import type { NewTenant } from './read-tenant.ts'
import { type Importing, RowError } from './rows.ts'

export interface MovingIn {
  tenant: NewTenant
  room: { id: number; room_number: string }
}

/**
 * Stores new tenants, a statement a table. Nobody of them owes rent yet: that of this month and those before is in the
 * opening balance, and who moves in later pays it then.
 * @returns the ids of their users
 * @throws {RowError | HttpError} the reason why one of them can't be stored; it is that of the first when there is only one
 */
export async function moveIn(
  tx: Db,
  { context: { now }, user: staff, hashes }: Importing,
  people: MovingIn[],
): Promise<number[]> {
  const { company_id } = staff
  const [today, month] = [dayOf(now()), monthOf(now())]
  const emailOf = ({ email, phone_number }: NewTenant) => email ?? phone_number + PLACEHOLDER_SUFFIX
  const users = await tx
    .insertInto('users')
    .values(
      people.map(({ tenant }) => {
        const [first_name = '', ...rest] = tenant.full_name.split(/\s+/)
        return {
          company_id,
          first_name,
          last_name: rest.join(' '),
          email: emailOf(tenant),
          username: `0${tenant.phone_number.slice(3)}`,
          phone: tenant.phone_number,
          password_hash: hashes.get(tenant.id_number) ?? '',
          must_change_password: true,
        }
      }),
    )
    .returning(['id', 'phone'])
    .execute()
  const idOf = new Map(users.map(({ id, phone }) => [phone, id]))
  const made = people.map(({ tenant, room }) => {
    const key = { company_id, user_id: idOf.get(tenant.phone_number) ?? 0 }
    return { tenant, room, key }
  })
  await insertLogins(
    tx,
    made.flatMap(({ key, tenant }) =>
      loginsOf({ email: emailOf(tenant), phone: tenant.phone_number }).map((login) => ({
        login,
        ...key,
      })),
    ),
  )
  await insertNumbers(
    tx,
    'id_numbers',
    made.map(({ key, tenant }) => ({ id_number: normaliseNumber(tenant.id_number), ...key })),
  )
  await insertAccountNumbers(
    tx,
    made.map(({ key }) => key),
  )
  const tenancies = await tx
    .insertInto('tenancies')
    .values(
      made.map(({ key, tenant }) => ({
        ...key,
        first_rent_month: tenant.start_date <= today ? nextMonth(month) : null,
      })),
    )
    .returning(['id', 'user_id'])
    .execute()
  const tenancyOf = new Map(tenancies.map(({ id, user_id }) => [user_id, id]))
  await insertDetails(
    tx,
    made.map(({ tenant, key }) => ({
      tenant,
      key: { ...key, tenancy_id: tenancyOf.get(key.user_id) ?? 0 },
    })),
  )
  const [first] = people
  await tx
    .insertInto('stays')
    .values(
      made.map(({ tenant, room, key }) => ({
        company_id,
        tenancy_id: tenancyOf.get(key.user_id) ?? 0,
        room_id: room.id,
        from_day: tenant.start_date,
        until_day: tenant.end_date,
      })),
    )
    .execute()
    .catch(rethrowRoomFull(first?.room.room_number ?? '', 'room'))
    .catch((error: unknown) => {
      const { body } = error as { body?: { code?: string } }
      if (body?.code !== 'room_taken' || !first) throw error
      const { room, tenant } = first
      throw new RowError(noPlace(room.room_number, tenant.start_date))
    })
  const debts = made.filter(({ tenant }) => tenant.opening_balance !== 0)
  if (debts.length > 0) {
    const entry = { kind: 'correction' as const, reason: OPENING_BALANCE, entered_by: staff.id }
    await tx
      .insertInto('charges')
      .values(
        debts.map(({ tenant, key }) => ({
          ...key,
          ...entry,
          month,
          amount: tenant.opening_balance,
        })),
      )
      .execute()
  }
  const deposits = made.filter(({ tenant }) => tenant.deposit_held > 0)
  if (deposits.length > 0) {
    await tx
      .insertInto('deposit_entries')
      .values(
        deposits.map(({ tenant, key }) => ({
          ...{ ...key, kind: 'opening' as const, amount: tenant.deposit_held, at: now() },
          ...{ reason: OPENING_DEPOSIT, entered_by: staff.id, submission_id: randomUUID() },
        })),
      )
      .execute()
  }
  const notes = made.flatMap(({ tenant: { partial }, key }) =>
    partial === null
      ? []
      : [{ ...key, text: `In the imported file: ${partial}.`, created_by: staff.id }],
  )
  if (notes.length > 0) await tx.insertInto('tenant_notes').values(notes).execute()
  return made.map(({ key }) => key.user_id)
}

interface Key {
  company_id: number
  user_id: number
}

/** @throws {LoginsTaken} */
async function insertLogins(tx: Db, logins: (Key & { login: string })[]) {
  const inserted = await tx
    .insertInto('logins')
    .values(logins)
    .onConflict((conflict) => conflict.doNothing())
    .returning('login')
    .execute()
  if (inserted.length < logins.length) {
    const done = new Set(inserted.map(({ login }) => login))
    throw new LoginsTaken(logins.flatMap(({ login }) => (done.has(login) ? [] : [login])))
  }
}

/** @param line of the same file that takes the last place */
export const noPlace = (room_number: string, from: Day, line?: number) =>
  `${room_number} has no free place from ${formatDay(from)} on${line === undefined ? '' : `: line ${line} takes the last one`}.`

const numberNames = { id_numbers: 'ID number', registration_numbers: 'registration number' }
export const alreadyRegistered = (table: keyof typeof numberNames) =>
  `This ${numberNames[table]} is already registered.`

/** @throws {RowError} when somebody has one of them */
async function insertNumbers(tx: Db, table: keyof typeof numberNames, rows: Key[]) {
  const inserted = await tx
    .insertInto(table)
    .values(rows as never)
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .execute()
  if (inserted.length < rows.length) {
    throw new RowError(alreadyRegistered(table))
  }
}

async function insertAccountNumbers(tx: Db, users: Key[]) {
  let missing = users
  // A random number is another user's now and then.
  while (missing.length > 0) {
    const inserted = await tx
      .insertInto('account_numbers')
      .values(missing.map((key) => ({ account_number: makeAccountNumber(randomInt), ...key })))
      .onConflict((conflict) => conflict.doNothing())
      .returning('user_id')
      .execute()
    const done = new Set(inserted.map(({ user_id }) => user_id))
    missing = missing.filter(({ user_id }) => !done.has(user_id))
  }
}

/** Of those who have all that the onboarding form asks for. */
async function insertDetails(
  tx: Db,
  people: { tenant: NewTenant; key: Key & { tenancy_id: number } }[],
) {
  const rows = people.flatMap(({ key, tenant }) => {
    const { full_name, id_number, phone_number, details } = tenant
    const unasked = { sponsor_phone: null, terms_agreed_at: null, terms_version: null }
    return details ? [{ ...key, ...details, full_name, id_number, phone_number, ...unasked }] : []
  })
  if (rows.length === 0) return
  await insertNumbers(
    tx,
    'registration_numbers',
    rows.map(({ company_id, user_id, registration_number }) => ({
      company_id,
      user_id,
      registration_number: normaliseNumber(registration_number),
    })),
  )
  await tx.insertInto('tenant_details').values(rows).execute()
}
