import type { Db } from '../db/connect.ts'
import { sameCompany } from '../db/same-company.ts'

export interface AccountOwner {
  company_id: number
  user_id: number
}

const columns = [
  ...(['notice.id', 'notice.kind', 'notice.amount', 'notice.day', 'notice.reason'] as const),
  ...(['notice.created_at', 'staff.first_name as by'] as const),
] as const

const selectNotices = (db: Db, { company_id, user_id }: AccountOwner) =>
  db
    .selectFrom('account_notices as notice')
    .leftJoin('users as staff', sameCompany('staff.id', 'notice.entered_by'))
    .where('notice.company_id', '=', company_id)
    .where('notice.user_id', '=', user_id)
    .select(columns)

const MOST_SHOWN = 5

/** Notices since an instant that the tenant hasn't dismissed, latest first. */
export const listNotices = (db: Db, owner: AccountOwner, since: Date) =>
  selectNotices(db, owner)
    .where('notice.dismissed_at', 'is', null)
    .where('notice.created_at', '>', since)
    .orderBy('notice.id', 'desc')
    .limit(MOST_SHOWN)
    .execute()
export type NoticeRow = Awaited<ReturnType<typeof listNotices>>[number]

/** @returns whether there is such a notice */
export async function dismissNotice(
  db: Db,
  { company_id, user_id }: AccountOwner,
  id: number,
  now: Date,
): Promise<boolean> {
  const dismissed = await db
    .updateTable('account_notices')
    .set({ dismissed_at: now })
    .where('company_id', '=', company_id)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return dismissed !== undefined
}

/** Claims the notices that weren't sent yet, earliest first. Of two concurrent callers, only one gets a notice. */
export async function claimUnmailed(db: Db, owner: AccountOwner, now: Date): Promise<NoticeRow[]> {
  const { company_id, user_id } = owner
  const claimed = await db
    .updateTable('account_notices')
    .set({ mailed_at: now })
    .where('company_id', '=', company_id)
    .where('user_id', '=', user_id)
    .where('mailed_at', 'is', null)
    .returning('id')
    .execute()
  if (claimed.length === 0) return []
  const ids = claimed.map(({ id }) => id)
  return selectNotices(db, owner).where('notice.id', 'in', ids).orderBy('notice.id').execute()
}
