import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { LateFeeSettings, lateFeeForm } from '#contract/fees.ts'
import {
  type Day,
  dayOf,
  firstDay,
  later,
  type Month,
  monthOf,
  nextMonth,
} from '#rules/calendar.ts'
import { feeKinds } from '#rules/fee.ts'
import { type Excuse, type LateAccount, lateFeeName, lateFees } from '#rules/late-fee.ts'
import { tellTenants } from '../account-notices/tell-tenant.ts'
import { listPromisedExcuses } from '../agreements/standing.ts'
import { listDisputing } from '../claims/claims.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { isStanding } from '../ledger/queries.ts'
import { announceBalance } from '../tenancy/account-act.ts'

export const listLateFeeTerms = (db: Db, company_id: number): Promise<LateFeeSettings> =>
  db
    .selectFrom('late_fee_terms')
    .where('company_id', '=', company_id)
    .select(['from_month', 'grace_days', 'amount', 'percent', 'cap'])
    .orderBy('from_month')
    .execute()

/**
 * Sets what late rent costs, beginning with next month's rent; the rent of earlier months keeps its rule. With null, no more
 * late fees are charged, whatever the month.
 */
export async function replaceLateFeeTerms(
  tx: Db,
  company_id: number,
  form: z.output<typeof lateFeeForm> | null,
  today: Day,
) {
  const month = today.slice(0, 7)
  await tx
    .deleteFrom('late_fee_terms')
    .where('company_id', '=', company_id)
    .$if(form !== null, (query) => query.where('from_month', '>', month))
    .execute()
  if (!form) return
  const { grace_days, per, value, cap } = form
  await tx
    .insertInto('late_fee_terms')
    .values({
      ...{ company_id, grace_days, from_month: nextMonth(month) },
      amount: per === 'amount' ? value : null,
      percent: per === 'percent' ? value : null,
      cap: per === 'percent' ? cap : null,
    })
    .execute()
}

/** Accounts checked in one transaction. */
const BATCH = 500

/** Can be repeated at any time: each month of rent gets only one late fee. */
export async function chargeLateFeesForAllCompanies(context: Context): Promise<void> {
  const companies = await context.db
    .selectFrom('late_fee_terms')
    .groupBy('company_id')
    .select('company_id')
    .execute()
  for (const { company_id } of companies) {
    const charged = await chargeLateFees(context, company_id)
    if (charged > 0) context.log.info({ company_id, charged }, 'late fees charged')
  }
}

async function chargeLateFees(context: Context, company_id: number): Promise<number> {
  const terms = await listLateFeeTerms(context.db, company_id)
  const first = terms[0]?.from_month
  if (first === undefined) return 0
  let charged = 0
  for (let after = 0; ; ) {
    const users = await listOwing(context.db, company_id, first, dayOf(context.now()), after)
    const last = users.at(-1)
    if (last === undefined) return charged
    const told = await context.db
      .transaction()
      .execute((tx) => chargeUsers(tx, context, company_id, users, terms))
    for (const user_id of told) announceBalance(context, { company_id }, { user_id })
    charged += told.length
    after = last
  }
}

