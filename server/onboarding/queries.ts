import { randomInt } from 'node:crypto'
import type { Insertable } from 'kysely'
import { makeAccountNumber } from '#rules/account-number.ts'
import type { Db } from '../db/connect.ts'
import { sameCompany } from '../db/same-company.ts'
import type { Schema } from '../db/schema.ts'

/** The residence that a form is for, and how its first month is charged. */
export function findCompanyBySlug(db: Db, slug: string) {
  return db
    .selectFrom('companies')
    .where('slug', '=', slug)
    .select(['id', 'first_month'])
    .executeTakeFirst()
}

/** A faculty, when it is one of the college. */
export function findFaculty(db: Db, college_id: number, id: number) {
  return db
    .selectFrom('faculties')
    .where('college_id', '=', college_id)
    .where('id', '=', id)
    .select('id')
    .executeTakeFirst()
}

type Directory = 'id_numbers' | 'registration_numbers'
const key = { id_numbers: 'id_number', registration_numbers: 'registration_number' } as const

/** Whose number this is in the whole installation. */
export function findHolder(db: Db, directory: Directory, number: string) {
  return db
    .selectFrom(directory)
    .where(key[directory] as never, '=', number as never)
    .select(['company_id', 'user_id'])
    .executeTakeFirst()
}

/** Enters a number as somebody's; false when it is another person's, or becomes so at this moment. */
export async function insertHolder(
  tx: Db,
  directory: Directory,
  number: string,
  person: { company_id: number; user_id: number },
): Promise<boolean> {
  await tx
    .insertInto(directory)
    .values({ [key[directory]]: number, ...person } as never)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const holder = await findHolder(tx, directory, number)
  return holder?.company_id === person.company_id && holder.user_id === person.user_id
}

/** The person's account number, made when they have none yet; it stays theirs for good. */
export async function ensureAccountNumber(
  tx: Db,
  person: { company_id: number; user_id: number },
): Promise<string> {
  for (;;) {
    await tx
      .insertInto('account_numbers')
      .values({ account_number: makeAccountNumber(randomInt), ...person })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const own = await tx
      .selectFrom('account_numbers')
      .where('company_id', '=', person.company_id)
      .where('user_id', '=', person.user_id)
      .select('account_number')
      .executeTakeFirst()
    // None: by a rare chance the number was somebody else's.
    if (own) return own.account_number
  }
}

export function findRunningTenancy(db: Db, company_id: number, user_id: number) {
  return db
    .selectFrom('tenancies')
    .where('company_id', '=', company_id)
    .where('user_id', '=', user_id)
    .where('ended_day', 'is', null)
    .select('id')
    .executeTakeFirst()
}

export async function insertTenancy(tx: Db, company_id: number, user_id: number): Promise<number> {
  const { id } = await tx
    .insertInto('tenancies')
    .values({ company_id, user_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export function insertDetails(tx: Db, details: Insertable<Schema['tenant_details']>) {
  return tx.insertInto('tenant_details').values(details).execute()
}

/** A mark that another form bears already stays with that one. */
export function insertSubmission(tx: Db, submission: Schema['submissions']) {
  return tx
    .insertInto('submissions')
    .values(submission)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** What a submission made, and for whom; undefined when it is new. */
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
    .select(['account_numbers.account_number', 'rooms.room_number', 'rooms.rate'])
    .select(['tenant_details.id_number', 'stays.from_day as start'])
    .orderBy('stays.id')
    .limit(1)
    .executeTakeFirst()
}
