import type { StaffAct } from '#rules/staff-acts.ts'
import type { AuthUser } from './auth/access.ts'
import type { Context } from './context.ts'
import type { Db } from './db/connect.ts'
import { isAllowed, userKey } from './http/throttle.ts'

/** Whoever of the staff acts. */
export type Actor = Pick<AuthUser, 'company_id' | 'id'>

interface StaffAction {
  act: StaffAct
  subject: string
  subject_id: number
  before: unknown
  after: unknown
}

/** Fields that log somebody in: all staff read the log, so it says only whether they are others now. */
const hidden = ['id_number', 'password']
const NOT_SHOWN = 'not shown'

function withoutLogins(value: unknown, was?: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutLogins(one))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => {
      const old = (was as Record<string, unknown> | null | undefined)?.[name]
      if (!hidden.includes(name) || typeof field !== 'string')
        return [name, withoutLogins(field, old)]
      return [name, was === undefined || old === field ? NOT_SHOWN : `${NOT_SHOWN}, another one`]
    }),
  )
}

/** Whether somebody looks at something for the first time in an hour: to look again is no news, and would fill the log. */
export const isFirstView = (
  { throttles }: Pick<Context, 'throttles'>,
  { company_id, id }: Actor,
  act: StaffAct,
  seen: number,
) => isAllowed(throttles.viewed, `${userKey(company_id, id)}:${act}:${seen}`)

/** Logs what staff did, within the transaction that does it. */
export function logStaffAction(tx: Db, user: Actor, { before, after, ...act }: StaffAction) {
  return tx
    .insertInto('staff_log')
    .values({
      company_id: user.company_id,
      user_id: user.id,
      ...act,
      before: JSON.stringify(withoutLogins(before)),
      after: JSON.stringify(withoutLogins(after, before)),
    })
    .execute()
}
