import { randomInt } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import { makeAccountNumber } from '#rules/account-number.ts'
import { alphanumeric } from '#rules/tenancy.ts'
import type { Db } from '../db/connect.ts'
import { sameCompany } from '../db/same-company.ts'
import type { Schema } from '../db/schema.ts'
import { rateOn } from '../tenancy/stay-queries.ts'

/** Undefined when the faculty is not one of the college. Nobody can remove it until the transaction ends. */
export function findFaculty(tx: Db, college_id: number, id: number) {
  return tx
    .selectFrom('faculties')
    .where('college_id', '=', college_id)
    .where('id', '=', id)
    .select('id')
    .forKeyShare()
    .executeTakeFirst()
}

/** Tables of numbers that are unique in the whole installation. */
type NumberTable = 'id_numbers' | 'registration_numbers'
const numberColumn = {
  id_numbers: 'id_number',
  registration_numbers: 'registration_number',
} as const

export function findUserOfNumber(db: Db, table: NumberTable, number: string) {
  return db
    .selectFrom(table)
    .where(numberColumn[table] as never, '=', number as never)
    .select(['company_id', 'user_id'])
    .executeTakeFirst()
}

/** Reserves a number for a user; false when it is, or at this moment becomes, another user's. */
export async function claimNumber(
  tx: Db,
  table: NumberTable,
  number: string,
  user: { company_id: number; user_id: number },
): Promise<boolean> {
  await tx
    .insertInto(table)
    .values({ [numberColumn[table]]: number, ...user } as never)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const found = await findUserOfNumber(tx, table, number)
  return found?.company_id === user.company_id && found.user_id === user.user_id
}

/** The number is free again. */
export function releaseNumber(
  tx: Db,
  table: NumberTable,
  number: string,
  user: { company_id: number; user_id: number },
) {
  return tx
    .deleteFrom(table)
    .where(numberColumn[table] as never, '=', number as never)
    .where('company_id', '=', user.company_id)
    .where('user_id', '=', user.user_id)
    .execute()
}

/** Spellings that differ in case, spaces or punctuation are one number. */
export const normaliseNumber = (number: string) => alphanumeric(number).toUpperCase()

/** The user's account number, created when there is none; it never changes. */
export async function ensureAccountNumber(
  tx: Db,
  user: { company_id: number; user_id: number },
): Promise<string> {
  for (;;) {
    await tx
      .insertInto('account_numbers')
      .values({ account_number: makeAccountNumber(randomInt), ...user })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const own = await tx
      .selectFrom('account_numbers')
      .where('company_id', '=', user.company_id)
      .where('user_id', '=', user.user_id)
      .select('account_number')
      .executeTakeFirst()
    // None when the random number was another user's, which is rare.
    if (own) return own.account_number
  }
}

export function insertDetails(tx: Db, details: Insertable<Schema['tenant_details']>) {
  return tx.insertInto('tenant_details').values(details).execute()
}

/** Does nothing when the id has been used already. */
export function insertSubmission(tx: Db, submission: Schema['submissions']) {
  return tx
    .insertInto('submissions')
    .values(submission)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The tenancy that a submission created, with its user; undefined when the id is new. */
export function findSubmission(db: Db, submission_id: string) {
  return db
    .selectFrom('submissions')
    .innerJoin('tenancies', sameCompany('tenancies.id', 'submissions.tenancy_id'))
    .innerJoin('users', sameCompany('users.id', 'tenancies.user_id'))
    .innerJoin('account_numbers', sameCompany('account_numbers.user_id', 'users.id'))
    .innerJoin('stays', sameCompany('stays.tenancy_id', 'tenancies.id'))
    .innerJoin('rooms', sameCompany('rooms.id', 'stays.room_id'))
    .innerJoin('tenant_details', sameCompany('tenant_details.tenancy_id', 'tenancies.id'))
    .where('submissions.submission_id', '=', submission_id)
    .select(['tenancies.company_id', 'users.username', 'users.must_change_password'])
    .select(['account_numbers.account_number', 'rooms.room_number', 'tenancies.deposit'])
    .select(rateOn(sql`stays.from_day`).as('rate'))
    .select(['tenant_details.id_number', 'stays.from_day as start'])
    .orderBy('stays.id')
    .limit(1)
    .executeTakeFirst()
}
