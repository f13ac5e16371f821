import type { AuthUser } from './auth/access.ts'
import type { Db } from './db/connect.ts'

interface Act {
  /** `desk.assign` */
  act: string
  subject: string
  subject_id: number
  before: unknown
  after: unknown
}

/** Writes down what staff did, in the transaction that does it (design 5, "Staff"). */
export function logAct(tx: Db, user: AuthUser, { before, after, ...act }: Act) {
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
