import { sql } from 'kysely'
import { MOST_UNREPORTED } from '#contract/claims.ts'
import { type ClaimTrace, UNREPORTED_AFTER_MS } from '#rules/claim.ts'
import type { ClaimedPayment } from '#rules/mpesa-code.ts'
import type { Purpose } from '#rules/payment.ts'
import { fullName } from '../auth/user-queries.ts'
import type { Db } from '../db/connect.ts'
import { sameCompany } from '../db/same-company.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/**
 * How long before a claim a payment without a known code may have been started to be the one that is meant. It must have the
 * same amount, or may have any amount where no SMS was pasted.
 */
const LIKELY_REACH = sql`case when claim.amount is null then interval '2 days' else interval '31 days' end`
/** Claims older than this, whose codes were never reported, are left out of the staff's list. */
const UNREPORTED_UNTIL_MS = 90 * DAY_MS

interface ClaimKey {
  company_id: number
  user_id: number
}

/** Inserts a claim. A code that is sent again stays one claim, to which a pasted SMS may add details. */
export async function insertClaim(
  db: Db,
  { company_id, user_id }: ClaimKey,
  { receipt, amount, on, account, reversal }: ClaimedPayment,
  entered_by: number | null,
  now: Date,
): Promise<number> {
  const { id } = await db
    .insertInto('payment_claims')
    .values({
      ...{ company_id, user_id, receipt, amount, account, reversal, entered_by },
      paid_on: on,
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'user_id', 'receipt']).doUpdateSet({
        amount: sql`coalesce(payment_claims.amount, excluded.amount)`,
        paid_on: sql`coalesce(payment_claims.paid_on, excluded.paid_on)`,
        account: sql`coalesce(payment_claims.account, excluded.account)`,
        reversal: sql`coalesce(excluded.reversal, payment_claims.reversal)`,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The codes in the list that are for the user's own money: on their account, paid by their push, or on the desk. */
export async function listOwnCodes(db: Db, { company_id, user_id }: ClaimKey, receipts: string[]) {
  const counted = await db
    .selectFrom('ledger_payments as payment')
    .leftJoin('payment_requests as push', sameCompany('push.id', 'payment.request_id'))
    .where('payment.receipt', 'in', receipts)
    .where(({ or, and, eb }) =>
      or([
        and([eb('payment.company_id', '=', company_id), eb('payment.user_id', '=', user_id)]),
        and([
          eb('push.starter_company_id', '=', company_id),
          eb('push.starter_user_id', '=', user_id),
        ]),
      ]),
    )
    .select('payment.receipt')
    .execute()
  if (counted.length > 0) return counted.flatMap(({ receipt }) => receipt ?? [])
  const waiting = await db
    .selectFrom('desk_items')
    .where('company_id', '=', company_id)
    .where('receipt', 'in', receipts)
    .select('receipt')
    .execute()
  return waiting.flatMap(({ receipt }) => receipt ?? [])
}

/** The payment that counts for the code, on any account; if there are several, preferably on the claimant's. */
const countingPayment = sql<{
  paid_company: number | null
  paid_user: number | null
  payment_id: number | null
  paid_amount: number
  purpose: Purpose
  paid_at: Date
  starter_company_id: number | null
  starter_user_id: number | null
  account_reference: string | null
}>`(
  select payment.company_id as paid_company, payment.user_id as paid_user,
    payment.id as payment_id, payment.amount as paid_amount, payment.purpose, payment.paid_at,
    push.starter_company_id, push.starter_user_id, push.account_reference
  from ledger_payments payment
  left join payment_requests push
    on push.company_id = payment.company_id and push.id = payment.request_id
  where payment.receipt = claim.receipt and not payment.reversed
  order by (payment.company_id, payment.user_id) = (claim.company_id, claim.user_id) desc
  limit 1)`

/** The code's desk item in any residence, preferably an open one. */
const itemOfCode = sql<{ item_company: number; item_id: number; item_open: boolean }>`(
  select item.company_id as item_company, item.id as item_id, item.closed_at is null as item_open
  from companies
  join desk_items item on item.company_id = companies.id
  where item.receipt = claim.receipt
  order by item.closed_at is null desc, item.id desc
  limit 1)`

/**
 * When M-Pesa took the payment back, according to the desk item about it. A dismissed item counts only if the statement names the
 * code: staff may have dismissed it because nothing was credited, otherwise because another payment was meant.
 */
const returnedAt = sql<Date | null>`(
  select item.paid_at from companies
  join desk_items item on item.company_id = companies.id
  where item.counted_receipt = claim.receipt and item.reason = 'taken_back_by_mpesa'
    and (item.outcome is distinct from 'dismissed' or exists (select from statement_rows
      where statement_rows.company_id = item.company_id and statement_rows.id = item.statement_row_id
        and statement_rows.reversed_receipt = claim.receipt))
  order by item.id desc
  limit 1)`

/** Whether a report that names the code has arrived but isn't processed yet. */
const isReported = sql<boolean>`exists (
  select from companies
  join raw_reports on raw_reports.company_id = companies.id and raw_reports.handled_at is null
  where raw_reports.raw like '%' || claim.receipt || '%')`

/** A payment of the claimant whose code M-Pesa has not named, of the same amount as in the SMS. */
const paymentWithoutCode = sql<{
  likely_amount: number
  likely_purpose: Purpose
  likely_at: Date
}>`(
  select payment.amount as likely_amount, payment.purpose as likely_purpose,
    payment.paid_at as likely_at
  from payment_requests push
  join ledger_payments payment on payment.company_id = push.company_id and payment.request_id = push.id
  where push.starter_company_id = claim.company_id and push.starter_user_id = claim.user_id
    and push.initiated_at > claim.created_at - ${LIKELY_REACH}
    and push.initiated_at <= claim.created_at
    and payment.kind = 'push' and payment.amount = coalesce(claim.amount, payment.amount)
    and payment.receipt is null and not payment.reversed
  order by payment.id desc
  limit 1)`

const hasOpenPush = sql<boolean>`exists (
  select from payment_requests push
  where push.starter_company_id = claim.company_id and push.starter_user_id = claim.user_id
    and push.status = 'processing' and push.initiated_at > claim.created_at - interval '1 hour'
    and push.initiated_at <= claim.created_at)`

/** Claims with everything that is known about their codes, in one query. */
const selectClaims = (db: Db, company_id: number) =>
  db
    .selectFrom('payment_claims as claim')
    .innerJoin('users as claimant', sameCompany('claimant.id', 'claim.user_id'))
    .leftJoin('users as helper', sameCompany('helper.id', 'claim.entered_by'))
    .leftJoin('users as closer', sameCompany('closer.id', 'claim.closed_by'))
    .leftJoinLateral(countingPayment.as('paid'), (join) => join.onTrue())
    .leftJoinLateral(itemOfCode.as('item'), (join) => join.onTrue())
    .leftJoinLateral(paymentWithoutCode.as('without_code'), (join) => join.onTrue())
    // Joined only within this company: staff don't see who has an account in another residence.
    .leftJoin('users as payee', (join) =>
      join
        .onRef('payee.company_id', '=', 'claim.company_id')
        .onRef('payee.company_id', '=', 'paid.paid_company')
        .onRef('payee.id', '=', 'paid.paid_user'),
    )
    .where('claim.company_id', '=', company_id)
    .select(['claim.company_id', 'claim.id', 'claim.user_id', 'claim.receipt', 'claim.amount'])
    .select([
      'claim.reversal',
      'claim.paid_on',
      'claim.account',
      'claim.created_at',
      'claim.closed_at',
      'claim.note',
    ])
    .select('claim.status_answer')
    .select(['paid.paid_company', 'paid.paid_user', 'paid.payment_id', 'paid.paid_amount'])
    .select(['paid.purpose', 'paid.paid_at', 'paid.starter_company_id', 'paid.starter_user_id'])
    .select(['paid.account_reference', 'item.item_company', 'item.item_id', 'item.item_open'])
    .select(['without_code.likely_amount', 'without_code.likely_purpose'])
    .select(['without_code.likely_at'])
    .select([returnedAt.as('returned_at'), isReported.as('reported'), hasOpenPush.as('push_open')])
    .select([
      fullName('claimant').as('full_name'),
      fullName('helper').$castTo<string | null>().as('helper_name'),
      fullName('closer').$castTo<string | null>().as('closer_name'),
      fullName('payee').$castTo<string | null>().as('payee_name'),
    ])
export type ClaimRow = Awaited<ReturnType<ReturnType<typeof selectClaims>['execute']>>[number]

/** The facts about a claim from which its state follows. */
export function traceOf(row: ClaimRow): ClaimTrace {
  const { company_id, user_id } = row
  const own = row.paid_company === company_id && row.paid_user === user_id
  const paidByThem = row.starter_company_id === company_id && row.starter_user_id === user_id
  return {
    counts: row.payment_id === null ? null : own ? 'own' : paidByThem ? 'for_other' : 'other',
    returned: row.returned_at !== null,
    desk: row.item_id === null ? null : row.item_open ? 'open' : 'closed',
    reported: row.reported,
    closed: row.closed_at !== null,
    likely: row.likely_at !== null,
    push_open: row.push_open,
  }
}

export const findClaim = (db: Db, company_id: number, id: number) =>
  selectClaims(db, company_id).where('claim.id', '=', id).executeTakeFirst()

const MOST_OF_A_USER = 50

export const listClaimsOf = (db: Db, { company_id, user_id }: ClaimKey) =>
  selectClaims(db, company_id)
    .where('claim.user_id', '=', user_id)
    .orderBy('claim.created_at', 'desc')
    .orderBy('claim.id', 'desc')
    .limit(MOST_OF_A_USER)
    .execute()

/** Open claims of these users; those older than 90 days are left out. */
export const listRecentClaims = (db: Db, company_id: number, users: number[], now: Date) =>
  selectClaims(db, company_id)
    .where('claim.user_id', 'in', users)
    .where('claim.closed_at', 'is', null)
    .where('claim.created_at', '>', new Date(now.getTime() - UNREPORTED_UNTIL_MS))
    .execute()

/** Open claims that are more than a day old and about whose codes nothing is known. */
const unreported = (db: Db, company_id: number, now: Date) =>
  db
    .selectFrom('payment_claims as open')
    .where('open.company_id', '=', company_id)
    .where('open.closed_at', 'is', null)
    .where('open.created_at', '<', new Date(now.getTime() - UNREPORTED_AFTER_MS))
    .where('open.created_at', '>', new Date(now.getTime() - UNREPORTED_UNTIL_MS))
    .where(sql<boolean>`not exists (select from receipts where receipts.receipt = open.receipt)`)
    .where(
      sql<boolean>`not exists (select from companies
        join desk_items on desk_items.company_id = companies.id
        where desk_items.receipt = open.receipt or desk_items.counted_receipt = open.receipt)`,
    )

export const listUnreported = (db: Db, company_id: number, now: Date) =>
  selectClaims(db, company_id)
    .where('claim.id', 'in', unreported(db, company_id, now).select('open.id'))
    .orderBy('claim.created_at')
    .orderBy('claim.id')
    .limit(MOST_UNREPORTED)
    .execute()

/** The number of unreported claims, and the sum that their SMS say was paid. */
export function countUnreported(db: Db, company_id: number, now: Date) {
  return unreported(db, company_id, now)
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<number>`coalesce(sum(open.amount), 0)::float8`.as('shillings'),
    ])
    .executeTakeFirstOrThrow()
}

/** The account numbers of those in the company who say that they paid with these codes. */
export const listClaimants = (db: Db, company_id: number, receipts: string[]) =>
  receipts.length === 0
    ? []
    : db
        .selectFrom('payment_claims as claim')
        .innerJoin('account_numbers as account', sameCompany('account.user_id', 'claim.user_id'))
        .where('claim.company_id', '=', company_id)
        .where('claim.receipt', 'in', receipts)
        .select(['claim.receipt', 'account.account_number'])
        .execute()

/** The claim's row, locked until the transaction ends. */
export const lockClaim = (tx: Db, company_id: number, id: number) =>
  tx
    .selectFrom('payment_claims')
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .select(['id', 'user_id', 'receipt', 'closed_at', 'note'])
    .forUpdate()
    .executeTakeFirst()

export const updateClaim = (
  tx: Db,
  company_id: number,
  id: number,
  change: { closed_at: Date | null; closed_by: number | null; note: string | null },
) =>
  tx
    .updateTable('payment_claims')
    .set(change)
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .execute()
