import type { Effect } from '#contract/entries.ts'
import { dayOf } from '#rules/calendar.ts'
import { mailNotices } from '../account-notices/tell-tenant.ts'
import { lockUser } from '../auth/user-queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { findBalance, notifyBalanceChanged } from '../ledger/balance.ts'
import type { Actor } from '../staff-log.ts'
import { findTenant, tenantNotFound } from './tenant-queries.ts'

/** Shared parts of acts on a tenant's account. */

export const shownOf = ({ full_name, before, after }: Effect): Effect => ({
  full_name,
  before,
  after,
})

/** The fields that every act on a tenant's account returns. */
export const accountDone = <Result extends Effect>(user_id: number, result: Result) => ({
  user_id,
  result,
  effect: shownOf(result),
  changes: [{ of: null, user_id, before: result.before, after: result.after }],
})

export function announceBalance(
  context: Context,
  { company_id }: Pick<Actor, 'company_id'>,
  { user_id }: { user_id: number | null },
) {
  if (user_id === null) return
  notifyBalanceChanged(context, { company_id, user_id })
  mailNotices(context, { company_id, user_id })
}

/** Ids in the ledger: odd for charges, even for payments, as `listLedger` gives them. */
export const ledgerId = {
  charge: (id: number) => id * 2 + 1,
  payment: (id: number) => id * 2,
  read: (entry: number) => ({ isCharge: entry % 2 === 1, id: Math.floor(entry / 2) }),
}

/** Locks the account, so that two entries are made one after the other. */
export async function lockAccount(tx: Db, { now }: Context, company_id: number, user_id: number) {
  const tenant = await findTenant(tx, company_id, user_id)
  if (!tenant) throw tenantNotFound()
  await lockUser(tx, company_id, user_id)
  const { due } = await findBalance(tx, company_id, user_id, dayOf(now()))
  return { full_name: tenant.full_name, before: due }
}
