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

/** What a tenant is told; where a payment only gets its receipt, or nothing changes, there is nothing to tell. */
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
 * Tells the owner of the account what staff decided. Of what is dismissed, only whoever's account it is about: not those
 * who have typed its code, who would learn of other people's money.
 * @returns who was notified: of a split each of them
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
  // Dismissed, what counts twice stays as it is.
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

/** Tells whoever has again what was taken back by mistake. */
export const tellOfRestored = (
  tx: Db,
  context: Context,
  staff: Actor,
  { amount, ...owner }: AccountOwner & { amount: number },
) => tellTenant(tx, context, staff, owner, { kind: 'corrected', amount })

/** Tells whoever had been credited by mistake. */
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
