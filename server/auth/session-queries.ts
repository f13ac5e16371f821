import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { sameCompany } from '../db/same-company.ts'
import type { Schema } from '../db/schema.ts'

/** Subqueries with one value each, such as `jsonArrayFrom` makes; dates in JSON are text. */
export type Selection = Record<string, RawBuilder<unknown>>
export type Selected<S extends Selection> = {
  [Name in keyof S]: S[Name] extends RawBuilder<infer Value> ? Value : never
}

/** The user of a session, unless it has ended: by itself after 30 idle days, or 90 days in all. */
export const findSessionUser = (db: Db, company_id: number, session_id: string, now: Date) =>
  selectSessionUser(db, company_id, session_id, now).executeTakeFirst()

/** The same, and what is selected of the user, in one statement. */
export async function findSessionUserWith<S extends Selection>(
  db: Db,
  { company_id, session_id }: { company_id: number; session_id: string },
  now: Date,
  selection: S,
) {
  const names = Object.keys(selection)
  const row = await selectSessionUser(db, company_id, session_id, now)
    .select(Object.entries(selection).map(([name, value]) => value.as(name)))
    .executeTakeFirst()
  if (!row) return undefined
  const fields = Object.entries(row)
  const found = fields.filter(([name]) => names.includes(name))
  const user = fields.filter(([name]) => !names.includes(name))
  return {
    user: Object.fromEntries(user) as SessionUser,
    found: Object.fromEntries(found) as Selected<S>,
  }
}
export type SessionUser = NonNullable<Awaited<ReturnType<typeof findSessionUser>>>

function selectSessionUser(db: Db, company_id: number, session_id: string, now: Date) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', sameCompany('users.id', 'sessions.user_id'))
    .innerJoin('companies', 'companies.id', 'users.company_id')
    .where('sessions.company_id', '=', company_id)
    .where('sessions.id', '=', session_id)
    .where(isAlive(now))
    .select([
      'sessions.id as session_id',
      'users.company_id',
      'users.id',
      'users.first_name',
      'users.last_name',
      'users.email',
      'users.username',
      'users.phone',
      'users.profile_image',
      'users.is_staff',
      'users.must_change_password',
      'companies.name as company_name',
      'companies.slug as company_slug',
    ])
}

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000)

const isAlive = (now: Date) => (eb: ExpressionBuilder<Schema, 'sessions'>) =>
  eb.and([
    eb('sessions.ended_at', 'is', null),
    eb('sessions.used_at', '>', daysBefore(now, 30)),
    eb('sessions.created_at', '>', daysBefore(now, 90)),
  ])

/** Those of the sessions that have not ended. Their ids are random, so no company is needed. */
export async function listLiveSessions(db: Db, ids: string[], now: Date): Promise<Set<string>> {
  const alive = await db
    .selectFrom('sessions')
    .where('id', 'in', ids)
    .where(isAlive(now))
    .select('id')
    .execute()
  return new Set(alive.map(({ id }) => id))
}

/**
 * Inserts a session unless the password has been changed since it was verified. The row lock makes this
 * and a concurrent change of the password wait for each other.
 * @returns whether it was inserted
 */
export async function insertSession(
  db: Db,
  session: {
    company_id: number
    id: string
    user_id: number
    password_hash: string
    token_hash: Buffer
    now: Date
  },
): Promise<boolean> {
  const { id, token_hash, now } = session
  const inserted = await db
    .insertInto('sessions')
    .columns(['company_id', 'user_id', 'id', 'next_hashes', 'created_at', 'used_at'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .where('company_id', '=', session.company_id)
        .where('id', '=', session.user_id)
        .where('password_hash', '=', session.password_hash)
        .select([
          'company_id',
          'users.id as user_id',
          sql<string>`${id}::text`.as('id'),
          sql<Buffer[]>`array[${token_hash}::bytea]`.as('next_hashes'),
          sql<Date>`${now}::timestamptz`.as('created_at'),
          sql<Date>`${now}::timestamptz`.as('used_at'),
        ])
        .forShare(),
    )
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** The session's row, locked until the transaction ends; undefined when ended or too old. */
export function lockSession(db: Db, company_id: number, id: string, now: Date) {
  return db
    .selectFrom('sessions')
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('used_at', '>', daysBefore(now, 30))
    .where('created_at', '>', daysBefore(now, 90))
    .select(['user_id', 'used_hash', 'next_hashes'])
    .forUpdate()
    .executeTakeFirst()
}

export function updateSession(
  db: Db,
  company_id: number,
  id: string,
  rotation: { used_hash: Buffer; next_hashes: Buffer[]; used_at: Date },
) {
  return db
    .updateTable('sessions')
    .set(rotation)
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .execute()
}

export function endSession(db: Db, company_id: number, id: string, now: Date) {
  return db
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

/** Ends all sessions of a user, except one if given. Returns the ids of those ended. */
export async function endUserSessions(
  tx: Db,
  company_id: number,
  user_id: number,
  now: Date,
  except?: string,
): Promise<string[]> {
  const ended = await tx
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('company_id', '=', company_id)
    .where('user_id', '=', user_id)
    .where('ended_at', 'is', null)
    .$if(except !== undefined, (update) => update.where('id', '!=', except ?? ''))
    .returning('id')
    .execute()
  return ended.map(({ id }) => id)
}

/** Deletes sessions that can never be used again. */
export function deleteOldSessions(db: Db, now: Date) {
  return db
    .deleteFrom('sessions')
    .where(({ or, eb }) =>
      or([
        eb('ended_at', '<', daysBefore(now, 1)),
        eb('used_at', '<', daysBefore(now, 31)),
        eb('created_at', '<', daysBefore(now, 91)),
      ]),
    )
    .execute()
}
