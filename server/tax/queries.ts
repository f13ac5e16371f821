import { sql } from 'kysely'
import { type Month, monthOf } from '#rules/calendar.ts'
import type { DepositKind } from '#rules/deposit.ts'
import { feeKinds } from '#rules/fee.ts'
import {
  type AccountEntry,
  isRentCharge,
  receivedByEntry,
  type TaxRate,
} from '#rules/rent-received.ts'
import type { Db } from '../db/connect.ts'
import { sameCompany } from '../db/same-company.ts'
import { enteredAt } from '../ledger/queries.ts'

export const listOwnRates = (db: Db, company_id: number): Promise<TaxRate[]> =>
  db
    .selectFrom('tax_rates')
    .where('company_id', '=', company_id)
    .select(['from_month as from', 'rate'])
    .orderBy('from_month')
    .execute()

/** Null takes the residence's own rate from that month away. */
export async function setOwnRate(
  tx: Db,
  company_id: number,
  from_month: Month,
  rate: number | null,
) {
  await tx
    .deleteFrom('tax_rates')
    .where('company_id', '=', company_id)
    .where('from_month', '=', from_month)
    .execute()
  if (rate === null) return
  await tx.insertInto('tax_rates').values({ company_id, from_month, rate }).execute()
}

/**
 * Changes of deposits in each month without money coming in or going out: `deducted` is what the residence kept, `moved`
 * what came from rent less what paid rent. An entry that takes one back counts in its own month.
 */
export async function sumDepositMoves(db: Db, company_id: number) {
  const kind = sql<DepositKind>`coalesce(reversed.kind, entry.kind)`
  const rows = await db
    .selectFrom('deposit_entries as entry')
    .leftJoin('deposit_entries as reversed', sameCompany('reversed.id', 'entry.reverses_entry_id'))
    .where('entry.company_id', '=', company_id)
    .where(kind, 'in', ['deducted', 'from_rent', 'to_rent'])
    .select([kind.as('kind'), 'entry.amount', 'entry.at'])
    .execute()
  return rows.map(({ kind, amount, at }) => ({
    month: monthOf(at),
    deducted: kind === 'deducted' ? -amount : 0,
    moved: kind === 'deducted' ? 0 : amount,
  }))
}

/**
 * Payments of charges other than rent. Most accounts have no such charges, so every entry is read only for those that do.
 */
export async function listOtherReceived(db: Db, company_id: number) {
  const users = db
    .selectFrom('charges')
    .where('company_id', '=', company_id)
    .where('kind', 'in', feeKinds)
    .select('user_id')
  const [charges, payments] = await Promise.all([
    db
      .selectFrom('charges')
      .where('company_id', '=', company_id)
      .where('user_id', 'in', users)
      .select(['id', 'user_id', 'kind', 'amount', enteredAt().as('at')])
      .execute(),
    db
      .selectFrom('ledger_payments')
      .where('company_id', '=', company_id)
      .where('user_id', 'in', users)
      .where('purpose', '=', 'rent')
      .select(['id', 'user_id', 'amount', 'paid_at as at', 'reverses_payment_id'])
      .execute(),
  ])
  // Ids of charges are odd, those of payments even, as in the ledger.
  const entries = [
    ...charges.map(({ id, user_id, kind, amount, at }) => ({
      order: id * 2 + 1,
      user_id,
      entry: {
        type: 'charge',
        at,
        amount,
        is_rent: isRentCharge(kind),
      } satisfies AccountEntry,
    })),
    ...payments.map(({ id, user_id, amount, at, reverses_payment_id }) => ({
      order: id * 2,
      user_id,
      entry: {
        type: 'payment',
        at,
        amount,
        id,
        takes_back: reverses_payment_id,
      } satisfies AccountEntry,
    })),
  ].toSorted(
    (one, other) => one.entry.at.getTime() - other.entry.at.getTime() || one.order - other.order,
  )
  return [...Map.groupBy(entries, ({ user_id }) => user_id).values()].flatMap((account) =>
    receivedByEntry(account.map(({ entry }) => entry)),
  )
}
