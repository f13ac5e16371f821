import type { NoticeKind } from '#rules/account-notice.ts'
import { dayOf } from '#rules/calendar.ts'
import type { DeskOutcome } from '#rules/desk.ts'
import { parseMpesaAmount } from '#rules/money.ts'
import type { Purpose } from '#rules/payment.ts'
import type { AccountOwner } from '../account-notices/queries.ts'
import { tellTenant } from '../account-notices/tell-tenant.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import type { Actor } from '../staff-log.ts'
import type { LockedItem } from './queries.ts'

/** The notice for each outcome. Tenants aren't told when a payment only gets its receipt, or nothing changes. */
const kinds: Partial<Record<DeskOutcome, NoticeKind>> = {
  assigned: 'credited',
  split: 'credited',
  confirmed: 'confirmed',
  corrected: 'corrected',
  dismissed: 'dismissed',
}

type Credited = AccountOwner & { amount: number; purpose?: Purpose }

const dayOfItem = ({ paid_at }: LockedItem) => paid_at && dayOf(paid_at)

/**
 * Tells the owner of the account what staff decided. If an item is dismissed, only the user whose account it is about is told,
 * not those who typed its code, since they would learn about other people's money.
 * @returns the users who were notified; for a split, the owners of all parts
 */
export async function tellOfResolution(
  tx: Db,
  context: Context,
  staff: Actor,
  item: LockedItem,
  { outcome, payments }: { outcome: DeskOutcome; payments: Credited[] },
): Promise<AccountOwner[]> {
  const kind = kinds[outcome]
  const { company_id, account_user_id: user_id, reason } = item
  // Dismissing an item about money that counts twice changes nothing.
  if (!kind || (outcome === 'dismissed' && reason === 'counted_twice')) return []
  const { creditable } = parseMpesaAmount(item.amount)
  const about = user_id === null ? [] : [{ company_id, user_id, amount: creditable }]
  const concerned: (Omit<Credited, 'amount'> & { amount: number | null })[] =
    payments.length > 0 ? payments : about
  const day = kind === 'corrected' ? null : dayOfItem(item)
  for (const { amount, purpose, ...owner } of concerned) {
    const isDeposit = kind === 'credited' && purpose === 'deposit'
    await tellTenant(tx, context, staff, owner, { kind: isDeposit ? 'deposit' : kind, amount, day })
  }
  return concerned
}

/** Tells the tenant whose payment was taken back by mistake and counts again. */
export const tellOfRestored = (
  tx: Db,
  context: Context,
  staff: Actor,
  { amount, ...owner }: AccountOwner & { amount: number },
) => tellTenant(tx, context, staff, owner, { kind: 'corrected', amount })

/** Tells the tenant to whom money had been credited by mistake. */
export const tellOfReversal = (
  tx: Db,
  context: Context,
  staff: Actor,
  item: LockedItem,
  { amount, purpose, ...owner }: Credited,
  reason: string,
) =>
  tellTenant(
    tx,
    context,
    staff,
    owner,
    purpose === 'deposit'
      ? { kind: 'deposit_undone', amount, reason }
      : { kind: 'reversed', amount, day: dayOfItem(item) },
  )
