import type * as z from 'zod/mini'
import type { BillingEffect, getTenantBilling } from '#contract/billing.ts'
import type { Received } from '#contract/endpoint.ts'
import type { Effect } from '#contract/entries.ts'
import { type BilledBy, isInTerm } from '#rules/bill.ts'
import { type Day, dayOf, type Month } from '#rules/calendar.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { rehearse } from '../db/rehearse.ts'
import { conflict } from '../http/errors.ts'
import { findBalance } from '../ledger/balance.ts'
import { requireSame } from '../ledger/effect.ts'
import { isStanding } from '../ledger/queries.ts'
import { type Actor, logStaffAction } from '../staff-log.ts'
import { announceBalance, lockAccount, shownOf } from '../tenancy/account-act.ts'
import { lockActiveTenancy } from '../tenancy/stay-queries.ts'
import { findTenant, tenantNotFound } from '../tenancy/tenant-queries.ts'
import { chargeRent } from './charge-rent.ts'
import { listTerms, selectBills, toBill } from './queries.ts'

interface Choice {
  /** Null for billing as the residence does by default. */
  billed_by: BilledBy | null
}

/** @throws {HttpError} 404 */
export async function loadTenantBilling(
  db: Db,
  company_id: number,
  user_id: number,
  today: Day,
): Promise<z.input<typeof getTenantBilling.reply>> {
  const tenant = await findTenant(db, company_id, user_id)
  if (!tenant) throw tenantNotFound()
  const { billed_by, residence } = await db
    .selectFrom('tenancies')
    .innerJoin('companies', 'companies.id', 'tenancies.company_id')
    .where('tenancies.company_id', '=', company_id)
    .where('tenancies.id', '=', tenant.tenancy_id)
    .select(['tenancies.billed_by', 'companies.billed_by as residence'])
    .executeTakeFirstOrThrow()
  const bills = (await selectBills(db, company_id, user_id).execute()).map(toBill).toReversed()
  return {
    billed_by,
    residence,
    bills: bills.map((bill) => ({ ...bill, due: bill.due_day <= today })),
  }
}

/** Previews what `changeTenantBilling` would do now. */
export const previewTenantBilling = (
  context: Context,
  staff: Actor,
  user_id: number,
  choice: Choice,
): Promise<BillingEffect> =>
  rehearse(context.db, (tx) => change(tx, context, staff, user_id, choice))

/**
 * Changes how a tenant is billed from now on. Existing charges stay; the rest of a term that has begun is billed at once.
 * @throws {HttpError} 404; 409 for a tenant who has left, or when the effect would differ from the preview
 */
export async function changeTenantBilling(
  context: Context,
  staff: Actor,
  user_id: number,
  { expected, ...choice }: Choice & { expected: Effect },
): Promise<Received<typeof getTenantBilling>> {
  const { db, now } = context
  const { company_id } = staff
  await db.transaction().execute(async (tx) => {
    requireSame(shownOf(await change(tx, context, staff, user_id, choice)), expected)
  })
  announceBalance(context, staff, { user_id })
  return loadTenantBilling(db, company_id, user_id, dayOf(now()))
}

async function change(
  tx: Db,
  context: Context,
  staff: Actor,
  user_id: number,
  { billed_by }: Choice,
): Promise<BillingEffect> {
  const { company_id } = staff
  const now = context.now()
  const { full_name, before } = await lockAccount(tx, context, company_id, user_id)
  const tenancy = await lockActiveTenancy(tx, company_id, user_id)
  if (!tenancy) throw conflict('They have left, so no more rent is billed.', 'left')
  const list = async () => (await selectBills(tx, company_id, user_id).execute()).map(toBill)
  const known = new Set((await list()).map(({ id }) => id))
  const company = await tx
    .selectFrom('tenancies')
    .innerJoin('companies', 'companies.id', 'tenancies.company_id')
    .where('tenancies.company_id', '=', company_id)
    .where('tenancies.id', '=', tenancy.id)
    .select(['companies.id', 'companies.first_month', 'tenancies.billed_by as was'])
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('tenancies')
    .set({ billed_by })
    .where('company_id', '=', company_id)
    .where('id', '=', tenancy.id)
    .execute()
  await chargeRent(tx, company, now, tenancy.id)
  const { due: after } = await findBalance(tx, company_id, user_id, dayOf(now))
  const made = (await list()).find(({ id }) => !known.has(id)) ?? null
  await logStaffAction(tx, staff, {
    act: 'bill.tenant',
    subject: 'user',
    subject_id: user_id,
    before: { full_name, billed_by: company.was, owes: before },
    after: { billed_by, owes: after, bill: made?.amount ?? null },
  })
  const stay = made ? await listOtherMonths(tx, company_id, tenancy.id, made) : []
  return { full_name, before, after, bill: made, stay }
}

/** The months of a bill's term whose rent is charged outside the bill. */
async function listOtherMonths(
  tx: Db,
  company_id: number,
  tenancy_id: number,
  { id, first_month }: { id: number; first_month: Month },
): Promise<Month[]> {
  const term = (await listTerms(tx, company_id)).find((one) => isInTerm([one], first_month))
  if (!term) return []
  const rows = await tx
    .selectFrom('charges')
    .where('company_id', '=', company_id)
    .where('tenancy_id', '=', tenancy_id)
    .where('kind', '=', 'rent')
    .where('month', '>=', term.first_month)
    .where('month', '<=', term.last_month)
    .where('bill_id', 'is distinct from', id)
    .where(isStanding())
    .select('month')
    .orderBy('month')
    .execute()
  return rows.map(({ month }) => month)
}