/** Users with rent that may be late whose payments don't cover their charges, fees left out. */
async function listOwing(db: Db, company_id: number, first: Month, today: Day, after: number) {
  const rows = await db
    .selectFrom('charges')
    .where('company_id', '=', company_id)
    .where('user_id', '>', after)
    .where('due_day', '<=', today)
    .where('kind', 'not in', feeKinds)
    .groupBy('user_id')
    .having(sql<boolean>`bool_or(kind = 'rent' and month >= ${first})`)
    .having(
      sql<boolean>`sum(amount) > (select coalesce(sum(payments.amount), 0) from payments
        where payments.company_id = ${company_id} and payments.user_id = charges.user_id
          and purpose = 'rent')`,
    )
    .orderBy('user_id')
    .limit(BATCH)
    .select('user_id')
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** @returns the users who got a fee, each once */
async function chargeUsers(
  tx: Db,
  context: Context,
  company_id: number,
  users: number[],
  terms: LateFeeSettings,
): Promise<number[]> {
  const now = context.now()
  const accounts = await loadAccounts(tx, context, company_id, users)
  const due = users.flatMap((user_id) =>
    lateFees(accounts(user_id), terms, dayOf(now)).map((fee) => ({ user_id, ...fee })),
  )
  if (due.length === 0) return []
  const charged = await tx
    .insertInto('charges')
    .values(
      due.map(({ user_id, month, amount }) => ({
        ...{ company_id, user_id, amount },
        kind: 'late_fee' as const,
        month: monthOf(now),
        late_month: month,
        created_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'user_id', 'late_month'])
        .where('kind', '=', sql.lit('late_fee'))
        .where('reverses_charge_id', 'is', null)
        .where('waives_charge_id', 'is', null)
        .doNothing(),
    )
    .returning(['user_id', 'amount', 'late_month'])
    .execute()
  if (charged.length === 0) return []
  const told = charged.map(({ user_id, amount, late_month }) => ({
    ...{ company_id, user_id, amount, kind: 'charge' as const },
    reason: lateFeeName(late_month ?? ''),
  }))
  await tellTenants(tx, context, null, told)
  return [...new Set(told.map(({ user_id }) => user_id))]
}

/** The data of each account that the rule for late fees needs. */
async function loadAccounts(tx: Db, context: Context, company_id: number, users: number[]) {
  const [charges, payments, excuses] = [
    await tx
      .selectFrom('charges')
      .where('company_id', '=', company_id)
      .where('user_id', 'in', users)
      .where('due_day', '<=', dayOf(context.now()))
      .select(['user_id', 'kind', 'late_month', 'amount', 'created_at', 'bill_id', 'bill_due'])
      .select(isStanding().as('stands'))
      // All months of a bill are one rent, with one late fee.
      .select(
        sql<Month>`coalesce((select first_month from bills
          where bills.company_id = charges.company_id and bills.id = charges.bill_id), month)`.as(
          'month',
        ),
      )
      .execute(),
    await tx
      .selectFrom('payments')
      .where('company_id', '=', company_id)
      .where('user_id', 'in', users)
      .where('purpose', '=', 'rent')
      .groupBy('user_id')
      .select(['user_id', sql<number>`sum(amount)::float8`.as('paid')])
      .execute(),
    await listExcuses(tx, context, company_id, users),
  ]
  const chargesOf = Map.groupBy(charges, ({ user_id }) => user_id)
  const paidBy = new Map(payments.map(({ user_id, paid }) => [user_id, paid]))
  return (user_id: number): LateAccount => {
    const own = chargesOf.get(user_id) ?? []
    return {
      charges: own.filter(({ late_month, kind }) => late_month === null && kind !== 'fee'),
      paid: paidBy.get(user_id) ?? 0,
      rents: [
        ...Map.groupBy(
          own.filter(({ kind, stands }) => kind === 'rent' && stands),
          (rent) => rent.bill_id ?? rent,
        ).values(),
      ].map((charged) => ({
        month: charged[0]?.month ?? '',
        amount: charged.reduce((sum, { amount }) => sum + amount, 0),
        due:
          charged[0]?.bill_due ??
          later(firstDay(charged[0]?.month ?? ''), dayOf(charged[0]?.created_at ?? context.now())),
      })),
      had: own.flatMap(({ late_month }) => late_month ?? []),
      excuses: excuses.get(user_id) ?? [],
    }
  }
}

/** These users' disputes, promises and plans, which may excuse late rent; rules/late-fee.ts decides. */
async function listExcuses(
  tx: Db,
  { now }: Context,
  company_id: number,
  users: number[],
): Promise<Map<number, Excuse[]>> {
  const disputed: Excuse = { why: 'disputed', month: null, until: null, amount: null }
  const disputing = await listDisputing(tx, company_id, users, now())
  const excuses = await listPromisedExcuses(tx, company_id, users, now())
  for (const user_id of disputing) {
    excuses.set(user_id, [disputed, ...(excuses.get(user_id) ?? [])])
  }
  return excuses
}
