import type { StaffAct } from '#rules/staff-acts.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { requireUnchanged } from '../http/errors.ts'
import { type Actor, logStaffAction } from '../staff-log.ts'
import { lockCompany } from './queries.ts'

type SettingOf<Act> = Act extends `settings.${infer Setting}` ? Setting : never

/**
 * Saves a setting of a residence, unless it has changed since it was loaded.
 * @param was the setting as it was loaded, sent back by the browser
 * @returns the setting after the change
 * @throws {HttpError} 409 when it has changed meanwhile
 */
export function changeSetting<Value, Form>(
  { db }: Pick<Context, 'db'>,
  user: Actor,
  setting: SettingOf<StaffAct>,
  { was, now }: { was: unknown; now: Form },
  find: (db: Db, company_id: number) => Promise<Value>,
  save: (tx: Db, company_id: number, value: Form) => Promise<unknown>,
): Promise<Value> {
  const { company_id } = user
  return db.transaction().execute(async (tx) => {
    await lockCompany(tx, company_id)
    const before = await find(tx, company_id)
    requireUnchanged(before, was)
    await save(tx, company_id, now)
    const after = await find(tx, company_id)
    await logStaffAction(tx, user, {
      act: `settings.${setting}`,
      subject: 'company',
      subject_id: company_id,
      before,
      after,
    })
    return after
  })
}
