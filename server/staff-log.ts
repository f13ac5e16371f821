import type { AuthUser } from './auth/access.ts'
import type { Db } from './db/connect.ts'

interface StaffAction {
  /** Such as `desk.assign`. */
  act: string
  subject: string
  subject_id: number
  before: unknown
  after: unknown
}

/** Logs what staff did, within the transaction that does it. */
export function logStaffAction(
  tx: Db,
  user: Pick<AuthUser, 'company_id' | 'id'>,
  { before, after, ...act }: StaffAction,
) {
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
