import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { sameCompany } from '../db/same-company.ts'
import type { Schema } from '../db/schema.ts'
import { rateOn } from '../tenancy/stay-queries.ts'

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
