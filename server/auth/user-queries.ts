import { type Insertable, sql, type Updateable } from 'kysely'
import { PLACEHOLDER_SUFFIX } from '#contract/auth.ts'
import { toMsisdn } from '#rules/phone.ts'
import { plainTyped } from '#rules/typed.ts'
import type { Db } from '../db/connect.ts'
import { sameCompany } from '../db/same-company.ts'
import type { Schema } from '../db/schema.ts'
import { HttpError } from '../http/errors.ts'

/** Another user signs in with one of these already. A 409, unless the caller gives a better message. */
export class LoginsTaken extends HttpError {
  override name = 'LoginsTaken'
  /** Normalised by loginKey. */
  readonly logins: string[]

  constructor(logins: string[]) {
    super(409, {
      message: 'There is already an account with this phone number or email address.',
      code: 'login_taken',
    })
    this.logins = logins
  }
}

/** Normalises what was typed as username: a phone to 254…, an email address to lower case. */
export function loginKey(typed: string): string {
  const text = plainTyped(typed).toLowerCase()
  const bare = text.endsWith(PLACEHOLDER_SUFFIX) ? text.slice(0, -PLACEHOLDER_SUFFIX.length) : text
  return toMsisdn(bare) ?? bare
}

/** The logins of a user: the email address, and the phone if known. */
export const loginsOf = ({ email, phone }: { email: string; phone: string | null }): string[] => [
  ...new Set([email, ...(phone ? [phone] : [])].map(loginKey)),
]

/** Those of the logins that exist already. */
export async function findTakenLogins(db: Db, logins: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('logins')
    .where('login', 'in', logins.map(loginKey))
    .select('login')
    .execute()
  return rows.map(({ login }) => login)
}

/**
 * Inserts a user and their logins; within a transaction.
 * @throws {LoginsTaken} also when a concurrent transaction was first
 */
export async function insertUser(tx: Db, user: NewUser): Promise<number> {
  const [id] = await insertUsers(tx, [user])
  if (id === undefined) throw new Error('A user was not inserted.')
  return id
}

type NewUser = Insertable<Schema['users']>

/**
 * Inserts users and their logins, in two statements; within a transaction.
 * @returns their ids, in the same order
 * @throws {LoginsTaken} also when two of them have the same login
 */
export async function insertUsers(tx: Db, users: NewUser[]): Promise<number[]> {
  if (users.length === 0) return []
  const inserted = await tx.insertInto('users').values(users).returning(['id', 'email']).execute()
  const idOf = new Map(inserted.map(({ id, email }) => [email, id]))
  const ids = users.map(({ email }) => idOf.get(email) ?? 0)
  const logins = users.flatMap(({ company_id, email, phone = null }, index) =>
    loginsOf({ email, phone }).map((login) => ({ company_id, user_id: ids[index] ?? 0, login })),
  )
  await insertLogins(tx, logins)
  return ids
}

/** @throws {LoginsTaken} */
export async function insertLogins(tx: Db, logins: Schema['logins'][]) {
  // Always in the same order, so that two transactions cannot deadlock.
  const sorted = logins.toSorted((one, other) => (one.login < other.login ? -1 : 1))
  const inserted = await tx
    .insertInto('logins')
    .values(sorted)
    .onConflict((conflict) => conflict.doNothing())
    .returning('login')
    .execute()
  if (inserted.length === logins.length) return
  const done = new Set(inserted.map(({ login }) => login))
  throw new LoginsTaken(sorted.flatMap(({ login }) => (done.has(login) ? [] : [login])))
}

/**
 * Changes what somebody signs in with. The new logins are inserted before the old ones are deleted, so that two users who swap
 * theirs cannot deadlock.
 * @throws {LoginsTaken}
 */
