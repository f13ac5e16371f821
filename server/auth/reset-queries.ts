import type { Insertable } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { Schema } from '../db/schema.ts'

export const insertReset = (tx: Db, reset: Insertable<Schema['password_resets']>) =>
  tx.insertInto('password_resets').values(reset).execute()

/** Of one person: there is never more than one link that opens. */
export const deleteResets = (tx: Db, company_id: number, user_id: number) =>
  tx
    .deleteFrom('password_resets')
    .where('company_id', '=', company_id)
    .where('user_id', '=', user_id)
    .execute()

const good = (db: Db, token_hash: Buffer, now: Date) =>
  db
    .selectFrom('password_resets')
    .where('token_hash', '=', token_hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)

/** Whose link this is, as long as it opens. */
export const findReset = (db: Db, token_hash: Buffer, now: Date) =>
  good(db, token_hash, now).select(['company_id', 'user_id']).executeTakeFirst()

/** True for the one who came first. */
export async function useReset(tx: Db, token_hash: Buffer, now: Date): Promise<boolean> {
  const used = await tx
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('token_hash', '=', token_hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst()
  return used !== undefined
}
