import { type RawBuilder, sql } from 'kysely'
import type { getTenantBilling, UndoneBill } from '#contract/billing.ts'
import type { Received } from '#contract/endpoint.ts'
import { billedFrom, billNumber, billStaysText, type Grown, grownReasons } from '#rules/bill.ts'
import { addDays, type Day, dayOf, later } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import { tellTenants } from '../account-notices/tell-tenant.ts'
import { OWNER_ONLY, requireWithinLimit } from '../approvals/limit.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { rehearse } from '../db/rehearse.ts'
import { retryOnConflict } from '../db/retry.ts'
import { sameCompany } from '../db/same-company.ts'
import { conflict, notFound } from '../http/errors.ts'
import { findBalance } from '../ledger/balance.ts'
import { alreadyReversed, requireSame } from '../ledger/effect.ts'
import { type Actor, logStaffAction } from '../staff-log.ts'
import { announceBalance, lockAccount } from '../tenancy/account-act.ts'
import { billedByColumn } from '../tenancy/stay-queries.ts'
import { BATCH, countByReason, findTerm } from './bill-term.ts'
import { selectBills, toBill } from './queries.ts'
import { loadTenantBilling } from './tenant-billing.ts'

const isOfTenancy = sql<boolean>`stays.company_id = tenancies.company_id and stays.tenancy_id = tenancies.id`

/** Conditions under which a bill can't be taken back, on the day before `next`. */
const grownOf = (next: Day): Record<Grown, RawBuilder<boolean>> => ({
  paid: sql<boolean>`exists (select from payments
    where payments.company_id = bills.company_id and payments.user_id = bills.user_id
      and payments.purpose = 'rent' and payments.id > bills.after_payment)`,
  corrected: sql<boolean>`(exists (select from charges correction
      where correction.company_id = bills.company_id and correction.bill_id = bills.id
        and correction.kind <> 'rent')
    or exists (select from rent_corrections
      left join charges correction on correction.company_id = rent_corrections.company_id
        and correction.id = rent_corrections.charge_id
      where rent_corrections.company_id = bills.company_id and rent_corrections.tenancy_id = bills.tenancy_id
        and rent_corrections.month between bills.first_month and bills.last_month
        and coalesce(correction.created_at, rent_corrections.created_at) >= bills.created_at))`,
  late_fee: sql<boolean>`exists (select from charges fee where fee.company_id = bills.company_id
    and fee.user_id = bills.user_id and fee.kind = 'late_fee' and fee.late_month = bills.first_month
    and fee.created_at >= bills.created_at)`,
  agreed: sql<boolean>`exists (select from agreements where agreements.company_id = bills.company_id
    and agreements.user_id = bills.user_id and agreements.made_at >= bills.created_at)`,
  // Whether rent would be lost: it is charged again only from the next night on, for months in which the tenant has a room by
  // then. Past months are charged again together with the current one of their term, but not by the month.
  lost: sql<boolean>`(bills.last_month < ${next.slice(0, 7)} or exists (select from tenancies
      join companies on companies.id = tenancies.company_id
    where tenancies.company_id = bills.company_id and tenancies.id = bills.tenancy_id
      and (tenancies.ended_day is not null
        or not exists (select from stays where ${isOfTenancy}
          and (stays.until_day is null or stays.until_day > ${next}))
        or (${billedByColumn} = 'month' and bills.first_month < ${next.slice(0, 7)})
        or exists (select from charges line where line.company_id = bills.company_id
          and line.bill_id = bills.id and line.kind = 'rent'
          and not exists (select from stays where ${isOfTenancy}
            and stays.from_day is distinct from stays.until_day
            and stays.from_day < (line.month || '-01')::date + interval '1 month'
            and (stays.until_day is null or stays.until_day > (line.month || '-01')::date))))))`,
})
const grownSince = (today: Day) => {
  const grown = grownOf(addDays(today, 1))
  return sql<Grown[]>`array_remove(array[${sql.join(
    grownReasons.map((reason) => sql`case when ${grown[reason]} then ${sql.lit(reason)} end`),
  )}], null)`
}

/**
 * Previews which bills of a term would be taken back, and which stay, counted by the first reason of each.
 * @throws {HttpError} 404
 */
export async function previewTakeBack({ db, now }: Context, company_id: number, term_id: number) {
  await findTerm(db, company_id, term_id)
  const rows = await db
    .selectFrom('bills')
    .where('company_id', '=', company_id)
    .where('term_id', '=', term_id)
    .where('taken_back_at', 'is', null)
    .orderBy('id')
    .select(['user_id', grownSince(dayOf(now())).as('grown')])
    .select(
      sql<number>`(select coalesce(sum(amount), 0) from charges where charges.company_id = bills.company_id
        and charges.bill_id = bills.id)::float8`.as('amount'),
    )
    .execute()
  const kept = new Map<Grown, number[]>(grownReasons.map((why) => [why, []]))
  for (const { user_id, grown } of rows) if (grown[0]) kept.get(grown[0])?.push(user_id)
  const taken = rows.filter(({ grown }) => grown.length === 0)
  return {
    bills: taken.length,
    shillings: taken.reduce((sum, { amount }) => sum + amount, 0),
    kept: await countByReason(db, company_id, kept),
  }
}

