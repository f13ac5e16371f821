import type { Insertable, Updateable } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { Schema } from '../db/schema.ts'
import { HttpError } from '../errors.ts'
import { loginKey } from './login-key.ts'

/** Somebody signs in with one of these already; a 409 unless the caller knows better words. */
export class LoginsTaken extends HttpError {
  override name = 'LoginsTaken'
  /** As loginKey spells them. */
  readonly logins: string[]

  constructor(logins: string[]) {
    super(409, {
      message: 'There is an account with this phone number or e-mail address already.',
      code: 'login_taken',
    })
    this.logins = logins
  }
}

/** With what a person signs in: their e-mail address, and their phone where it is known. */
export const loginsOf = ({ email, phone }: { email: string; phone: string | null }): string[] => [
  ...new Set([email, ...(phone ? [phone] : [])].map(loginKey)),
]

/** Which of these somebody signs in with. */
export async function findTakenLogins(db: Db, logins: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('logins')
    .where('login', 'in', logins.map(loginKey))
    .select('login')
    .execute()
  return rows.map(({ login }) => login)
}

/**
 * A new person and what they sign in with; within a transaction.
 * @throws {LoginsTaken} also when somebody else was a moment faster
 */
export async function insertUser(tx: Db, user: Insertable<Schema['users']>): Promise<number> {
  const { id } = await tx.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow()
  await insertLogins(tx, {
    company_id: user.company_id,
    user_id: id,
    logins: loginsOf({ email: user.email, phone: user.phone ?? null }),
  })
  return id
}

/** @throws {LoginsTaken} */
export async function insertLogins(
  tx: Db,
  { company_id, user_id, logins }: { company_id: number; user_id: number; logins: string[] },
) {
  // Always in the same order, so that two people never wait for each other.
  const sorted = logins.toSorted()
  const inserted = await tx
    .insertInto('logins')
    .values(sorted.map((login) => ({ login, company_id, user_id })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('login')
    .execute()
  const taken = sorted.filter((login) => !inserted.some((row) => row.login === login))
  if (taken.length > 0) throw new LoginsTaken(taken)
}

export function deleteLogin(tx: Db, company_id: number, user_id: number, login: string) {
  return tx
    .deleteFrom('logins')
    .where('login', '=', login)
    .where('company_id', '=', company_id)
    .where('user_id', '=', user_id)
    .execute()
}

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

/** Somebody with their residence, for the rules of passwords and for letters. */
export function findPerson(db: Db, company_id: number, id: number) {
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

/** The default password of whoever moved in by the form (design 5); null for anybody else. */
export async function findIdNumber(db: Db, company_id: number, user_id: number) {
  const row = await db
    .selectFrom('tenant_details')
    .where('company_id', '=', company_id)
    .where('user_id', '=', user_id)
    .select('id_number')
    .orderBy('tenancy_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id_number ?? null
}

/** The person's row, held until the transaction ends. */
export function lockUser(tx: Db, company_id: number, id: number) {
  return tx
    .selectFrom('users')
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** Which of these pictures somebody has in their profile. */
export async function namedProfileImages(db: Db, paths: string[]): Promise<Set<string>> {
  if (paths.length === 0) return new Set()
  const rows = await db
    .selectFrom('users')
    .where('profile_image', 'in', paths)
    .select('profile_image')
    .execute()
  return new Set(rows.flatMap(({ profile_image }) => profile_image ?? []))
}