export async function moveLogins(
  tx: Db,
  before: { company_id: number; id: number; email: string; phone: string | null },
  after: { email: string; phone: string | null },
) {
  const { company_id, id: user_id } = before
  const [old, fresh] = [loginsOf(before), loginsOf(after)]
  const logins = fresh.filter((login) => !old.includes(login))
  if (logins.length > 0) {
    await insertLogins(
      tx,
      logins.map((login) => ({ login, company_id, user_id })),
    )
  }
  for (const login of old) {
    if (!fresh.includes(login)) await deleteLogin(tx, company_id, user_id, login)
  }
}

function deleteLogin(tx: Db, company_id: number, user_id: number, login: string) {
  return tx
    .deleteFrom('logins')
    .where('login', '=', login)
    .where('company_id', '=', company_id)
    .where('user_id', '=', user_id)
    .execute()
}

/** `login` is normalised by loginKey. */
export function findLogin(db: Db, login: string) {
  return db
    .selectFrom('logins')
    .innerJoin('users', sameCompany('users.id', 'logins.user_id'))
    .where('logins.login', '=', login)
    .select(['users.company_id', 'users.id', 'users.password_hash', 'users.is_staff'])
    .select(
      sql<string[]>`case when users.must_change_password then array(
        select id_number from id_numbers
          where company_id = users.company_id and user_id = users.id
        union select id_number from tenant_details
          where company_id = users.company_id and user_id = users.id) else '{}' end`.as(
        'first_passwords',
      ),
    )
    .executeTakeFirst()
}

export async function findFullName(db: Db, company_id: number, id: number) {
  const user = await db
    .selectFrom('users')
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .select(['first_name', 'last_name'])
    .executeTakeFirst()
  return user && `${user.first_name} ${user.last_name}`
}

/** The full name of a user as a column of a query; trimmed, because the last name may be empty. */
export const fullName = (table = 'users') =>
  sql<string>`trim(${sql.ref(`${table}.first_name`)} || ' ' || ${sql.ref(`${table}.last_name`)})`

export function updateUserRow(
  db: Db,
  company_id: number,
  id: number,
  change: Updateable<Schema['users']>,
) {
  return db
    .updateTable('users')
    .set(change)
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .execute()
}

/** A user with their company: for the password rules and for emails. */
export function findUserWithCompany(db: Db, company_id: number, id: number) {
  return db
    .selectFrom('users')
    .innerJoin('companies', 'companies.id', 'users.company_id')
    .where('users.company_id', '=', company_id)
    .where('users.id', '=', id)
    .select(['first_name', 'last_name', 'users.email', 'username', 'users.phone'])
    .select([
      'companies.name as company_name',
      'companies.email as company_email',
      'companies.phone as company_phone',
    ])
    .executeTakeFirst()
}

/** A tenant's ID number from the form or the import, which is their first password; null for other users. */
export async function findIdNumber(db: Db, company_id: number, user_id: number) {
  const row = await db
    .selectFrom('id_numbers')
    .leftJoin('tenant_details', sameCompany('tenant_details.user_id', 'id_numbers.user_id'))
    .where('id_numbers.company_id', '=', company_id)
    .where('id_numbers.user_id', '=', user_id)
    .select(({ fn }) =>
      fn.coalesce('tenant_details.id_number', 'id_numbers.id_number').as('id_number'),
    )
    .orderBy('tenancy_id', (order) => order.desc().nullsLast())
    .limit(1)
    .executeTakeFirst()
  return row?.id_number ?? null
}

/** The user's row, locked until the transaction ends. */
export function lockUser(tx: Db, company_id: number, id: number) {
  return tx
    .selectFrom('users')
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** Those of the paths that are profile images. */
export async function findUsedProfileImages(db: Db, paths: string[]): Promise<Set<string>> {
  if (paths.length === 0) return new Set()
  const rows = await db
    .selectFrom('users')
    .where('profile_image', 'in', paths)
    .select('profile_image')
    .execute()
  return new Set(rows.flatMap(({ profile_image }) => profile_image ?? []))
}
