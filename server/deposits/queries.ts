import { type Insertable, type RawBuilder, sql } from 'kysely'
import type {
  DepositEntry,
  DepositList,
  DepositState,
  DepositTotals,
  StoredDepositRule,
} from '#contract/deposits.ts'
import type { Page } from '#contract/page.ts'
import { type Day, isoTime } from '#rules/calendar.ts'
import { askedDeposit, depositToPay, refundClock } from '#rules/deposit.ts'
import { receiptNumber } from '#rules/receipt.ts'
import { fullName } from '../auth/user-queries.ts'
import type { Db } from '../db/connect.ts'
import type { Key } from '../db/keys.ts'
import { sameCompany } from '../db/same-company.ts'
import type { Schema } from '../db/schema.ts'
import { lastStayEnd } from '../tenancy/stay-queries.ts'

export async function findDepositRule(db: Db, company_id: number): Promise<StoredDepositRule> {
  const rule = await db
    .selectFrom('companies')
    .where('id', '=', company_id)
    .select(['deposit_amount as amount', 'deposit_months as months', 'deposit_days as days'])
    .executeTakeFirstOrThrow()
  return rule
}

export const updateDepositRule = (
  tx: Db,
  company_id: number,
  { amount, months, days }: StoredDepositRule,
) =>
  tx
    .updateTable('companies')
    .set({ deposit_amount: amount, deposit_months: months, deposit_days: days })
    .where('id', '=', company_id)
    .execute()

/**
 * Agrees on a deposit with a tenant by the residence's present rule. Later rules don't change it.
 * @returns the deposit; null when none is asked
 */
export async function agreeOnDeposit(
  tx: Db,
  company_id: number,
  tenancy_id: number,
  rule: StoredDepositRule,
  rate: number,
): Promise<number | null> {
  const deposit = askedDeposit(rule, rate)
  if (deposit === null) return null
  await tx
    .updateTable('tenancies')
    .set({ deposit, deposit_days: rule.days })
    .where('company_id', '=', company_id)
    .where('id', '=', tenancy_id)
    .execute()
  return deposit
}

/** A column: what is held of a user's deposit. */
export const sumHeld = (company_id: unknown, user_id: unknown) =>
  sql<number>`coalesce((select sum(amount) from deposit_entries
    where deposit_entries.company_id = ${company_id}
      and deposit_entries.user_id = ${user_id}), 0)::float8`

/** The first day without a room; null for a tenant who has a room or will have one. */
const leftOn = (today: Day, lastEnd: RawBuilder<Day | null>) =>
  sql<Day | null>`coalesce(tenancies.ended_day, case when ${lastEnd} <= ${today}::date then ${lastEnd} end)`

/** Everybody's latest tenancy, with the deposit agreed for it. */
const selectAgreed = (db: Db, company_id: number) =>
  db
    .selectFrom('tenancies')
    .innerJoin('companies', 'companies.id', 'tenancies.company_id')
    .where('tenancies.company_id', '=', company_id)
    .where(
      sql<boolean>`not exists (select from tenancies later
        where later.company_id = tenancies.company_id and later.user_id = tenancies.user_id
          and later.id > tenancies.id)`,
    )
    .select(['tenancies.user_id', 'tenancies.deposit as agreed'])
    .select(({ fn }) => fn.coalesce('tenancies.deposit_days', 'companies.deposit_days').as('days'))

/**
 * The deposits of everybody who was asked for one or has paid one. Sums and last stays are read for all of them at once, because
 * subqueries for each of many tenants would take longer.
 */
const selectStates = (db: Db, company_id: number, today: Day) =>
  selectAgreed(db, company_id)
    .where(sql<boolean>`(tenancies.deposit is not null or sums.user_id is not null)`)
    .leftJoin(
      db
        .selectFrom('deposit_entries')
        .where('company_id', '=', company_id)
        .groupBy('user_id')
        .select(['user_id', sql<number>`sum(amount)::float8`.as('amount')])
        .as('sums'),
      'sums.user_id',
      'tenancies.user_id',
    )
    .leftJoin(
      db
        .selectFrom('stays')
        .where('company_id', '=', company_id)
        .where(
          sql<boolean>`tenancy_id in (select tenancies.id from tenancies
            where tenancies.company_id = ${company_id} and (tenancies.deposit is not null
              or tenancies.user_id in (select user_id from deposit_entries
                where deposit_entries.company_id = ${company_id})))`,
        )
        .distinctOn('tenancy_id')
        .orderBy('tenancy_id')
        .orderBy('from_day', 'desc')
        .orderBy('id', 'desc')
        .select(['tenancy_id', 'until_day'])
        .as('last_stay'),
      'last_stay.tenancy_id',
      'tenancies.id',
    )
    .select(sql<number>`coalesce(sums.amount, 0)`.as('held'))
    .select(leftOn(today, sql`last_stay.until_day`).as('left_on'))