/**
 * Takes back the bills of the next batch, each month by an opposite entry that names it. Bills on which something else has been
 * built since, such as a payment, stay.
 * @throws {HttpError} 403 above the residence's limit, for all but owners; 404
 */
export async function takeBackTerm(
  context: Context,
  staff: Actor,
  term_id: number,
  after: number,
): Promise<{ bills: number; shillings: number; kept: number; after: number | null }> {
  const { db, now } = context
  const { company_id } = staff
  const term = await findTerm(db, company_id, term_id)
  const batch = async (tx: Db) => {
    const page = await tx
      .selectFrom('bills')
      .innerJoin('users', sameCompany('users.id', 'bills.user_id'))
      .innerJoin('tenancies', sameCompany('tenancies.id', 'bills.tenancy_id'))
      .where('bills.company_id', '=', company_id)
      .where('bills.term_id', '=', term_id)
      .where('bills.taken_back_at', 'is', null)
      .where('bills.id', '>', after)
      .orderBy('bills.id')
      .limit(BATCH)
      .select('bills.id')
      // The tenancy is locked first, as by everything that changes it (and thereby its bills); then the account, so that nothing
      // is entered on it meanwhile.
      .forNoKeyUpdate('tenancies')
      .forUpdate('users')
      .execute()
    const ids = page.map(({ id }) => id)
    const rest = page.length < BATCH ? null : (ids.at(-1) ?? null)
    if (ids.length === 0) return { bills: 0, shillings: 0, kept: 0, after: null, told: [] }
    const taken = await updateTakenBack(tx, staff, ids, now())
    const reason = `${term.name} was billed by mistake`
    const told = await takeMonthsBack(tx, context, staff, taken, reason)
    const shillings = told.reduce((sum, { amount }) => sum + amount, 0)
    await requireLimit(tx, context, staff, shillings)
    if (taken.length > 0) {
      await logStaffAction(tx, staff, {
        act: 'bill.take_back',
        subject: 'company',
        subject_id: company_id,
        before: { term: term.name },
        after: { bills: taken.length, shillings },
      })
    }
    const { kept } = await tx
      .selectFrom('bills')
      .where('company_id', '=', company_id)
      .where('id', 'in', ids)
      .where('taken_back_at', 'is', null)
      .select(({ fn }) => fn.countAll<string>().as('kept'))
      .executeTakeFirstOrThrow()
    return { bills: taken.length, shillings, kept: Number(kept), after: rest, told }
  }
  const { told, ...done } = await retryOnConflict(() => db.transaction().execute(batch))
  for (const owner of told) announceBalance(context, staff, owner)
  return done
}

/** A bill is made again, but for the rooms and rents that hold by then: so taking it back may give rent away. */
const requireLimit = (tx: Db, context: Context, staff: Actor, given: number) =>
  requireWithinLimit(tx, context, staff, {
    given,
    refusal: `This takes ${ksh(given)} of bills back. ${OWNER_ONLY}`,
  })

/** @returns the bills that this takes back: those on which nothing has been built, and that nobody else took back */
async function updateTakenBack(
  tx: Db,
  { company_id, id: taken_back_by }: Actor,
  ids: number[],
  now: Date,
) {
  const taken = await tx
    .updateTable('bills')
    .set({ taken_back_at: now, taken_back_by })
    .where('company_id', '=', company_id)
    .where('id', 'in', ids)
    .where('taken_back_at', 'is', null)
    .where(
      sql<boolean>`not (${sql.join(Object.values(grownOf(addDays(dayOf(now), 1))), sql` or `)})`,
    )
    .returning('id')
    .execute()
  return taken.map(({ id }) => id)
}

const CHANGED = 'Something came in on the account meanwhile. Please look again.'

/** Previews what `undoBill` would do now. */
export const previewBillUndo = (context: Context, staff: Actor, id: number): Promise<UndoneBill> =>
  rehearse(context.db, async (tx) => (await undo(tx, context, staff, id, null)).undone)

/**
 * Takes one bill back.
 * @throws {HttpError} 403 above the residence's limit, for all but owners; 404; 409 when something has been built on it, or when its effect would differ from the preview
 */
export async function undoBill(
  context: Context,
  staff: Actor,
  id: number,
  { reason, expected }: { reason: string; expected: UndoneBill },
): Promise<Received<typeof getTenantBilling>> {
  const { db, now } = context
  const { company_id } = staff
  const user_id = await retryOnConflict(() =>
    db.transaction().execute(async (tx) => {
      const { user_id, undone } = await undo(tx, context, staff, id, reason)
      requireSame(undone, expected)
      return user_id
    }),
  )
  announceBalance(context, staff, { user_id })
  return loadTenantBilling(db, company_id, user_id, dayOf(now()))
}

