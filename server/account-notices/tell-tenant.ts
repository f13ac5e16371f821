import { type AccountNotice, noticeText } from '#rules/account-notice.ts'
import { realAddress } from '#rules/email.ts'
import { findUserWithCompany } from '../auth/user-queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import type { Email } from '../mail.ts'
import type { Actor } from '../staff-log.ts'
import { type AccountOwner, claimUnmailed, type NoticeRow } from './queries.ts'

type Told = Omit<AccountNotice, 'by' | 'day' | 'reason'> &
  Partial<Pick<AccountNotice, 'day' | 'reason'>>

/**
 * Tells tenants what staff, a sponsor or an automatic rule did to their accounts. It runs in the transaction of the change, so a
 * preview that is rolled back tells nobody. `mailNotices` sends the notices once the transaction has ended.
 */
export async function tellTenants(
  tx: Db,
  { now }: Context,
  staff: Actor | null,
  notices: (AccountOwner & Told)[],
) {
  await tx
    .insertInto('account_notices')
    .values(
      notices.map(({ company_id, user_id, kind, amount, day = null, reason = null }) => ({
        ...{ company_id, user_id, kind, amount, day, reason },
        // Staff are users of their own residence only.
        entered_by: staff && company_id === staff.company_id ? staff.id : null,
        created_at: now(),
      })),
    )
    .execute()
}

export const tellTenant = (
  tx: Db,
  context: Context,
  staff: Actor | null,
  owner: AccountOwner,
  notice: Told,
) => tellTenants(tx, context, staff, [{ ...notice, ...owner }])

/** Sends a tenant's unsent notices in one email; to be called after the transaction. No notice is sent twice. */
export function mailNotices(context: Context, owner: AccountOwner) {
  context.mail.sendLater(() => composeNoticeEmail(context, owner))
}

/** The email; null when there is nothing to send, or no address that reaches the tenant. */
async function composeNoticeEmail(
  { db, config, now }: Context,
  { company_id, user_id }: AccountOwner,
): Promise<Email | null> {
  const notices = await claimUnmailed(db, { company_id, user_id }, now())
  if (notices.length === 0) return null
  const user = await findUserWithCompany(db, company_id, user_id)
  if (!user || realAddress(user.email) === null) return null
  return {
    from: { name: user.company_name, address: user.company_email },
    to: user.email,
    subject: `Your account at ${user.company_name}`,
    text: [
      'Habari,',
      ...notices.map(textOf),
      `What you owe and what you’ve paid: ${config.publicUrl}/`,
      `If this isn’t right, please tell the office.\n${user.company_name}\n${user.company_phone}`,
    ].join('\n\n'),
  }
}

export const textOf = ({ id: _, created_at: __, ...notice }: NoticeRow): string =>
  noticeText(notice)
