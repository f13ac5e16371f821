import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { Db } from '../db/connect.ts'
import type { Key } from '../db/keys.ts'
import { preparedRow } from '../db/prepared.ts'
import { sameCompany } from '../db/same-company.ts'
import type { Schema } from '../db/schema.ts'

/** Subqueries with one value each, such as `jsonArrayFrom` makes; dates in JSON are text. */
export type Selection = Record<string, RawBuilder<unknown>>
export type Selected<S extends Selection> = {
  [Name in keyof S]: S[Name] extends RawBuilder<infer Value> ? Value : never
}

/** The session of a token. */
export interface SessionKey {
  company_id: number
  session_id: string
  now: Date
}

/** The user of a session, unless it has ended: by itself after 30 idle days, or 90 days in all. */
export async function findSessionUser(
  db: Db,
  { company_id, session_id, now }: SessionKey,
): Promise<SessionUser | undefined> {
  return (await querySessionUser(db, { company_id, session_id, ...earliest(now) }))?.user
}

/**
 * Like `findSessionUser`, but one statement also selects more data of the user.
 * @param select gets the names of the values that each call passes
 */
export function findSessionUserWith<S extends Selection, Values extends object>(
  select: (values: Key & Values) => S,
) {
  const query = preparedRow((db, values: SessionValues & Key & Values) => {
    const selection = Object.entries(select(values))
    return selectSessionUser(db, values).select(selection.map(([name, value]) => value.as(name)))
  })
  return async (db: Db, key: SessionKey & Key, values: Values) => {
    const { company_id, session_id, id, now } = key
    const row = await query(db, { company_id, session_id, id, ...values, ...earliest(now) })
    if (!row) return undefined
    const { user, ...found } = row
    return { user, found: found as Record<string, unknown> as Selected<S> }
  }
}

export interface SessionValues {
  company_id: number
  session_id: string
  used_after: Date
  created_after: Date
}

const selectSessionUser = (db: Db, values: SessionValues) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', sameCompany('users.id', 'sessions.user_id'))
    .innerJoin('companies', 'companies.id', 'users.company_id')
    .where('sessions.company_id', '=', values.company_id)
    .where('sessions.id', '=', values.session_id)
    .where(isAlive(values))
    // One JSON value is cheaper than many columns, which are described, read and converted one by one.
    .select(({ ref }) =>
      jsonBuildObject({
        session_id: ref('sessions.id'),
        company_id: ref('users.company_id'),
        id: ref('users.id'),
        first_name: ref('users.first_name'),
        last_name: ref('users.last_name'),
        email: ref('users.email'),
        username: ref('users.username'),
        phone: ref('users.phone'),
        profile_image: ref('users.profile_image'),
        is_staff: ref('users.is_staff'),
        staff_role: ref('users.staff_role'),
        must_change_password: ref('users.must_change_password'),
        company_name: ref('companies.name'),
        company_slug: ref('companies.slug'),
      }).as('user'),
    )

const querySessionUser = preparedRow(selectSessionUser)
export type SessionUser = NonNullable<Awaited<ReturnType<typeof querySessionUser>>>['user']

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000)

/** The earliest times at which a live session can have been used last and created. */
export const earliest = (now: Date) => ({
  used_after: daysBefore(now, 30),
  created_after: daysBefore(now, 90),
})

const isAlive =
  ({ used_after, created_after }: Pick<SessionValues, 'used_after' | 'created_after'>) =>
  (eb: ExpressionBuilder<Schema, 'sessions'>) =>
    eb.and([
      eb('sessions.ended_at', 'is', null),
      eb('sessions.used_at', '>', used_after),
      eb('sessions.created_at', '>', created_after),
    ])

/** The ids of those sessions that have not ended. Ids are random, so no company is needed. */
export async function listLiveSessions(db: Db, ids: string[], now: Date): Promise<Set<string>> {
  const alive = await db
    .selectFrom('sessions')
    .where('id', 'in', ids)
    .where(isAlive(earliest(now)))
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
    device: string
    now: Date
  },
): Promise<boolean> {
  const { id, token_hash, now } = session
  const inserted = await db
    .insertInto('sessions')
    .columns(['company_id', 'user_id', 'id', 'next_hashes', 'created_at', 'used_at', 'device'])
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
          sql<string>`${session.device}::text`.as('device'),
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
    .where('sessions.company_id', '=', company_id)
    .where('sessions.id', '=', id)
    .where(isAlive(earliest(now)))
    .select(['user_id', 'used_hash', 'next_hashes'])
    .select(({ selectFrom }) =>
      selectFrom('users')
        .whereRef('users.company_id', '=', 'sessions.company_id')
        .whereRef('users.id', '=', 'sessions.user_id')
        .select('users.is_staff')
        .$asScalar()
        .$notNull()
        .as('is_staff'),
    )
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

/** A user's sessions that have not ended, the last used first. */
export function listUserSessions(db: Db, { company_id, id }: Key, now: Date) {
  return db
    .selectFrom('sessions')
    .where('sessions.company_id', '=', company_id)
    .where('sessions.user_id', '=', id)
    .where(isAlive(earliest(now)))
    .select(['id', 'device', 'created_at', 'used_at'])
    .orderBy('used_at', 'desc')
    .execute()
}

/** Ends a session if it is the user's. */
export async function endSessionOf(
  db: Db,
  user: Key,
  session_id: string,
  now: Date,
): Promise<boolean> {
  const ended = await db
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('company_id', '=', user.company_id)
    .where('user_id', '=', user.id)
    .where('id', '=', session_id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
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