export interface DepositTerms {
  agreed: number | null
  held: number
  left_on: Day | null
  days: number
}

export function toDepositState(row: DepositTerms | undefined, today: Day): DepositState {
  const { agreed = null, held = 0, left_on = null, days = 0 } = row ?? {}
  const asked = left_on === null ? agreed : null
  return {
    asked,
    held,
    to_pay: depositToPay(asked, held),
    refund: left_on !== null && held > 0 ? refundClock(left_on, days, today) : null,
  }
}

/** The state of one user's deposit. */
export async function findDepositState(db: Db, { company_id, id }: Key, today: Day) {
  const row = await selectAgreed(db, company_id)
    .where('tenancies.user_id', '=', id)
    .select(leftOn(today, lastStayEnd).as('left_on'))
    .select(sumHeld(company_id, id).as('held'))
    .executeTakeFirst()
  return toDepositState(row, today)
}

/** The entries of deposits, each with its payment, who entered it, and the entries that it takes back and that takes it back. */
export const selectDepositEntries = (db: Db, company_id: number) =>
  db
    .selectFrom('deposit_entries as entry')
    .leftJoin('ledger_payments as payment', sameCompany('payment.id', 'entry.payment_id'))
    .leftJoin('users as staff', sameCompany('staff.id', 'entry.entered_by'))
    .leftJoin('deposit_entries as named', sameCompany('named.id', 'entry.reverses_entry_id'))
    .leftJoin('deposit_entries as undone', (join) =>
      join
        .onRef('undone.company_id', '=', 'entry.company_id')
        .onRef('undone.reverses_entry_id', '=', 'entry.id'),
    )
    .where('entry.company_id', '=', company_id)
    .select(['entry.id', 'entry.kind', 'entry.amount', 'entry.payment_id'])
    .select('payment.kind as payment_kind')
    .select(sql<string | null>`coalesce(entry.reason, payment.reason)`.as('reason'))
    .select(fullName('staff').$castTo<string | null>().as('by'))

/** The entries of a user's deposit, last entered first. */
export async function listDepositEntries(
  db: Db,
  { company_id, id: user_id }: Key,
): Promise<DepositEntry[]> {
  const rows = await selectDepositEntries(db, company_id)
    .where('entry.user_id', '=', user_id)
    .select('entry.document_id')
    .select(sql<Date>`coalesce(payment.paid_at, entry.at)`.as('at'))
    .select(sql<number>`(sum(entry.amount) over (order by entry.id))::float8`.as('held'))
    .select(['payment.reference', 'payment.receipt'])
    .select(
      sql<boolean>`coalesce(entry.submission_id, payment.submission_id) is not null`.as('by_hand'),
    )
    .select(['named.kind as takes_back', 'undone.id as undone_by'])
    .orderBy('entry.id', 'desc')
    .execute()
  return rows.map(({ at, payment_id, receipt, undone_by, by_hand, by, reason, ...entry }) => ({
    ...entry,
    at: isoTime(at),
    receipt_number: payment_id === null ? null : receiptNumber(payment_id),
    mpesa_receipt_number: receipt,
    // Other reasons are notes for staff only.
    reason: by_hand || entry.kind === 'undone' || entry.kind === 'corrected' ? reason : null,
    by: by?.trim() || null,
    voided: undone_by !== null,
    can_undo: by_hand && entry.kind !== 'undone' && undone_by === null,
  }))
}