/** Takes a bill back; called without a reason for a preview. */
async function undo(
  tx: Db,
  context: Context,
  staff: Actor,
  id: number,
  reason: string | null,
): Promise<{ user_id: number; undone: UndoneBill }> {
  const { company_id } = staff
  const now = context.now()
  const today = dayOf(now)
  const user_id = await lockTenancyOf(tx, company_id, id)
  const { full_name, before } = await lockAccount(tx, context, company_id, user_id)
  // Read after the account is locked, so that everything entered before is seen.
  const bill = await selectBills(tx, company_id, user_id)
    .where('bills.id', '=', id)
    .select(['bills.tenancy_id', grownSince(today).as('grown')])
    .executeTakeFirst()
  if (!bill) throw alreadyReversed()
  if (bill.grown.length > 0) throw conflict(billStaysText(id, bill.grown), 'bill_used')
  // This checks the bill again, since a payment by M-Pesa doesn't wait for these locks and may have come in after it was read.
  const [taken] = await updateTakenBack(tx, staff, [id], now)
  if (taken === undefined) throw conflict(CHANGED, 'changed_meanwhile')
  const { amount } = toBill(bill)
  await takeMonthsBack(tx, context, staff, [id], reason ?? 'Preview')
  await requireLimit(tx, context, staff, amount)
  const { due: after } = await findBalance(tx, company_id, user_id, today)
  await logStaffAction(tx, staff, {
    act: 'bill.undo',
    subject: 'user',
    subject_id: user_id,
    before: { full_name, bill: billNumber(id), term: bill.name, amount, owes: before },
    after: { owes: after, reason },
  })
  const again_on = await findDayAgain(tx, company_id, id, today)
  return { user_id, undone: { full_name, before, after, amount, again_on } }
}

/** Locks a bill's tenancy, as every change of a tenancy does before it locks the account. @returns the bill's user */
async function lockTenancyOf(tx: Db, company_id: number, id: number): Promise<number> {
  const bill = await tx
    .selectFrom('bills')
    .innerJoin('tenancies', sameCompany('tenancies.id', 'bills.tenancy_id'))
    .where('bills.company_id', '=', company_id)
    .where('bills.id', '=', id)
    .select('bills.user_id')
    .forNoKeyUpdate('tenancies')
    .executeTakeFirst()
  if (!bill) throw notFound('There is no such bill.', 'bill_not_found')
  return bill.user_id
}

/** The day on which a bill that was taken back is made again; null if the tenant has left or isn't billed by the term. */
async function findDayAgain(tx: Db, company_id: number, id: number, today: Day) {
  const term = await tx
    .selectFrom('bills')
    .innerJoin('billing_terms as term', sameCompany('term.id', 'bills.term_id'))
    .innerJoin('tenancies', sameCompany('tenancies.id', 'bills.tenancy_id'))
    .innerJoin('companies', 'companies.id', 'tenancies.company_id')
    .where('bills.company_id', '=', company_id)
    .where('bills.id', '=', id)
    .where('tenancies.ended_day', 'is', null)
    .where(billedByColumn, '=', 'term')
    .select(['term.first_month', 'term.last_month', 'term.due_day', 'tenancies.id'])
    .executeTakeFirst()
  if (!term) return null
  const day = later(billedFrom(term), addDays(today, 1))
  const { here_from } = await tx
    .selectFrom('stays')
    .where('company_id', '=', company_id)
    .where('tenancy_id', '=', term.id)
    .where(
      sql<boolean>`(until_day is null or until_day > ${day}) and from_day is distinct from until_day`,
    )
    .select(({ fn }) => fn.min('from_day').as('here_from'))
    .executeTakeFirstOrThrow()
  return later(day, here_from ?? day)
}

/**
 * Takes back every month of these bills and tells the tenants. It counts from today, or from the bill's due day if that is later.
 * @returns each tenant with the amount taken back
 */
async function takeMonthsBack(
  tx: Db,
  context: Context,
  staff: Actor,
  bills: number[],
  reason: string,
): Promise<{ user_id: number; amount: number }[]> {
  if (bills.length === 0) return []
  const { company_id, id: entered_by } = staff
  const now = context.now()
  const { rows } = await sql<{ user_id: number; amount: number }>`
    with taken as (
      insert into charges (company_id, user_id, tenancy_id, kind, month, amount, reason, entered_by,
        reverses_charge_id, bill_id, bill_due, created_at)
      select company_id, user_id, tenancy_id, 'correction', month, - amount, ${reason}::text, ${entered_by}::integer,
        id, bill_id, greatest(bill_due, ${dayOf(now)}::date), ${now}::timestamptz
      from charges
      where company_id = ${company_id} and bill_id = any(${bills}::integer[]) and kind = 'rent'
      order by id
      returning user_id, amount
    )
    select user_id, - sum(amount)::float8 as amount from taken group by user_id order by user_id`.execute(
    tx,
  )
  const notice = { company_id, kind: 'bill_undone', reason } as const
  await tellTenants(
    tx,
    context,
    staff,
    rows.map((row) => ({ ...notice, ...row })),
  )
  return rows
}
