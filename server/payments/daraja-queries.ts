import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'

/** State of the paybill that an installation's nodes share; `account` is from `darajaAccountOf`. */

export async function findToken(db: Db, account: string) {
  const row = await db
    .selectFrom('daraja_accounts')
    .where('account', '=', account)
    .select(['token', 'token_until'])
    .executeTakeFirst()
  return row?.token && row.token_until
    ? { token: row.token, until: row.token_until.getTime() }
    : null
}

/** False when another node is fetching a token, or has fetched one that was not refused. */
export async function claimToken(
  db: Db,
  account: string,
  now: Date,
  claimMs: number,
  refused: string | undefined,
) {
  const until = new Date(now.getTime() + claimMs)
  const tooFar = new Date(now.getTime() + 2 * claimMs)
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('daraja_accounts')
    .values({ account, token_claimed_until: until })
    .onConflict((conflict) =>
      conflict
        .column('account')
        .doUpdateSet({ token_claimed_until: until })
        .where(({ and, or, eb }) =>
          and([
            or([
              eb('daraja_accounts.token_claimed_until', 'is', null),
              eb('daraja_accounts.token_claimed_until', '<', now),
              // Claimed by a node whose clock is far ahead; a little ahead is normal.
              eb('daraja_accounts.token_claimed_until', '>', tooFar),
            ]),
            or([
              eb('daraja_accounts.token', 'is', null),
              eb('daraja_accounts.token_until', '<=', now),
              eb('daraja_accounts.token', '=', refused ?? ''),
            ]),
          ]),
        ),
    )
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export const storeToken = (db: Db, account: string, token: string, token_until: Date) =>
  db
    .updateTable('daraja_accounts')
    .set({ token, token_until, token_claimed_until: null })
    .where('account', '=', account)
    .execute()

export const releaseTokenClaim = (db: Db, account: string) =>
  db
    .updateTable('daraja_accounts')
    .set({ token_claimed_until: null })
    .where('account', '=', account)
    .execute()

/** The statement is to be read from then on. */
export const requestStatement = (db: Db, account: string, since: Date) =>
  db
    .insertInto('daraja_accounts')
    .values({ account, statement_wanted_since: since, statement_requests: 1 })
    .onConflict((conflict) =>
      conflict.column('account').doUpdateSet({
        // The earliest that is requested; `least` ignores null.
        statement_wanted_since: sql`least(daraja_accounts.statement_wanted_since, excluded.statement_wanted_since)`,
        statement_requests: sql`daraja_accounts.statement_requests + 1`,
      }),
    )
    .execute()

/** The statement is read at most once in this time; less often after failures. */
const REST_MS = 30_000
const LONGEST_REST_MS = 15 * 60_000

const statementRest = sql<string>`least(${sql.lit(REST_MS)} * power(2, least(statement_failures, 20)), ${sql.lit(LONGEST_REST_MS)}) * interval '1 millisecond'`

/** A subquery: when the statement is to be read next, or a time that has passed; null when nobody wants it. */
export const nextStatementAt = (account: string, now: Date) => sql<Date | null>`(
  select case when statement_asked_at > ${new Date(now.getTime() + REST_MS)}::timestamptz then statement_wanted_since
    else coalesce(statement_asked_at + ${statementRest}, statement_wanted_since) end
  from daraja_accounts where account = ${account} and statement_wanted_since is not null)`

/**
 * Claims the statement for this node.
 * @returns since when, and how often it had been requested by then; undefined when nothing is requested
 *   or it is too early
 */
export async function claimStatement(db: Db, account: string, now: Date) {
  const claimed = await db
    .updateTable('daraja_accounts')
    .set({ statement_asked_at: now })
    .where('account', '=', account)
    .where('statement_wanted_since', 'is not', null)
    .where(({ or, eb }) =>
      or([
        eb('statement_asked_at', 'is', null),
        sql<boolean>`statement_asked_at <= ${now}::timestamptz - ${statementRest}`,
        // Read by a node whose clock is far ahead; a little ahead is normal.
        eb('statement_asked_at', '>', new Date(now.getTime() + REST_MS)),
      ]),
    )
    .returning(['statement_wanted_since as since', 'statement_requests as requests'])
    .executeTakeFirst()
  return claimed?.since ? { since: claimed.since, requests: claimed.requests } : undefined
}

/** A request that came after the claim stays: the reading may have missed what it is about. */
export const markStatementRead = (db: Db, account: string, requests: number) =>
  db
    .updateTable('daraja_accounts')
    .set({
      statement_failures: 0,
      statement_wanted_since: sql`case when statement_requests > ${requests} then statement_wanted_since end`,
    })
    .where('account', '=', account)
    .execute()

export const markStatementFailed = (db: Db, account: string) =>
  db
    .updateTable('daraja_accounts')
    .set(({ eb }) => ({ statement_failures: eb('statement_failures', '+', 1) }))
    .where('account', '=', account)
    .execute()

export const pauseQueriesUntil = (db: Db, account: string, paused_until: Date) =>
  db
    .insertInto('daraja_accounts')
    .values({ account, paused_until })
    .onConflict((conflict) => conflict.column('account').doUpdateSet({ paused_until }))
    .execute()

export async function areQueriesPaused(db: Db, account: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('daraja_accounts')
    .where('account', '=', account)
    .where('paused_until', '>', now)
    .select('account')
    .executeTakeFirst()
  return row !== undefined
}
