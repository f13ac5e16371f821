import { sql } from 'kysely'
import type { Fee } from '#contract/fees.ts'
import type { Day } from '#rules/calendar.ts'
import { type FeePrice, feeKinds, isFee, nextPrice, priceOn } from '#rules/fee.ts'
import { ksh } from '#rules/money.ts'
import type { Db } from '../db/connect.ts'
import { conflict, invalid } from '../http/errors.ts'
import { leftToWaive } from '../ledger/list-ledger.ts'

/** A column for a query of `fees`: their prices. */
export const feePrices = sql<FeePrice[]>`(
  select coalesce(json_agg(json_build_object('from_day', from_day, 'amount', fee_prices.amount)), '[]')
  from fee_prices
  where fee_prices.company_id = fees.company_id and fee_prices.fee_id = fees.id)`.as('prices')

/** A column for a query of `recurring_fees`: the day on which it was entered. */
export const enteredOn =
  sql<Day>`(recurring_fees.created_at at time zone 'Africa/Nairobi')::date`.as('entered_on')

/** The price list as of a day, in its order. */
export async function listFees(db: Db, company_id: number, today: Day): Promise<Fee[]> {
  const rows = await db
    .selectFrom('fees')
    .where('company_id', '=', company_id)
    .select(['id', 'name', 'may_vary', 'active', feePrices])
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(({ prices, ...fee }) => {
    const next = nextPrice(prices, today)
    return {
      ...fee,
      amount: priceOn(prices, today) ?? 0,
      next: next && { amount: next.amount, from: next.from_day },
    }
  })
}

/**
 * Replaces the price list. A new price counts from today or from its planned day; earlier charges stay.
 * @throws {HttpError} 400 for a planned day that isn't in the future, or when a fee is left out that somebody was charged
 */
export async function replaceFees(tx: Db, company_id: number, fees: Fee[], today: Day) {
  const known = await listFees(tx, company_id, today)
  for (const [position, { id, amount, next, ...fee }] of fees.entries()) {
    if (next && next.from <= today) {
      throw invalid(`now.${position}.next`, 'Choose a day after today.')
    }
    const was = known.find((one) => one.id === id)
    const fee_id = was?.id ?? (await insertFee(tx, { company_id, ...fee, position }))
    if (was) {
      await tx
        .updateTable('fees')
        .set({ ...fee, position })
        .where('company_id', '=', company_id)
        .where('id', '=', fee_id)
        .execute()
    }
    if (was?.amount !== amount) {
      await tx
        .insertInto('fee_prices')
        .values({ company_id, fee_id, from_day: today, amount })
        .onConflict((day) =>
          day.columns(['company_id', 'fee_id', 'from_day']).doUpdateSet({ amount }),
        )
        .execute()
    }
    await tx
      .deleteFrom('fee_prices')
      .where('company_id', '=', company_id)
      .where('fee_id', '=', fee_id)
      .where('from_day', '>', today)
      .execute()
    if (next) {
      const price = { company_id, fee_id, from_day: next.from, amount: next.amount }
      await tx.insertInto('fee_prices').values(price).execute()
    }
  }
  const kept = new Set(fees.map(({ id }) => id))
  for (const { id, name } of known) {
    if (id !== null && !kept.has(id)) await deleteFee(tx, company_id, { id, name })
  }
}

async function insertFee(
  tx: Db,
  fee: { company_id: number; name: string; may_vary: boolean; active: boolean; position: number },
): Promise<number> {
  const { id } = await tx.insertInto('fees').values(fee).returning('id').executeTakeFirstOrThrow()
  return id
}

async function deleteFee(tx: Db, company_id: number, { id, name }: { id: number; name: string }) {
  const uses = (table: 'charges' | 'recurring_fees') =>
    tx
      .selectFrom(table)
      .where('company_id', '=', company_id)
      .where('fee_id', '=', id)
      .select('id')
      .limit(1)
      .executeTakeFirst()
  if ((await uses('charges')) || (await uses('recurring_fees'))) {
    throw invalid(
      'now',
      `${name} has been charged, so it stays on the list. Switch it off instead.`,
    )
  }
  await tx.deleteFrom('fees').where('company_id', '=', company_id).where('id', '=', id).execute()
}

/**
 * The fee that is to be charged with an amount.
 * @throws {HttpError} 400 when it isn't on the list, is switched off, or has another price
 */
export async function requireFee(
  tx: Db,
  company_id: number,
  { fee: id, amount }: { fee?: number | undefined; amount: number },
  today: Day,
) {
  const fee = (await listFees(tx, company_id, today)).find((one) => one.id === id)
  if (fee?.id == null) throw invalid('fee', 'This isn’t on the price list.')
  if (!fee.active) throw invalid('fee', `${fee.name} isn’t charged any more.`)
  if (!fee.may_vary && amount !== fee.amount) {
    throw invalid('amount', `${fee.name} is ${ksh(fee.amount)} today.`)
  }
  return { ...fee, id: fee.id }
}

/**
 * A tenant's fee of which an amount is to be waived.
 * @throws {HttpError} 400 when there is no such fee, or less than the amount is left of it
 */
export async function requireWaivableFee(
  tx: Db,
  company_id: number,
  user_id: number,
  { entry, amount }: { entry: { isCharge: boolean; id: number }; amount: number },
) {
  const { isCharge, id } = entry
  const fee = await tx
    .selectFrom('charges')
    .where('company_id', '=', company_id)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .select(['kind', 'name', 'fee_id', 'late_month'])
    .select(leftToWaive.as('left'))
    .executeTakeFirst()
  if (!isCharge || !fee || fee.left === null || !isFee(fee.kind)) {
    throw invalid('waives', 'This fee isn’t on their account, or was taken back.')
  }
  const { left, kind, ...named } = fee
  if (amount > left) {
    throw invalid(
      'amount',
      left > 0
        ? `${ksh(left)} is left of this fee. No more than that can be waived.`
        : 'All of this fee is waived already.',
    )
  }
  return { ...named, kind, waives_charge_id: id }
}

/**
 * The columns of a charged fee, or of a waiver, that the entry taking it back must have, too; null for any other charge.
 * @throws {HttpError} 409 for a fee of which something is waived
 */
export async function findChargedFee(tx: Db, company_id: number, charge_id: number) {
  const fee = await tx
    .selectFrom('charges')
    .where('company_id', '=', company_id)
    .where('id', '=', charge_id)
    .where('kind', 'in', feeKinds)
    .where('reverses_charge_id', 'is', null)
    .select(['kind', 'name', 'fee_id', 'late_month', 'amount', 'waives_charge_id'])
    .select(leftToWaive.as('left'))
    .executeTakeFirst()
  if (!fee) return null
  const { left, amount, waives_charge_id, ...named } = fee
  if (left !== null && left < amount) {
    throw conflict('A part of this fee is waived. Take the waiver back first.', 'fee_waived')
  }
  return { named, isWaiver: waives_charge_id !== null }
}
