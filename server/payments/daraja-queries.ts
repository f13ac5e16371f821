import type { Db } from '../db/connect.ts'

/** What the nodes of an installation share about its paybill; `account` says which one. */

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

/** Whether it is this node's turn to fetch; not when another has fetched one since we looked. */
export async function claimToken(
  db: Db,
  account: string,
  now: Date,
  claim_ms: number,
  refused: string | undefined,
) {
  const until = new Date(now.getTime() + claim_ms)
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
              // A claim from a clock that ran ahead of ours.
              eb('daraja_accounts.token_claimed_until', '>', until),
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

export const keepToken = (db: Db, account: string, token: string, token_until: Date) =>
  db
    .updateTable('daraja_accounts')
    .set({ token, token_until, token_claimed_until: null })
    .where('account', '=', account)
    .execute()

export const releaseToken = (db: Db, account: string) =>
  db
    .updateTable('daraja_accounts')
    .set({ token_claimed_until: null })
    .where('account', '=', account)
    .execute()

/**
 * Whether it is this node's turn to ask for the statement: nobody may ask twice within `rest_ms`.
 */
export async function claimStatement(db: Db, account: string, now: Date, rest_ms: number) {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('daraja_accounts')
    .values({ account, statement_asked_at: now })
    .onConflict((conflict) =>
      conflict
        .column('account')
        .doUpdateSet({ statement_asked_at: now })
        .where(({ or, eb }) =>
          or([
            eb('daraja_accounts.statement_asked_at', 'is', null),
            eb('daraja_accounts.statement_asked_at', '<=', new Date(now.getTime() - rest_ms)),
            // From a clock that ran ahead of ours.
            eb('daraja_accounts.statement_asked_at', '>', now),
          ]),
        ),
    )
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Nobody asks M-Pesa anything until then. */
export const pauseUntil = (db: Db, account: string, paused_until: Date) =>
  db
    .insertInto('daraja_accounts')
    .values({ account, paused_until })
    .onConflict((conflict) => conflict.column('account').doUpdateSet({ paused_until }))
    .execute()

export async function isPaused(db: Db, account: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('daraja_accounts')
    .where('account', '=', account)
    .where('paused_until', '>', now)
    .select('account')
    .executeTakeFirst()
  return row !== undefined
}
