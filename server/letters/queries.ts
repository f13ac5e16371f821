import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { Schema } from '../db/schema.ts'

export type LetterRecord = Selectable<Schema['letters']>

export const findLetter = (db: Db, company_id: number, number: number) =>
  db
    .selectFrom('letters')
    .where('company_id', '=', company_id)
    .where('number', '=', number)
    .selectAll()
    .executeTakeFirst()

/** Finds a letter of any residence by its code. */
export const findLetterByCode = (db: Db, code: string) =>
  db.selectFrom('letters').where('code', '=', code).selectAll().executeTakeFirst()

export const findLetterBySubmission = (db: Db, company_id: number, submission_id: string) =>
  db
    .selectFrom('letters')
    .where('company_id', '=', company_id)
    .where('submission_id', '=', submission_id)
    .selectAll()
    .executeTakeFirst()

const MAX_LISTED = 100

/** The letters of a user, latest first. */
export const listLettersOf = (db: Db, company_id: number, user_id: number) =>
  db
    .selectFrom('letters')
    .where('company_id', '=', company_id)
    .where('user_id', '=', user_id)
    .select(['number', 'kind', 'facts', 'issued_at', 'withdrawn_at'])
    .orderBy('number', 'desc')
    .limit(MAX_LISTED)
    .execute()

/** The number for the next letter; to be called while the company's row is locked. */
export async function nextNumber(tx: Db, company_id: number): Promise<number> {
  const { last } = await tx
    .selectFrom('letters')
    .where('company_id', '=', company_id)
    .select(sql<number>`coalesce(max(number), 0)`.as('last'))
    .executeTakeFirstOrThrow()
  return last + 1
}

export const insertLetter = (tx: Db, letter: Insertable<Schema['letters']>) =>
  tx.insertInto('letters').values(letter).returningAll().executeTakeFirstOrThrow()

/** Withdraws a letter; returns undefined if it is withdrawn already. */
export const updateWithdrawn = (
  tx: Db,
  { company_id, number }: Pick<LetterRecord, 'company_id' | 'number'>,
  withdrawn: { withdrawn_at: Date; withdrawn_by: number; withdrawn_reason: string },
) =>
  tx
    .updateTable('letters')
    .where('company_id', '=', company_id)
    .where('number', '=', number)
    .where('withdrawn_at', 'is', null)
    .set(withdrawn)
    .returningAll()
    .executeTakeFirst()

/** Payment requests for an account's rent about which we still ask M-Pesa, earliest first. */
export const listOpenRequests = (db: Db, company_id: number, user_id: number) =>
  db
    .selectFrom('payment_requests')
    .where('company_id', '=', company_id)
    .where('account_user_id', '=', user_id)
    .where('purpose', '=', 'rent')
    .where('status', '=', 'processing')
    .where('next_query_at', 'is not', null)
    .select(['amount', 'initiated_at'])
    .orderBy('initiated_at')
    .limit(MAX_LISTED)
    .execute()