export const insertDepositEntry = async (
  tx: Db,
  entry: Insertable<Schema['deposit_entries']>,
): Promise<number> => {
  const { id } = await tx
    .insertInto('deposit_entries')
    .values(entry)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The deposit entry that follows a payment. */
export async function findEntryOfPayment(tx: Db, company_id: number, payment_id: number) {
  const { id } = await tx
    .selectFrom('deposit_entries')
    .where('company_id', '=', company_id)
    .where('payment_id', '=', payment_id)
    .select('id')
    .executeTakeFirstOrThrow()
  return id
}

export const findDepositEntry = (tx: Db, { company_id, id: user_id }: Key, id: number) =>
  tx
    .selectFrom('deposit_entries as entry')
    .leftJoin('payments', sameCompany('payments.id', 'entry.payment_id'))
    .where('entry.company_id', '=', company_id)
    .where('entry.user_id', '=', user_id)
    .where('entry.id', '=', id)
    .select(['entry.kind', 'entry.amount', 'entry.payment_id', 'entry.created_at'])
    .select(['payments.kind as payment_kind'])
    .select(
      sql<boolean>`coalesce(entry.submission_id, payments.submission_id) is not null`.as('by_hand'),
    )
    .select(
      sql<boolean>`exists (select from deposit_entries other where other.company_id = entry.company_id
        and other.reverses_entry_id = entry.id)`.as('is_undone'),
    )
    .executeTakeFirst()

/** The entry that an earlier submission has made, with or without a payment. */
export async function findDepositSubmission(tx: Db, company_id: number, submission_id: string) {
  const entry = await tx
    .selectFrom('deposit_entries as entry')
    .leftJoin('payments', sameCompany('payments.id', 'entry.payment_id'))
    .where('entry.company_id', '=', company_id)
    .where(({ or, eb }) =>
      or([
        eb('entry.submission_id', '=', submission_id),
        eb('payments.submission_id', '=', submission_id),
      ]),
    )
    .select(['entry.id', 'entry.user_id', 'entry.kind', 'entry.amount', 'entry.payment_id'])
    .select(['entry.at', 'entry.document_id', 'payments.kind as payment_kind'])
    .select([
      'payments.reference',
      (eb) => eb.fn.coalesce('entry.reason', 'payments.reason').as('reason'),
    ])
    .executeTakeFirst()
  return entry
}

/** The tenants of a list, in its order; `before` is the last tenant of the previous page. */
export async function listDeposits(
  db: Db,
  company_id: number,
  today: Day,
  { of, before, limit }: Pick<Page, 'before' | 'limit'> & { of: DepositList },
) {
  const key = of === 'to_refund' ? sql`to_char(left_on + days, 'YYYY-MM-DD')` : sql`name_key`
  const rows = await db
    .with('listed', () =>
      selectStates(db, company_id, today)
        .innerJoin('users', sameCompany('users.id', 'tenancies.user_id'))
        .select(['users.id', 'users.name_key', fullName().as('full_name')])
        .select('tenancies.id as tenancy_id'),
    )
    .with('page', (list) =>
      list
        .selectFrom('listed')
        .where(conditions[of])
        .$if(before !== undefined, (rest) =>
          rest.where(
            sql<boolean>`(${key}, id) > (select ${key}, id from listed where id = ${before ?? 0})`,
          ),
        )
        .selectAll()
        .orderBy(key)
        .orderBy('id')
        .limit(limit),
    )
    .selectFrom('page')
    .select(['id', 'full_name', 'agreed', 'held', 'left_on', 'days'])
    .select(
      sql<string | null>`(select room_number from stays
        join rooms on rooms.company_id = stays.company_id and rooms.id = stays.room_id
        where stays.company_id = ${company_id} and stays.tenancy_id = page.tenancy_id
        order by (from_day <= ${today}::date) desc, from_day desc, stays.id desc limit 1)`.as(
        'room',
      ),
    )
    .orderBy(key)
    .orderBy('id')
    .execute()
  return rows.map(({ id, full_name, room, ...state }) => ({
    id,
    full_name,
    room,
    ...toDepositState(state, today),
  }))
}

const conditions: Record<DepositList, ReturnType<typeof sql<boolean>>> = {
  held: sql<boolean>`held > 0`,
  to_refund: sql<boolean>`held > 0 and left_on is not null`,
  to_pay: sql<boolean>`left_on is null and agreed > held`,
}

export async function sumDeposits(db: Db, company_id: number, today: Day): Promise<DepositTotals> {
  const sumOf = (of: ReturnType<typeof sql<boolean>>, shillings = sql`held`) =>
    sql<DepositTotals['held']>`json_build_object(
      'shillings', coalesce(sum(${shillings}) filter (where ${of}), 0),
      'tenants', count(*) filter (where ${of}))`
  return db
    .selectFrom(selectStates(db, company_id, today).as('state'))
    .select([
      sumOf(conditions.held).as('held'),
      sumOf(conditions.to_refund).as('to_refund'),
      sumOf(sql<boolean>`held > 0 and left_on + days < ${today}::date`).as('late'),
      sumOf(conditions.to_pay, sql`agreed - held`).as('to_pay'),
    ])
    .executeTakeFirstOrThrow()
}
