import type { StaffAct } from '#rules/staff-acts.ts'
import type { AuthUser } from './auth/access.ts'
import type { Db } from './db/connect.ts'

/** Whoever of the staff acts. */
export type Actor = Pick<AuthUser, 'company_id' | 'id'>

interface StaffAction {
  act: StaffAct
  subject: string
  subject_id: number
  before: unknown
  after: unknown
}

/** Logs what staff did, within the transaction that does it. */
export function logStaffAction(tx: Db, user: Actor, { before, after, ...act }: StaffAction) {
  return tx
    .insertInto('staff_log')
    .values({
      company_id: user.company_id,
      user_id: user.id,
      ...act,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
    })
    .execute()
}
