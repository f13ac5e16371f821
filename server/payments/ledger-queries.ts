import { type Insertable, sql } from 'kysely'
import type { LedgerEntry } from '#contract/ledger.ts'
import type { Page } from '#contract/page.ts'
import { type Month, monthStart } from '#rules/calendar.ts'
import { reversalOf } from '#rules/ledger.ts'
import type { Db } from '../db/connect.ts'
import { prepared, preparedRow } from '../db/prepared.ts'
import { sameCompany } from '../db/same-company.ts'
import type { Schema } from '../db/schema.ts'

/** Over all tenancies of the user. */
export function listCharges(db: Db, company_id: number, user_id: number) {
  return db
    .selectFrom('charges')
    .where('company_id', '=', company_id)
    .where('user_id', '=', user_id)
    .select(['month', 'amount'])
    .execute()
}

/** A payment's M-Pesa receipt may become known later than the payment. */
export const paymentsWithReceipts = (db: Db) =>
  db.selectFrom('payments').leftJoin('receipts', sameCompany('receipts.payment_id', 'payments.id'))

/** On M-Pesa's clock where known, else when we settled. */
export const paidAt = sql<Date>`coalesce(receipts.paid_at, payments.paid_at)`

/** Whether a payment has been taken back. */
export const isReversed = sql<boolean>`exists (select from payments reversal
  where reversal.company_id = payments.company_id
    and reversal.reverses_payment_id = payments.id)`

/** The charges up to a month, those of earlier months as one. */
export function selectChargesUpTo(db: Db, company_id: number, user_id: number, month: Month) {
  return db
    .selectFrom('charges')
    .where('company_id', '=', company_id)
    .where('user_id', '=', user_id)
    .where('month', '<=', month)
    .select([sql<Month>`max(month)`.as('month'), sql<number>`sum(amount)::float8`.as('amount')])
    .groupBy(sql`month = ${month}`)
}

/** On a user's account, newest first. A payment that was taken back is followed by its reversal, which names it. */
export function selectRentPayments(db: Db, company_id: number, user_id: number) {
  return paymentsWithReceipts(db)
    .where('payments.company_id', '=', company_id)
    .where('payments.user_id', '=', user_id)
    .where('payments.purpose', '=', 'rent')
    .select(['payments.id', 'payments.amount', 'receipts.receipt', paidAt.as('paid_at')])
    .select(['payments.kind', 'payments.reverses_payment_id'])
    .orderBy(paidAt, 'desc')
    .orderBy('payments.id', 'desc')
}

/** What the company has collected in rent since the start of a month, less what was taken back. */
export async function sumCollected(db: Db, company_id: number, month: Month): Promise<number> {
  const { collected } = await paymentsWithReceipts(db)
    .where('payments.company_id', '=', company_id)
    .where('payments.purpose', '=', 'rent')
    .where(paidAt, '>=', monthStart(month))
    .select(sql<number>`coalesce(sum(payments.amount), 0)::float8`.as('collected'))
    .executeTakeFirstOrThrow()
  return collected
}

/**
 * One page of the charges and payments of an account, the last first, each with what is owed after it. Their sum
 * is the balance of `month`. A charge has the time of its entry, or the start of its month when it was entered in
 * another one. Ids of charges are odd, those of payments even.
 */
export function listLedger(
  db: Db,
  company_id: number,
  user_id: number,
  month: Month,
  { before, after, limit }: Page,
) {
  const direction = sql.raw(after === undefined ? 'desc' : 'asc')
  const edge = before ?? after
  const beyond =
    edge === undefined
      ? sql`true`
      : sql`(at, id) ${sql.raw(after === undefined ? '<' : '>')}
          (select at, id from entry where id = ${edge})`
  const start = sql`(month || '-01')::timestamp at time zone 'Africa/Nairobi'`
  return sql<LedgerRow>`
    with entry as (
      select id * 2 + 1 as id, case kind when 'rent' then 'rent' else 'charge_correction' end as kind,
        month, amount as change, null as receipt, null::int as payment_id, reason, entered_by,
        false as voided,
        case when created_at >= ${start} and created_at < ${start} + interval '1 month'
          then created_at else ${start} end as at
      from charges
      where company_id = ${company_id} and user_id = ${user_id} and month <= ${month}
      union all
      select payments.id * 2, kind, null, -amount, receipt, payments.id, reason, entered_by,
        ${isReversed}, ${paidAt}
      from payments
      left join receipts on receipts.company_id = payments.company_id
        and receipts.payment_id = payments.id
      where payments.company_id = ${company_id} and user_id = ${user_id} and purpose = 'rent'
    ), running as (
      select *, (sum(change) over (order by at, id))::float8 as balance from entry
    )
    select id, kind, month, change as amount, receipt, payment_id, reason, voided, at, balance,
      (select first_name || ' ' || last_name from users
        where users.company_id = ${company_id} and users.id = entered_by) as by
    from running
    where ${beyond}
    order by at ${direction}, id ${direction}
    limit ${limit}`.execute(db)
}

interface LedgerRow {
  id: number
  kind: LedgerEntry['kind']
  month: Month | null
  amount: number
  receipt: string | null
  payment_id: number | null
  reason: string | null
  voided: boolean
  at: Date
  balance: number
  by: string | null
}

export function findAccountUser(db: Db, account_number: string) {
  return db
    .selectFrom('account_numbers')
    .where('account_number', '=', account_number)
    .select(['company_id', 'user_id'])
    .executeTakeFirst()
}

const findFirstPayment = preparedRow((db, push: { company_id: number; request_id: number }) =>
  paymentsWithReceipts(db)
    .where('payments.company_id', '=', push.company_id)
    .where('payments.request_id', '=', push.request_id)
    .select(['payments.id', 'payments.amount', 'receipts.receipt', isReversed.as('reversed')])
    .orderBy('payments.id')
    .limit(1),
)

/** The push's oldest payment, with its receipt where known, and whether it was taken back. */
export const findPaymentOfPush = (db: Db, company_id: number, request_id: number) =>
  findFirstPayment(db, { company_id, request_id })

const findCountingPayment = preparedRow((db, { receipt }: { receipt: string }) =>
  db
    .selectFrom('receipts')
    .innerJoin('payments', sameCompany('payments.id', 'receipts.payment_id'))
    .where('receipts.receipt', '=', receipt)
    .where(sql<boolean>`not ${isReversed}`)
    .select(['payments.company_id', 'payments.id', 'payments.user_id', 'payments.request_id']),
)

/** Undefined when the receipt does not count: not yet, or not after its payment was taken back. */
export const findPaymentOfReceipt = (db: Db, receipt: string) =>
  findCountingPayment(db, { receipt })

/** The same, locked until the transaction ends: it cannot be taken back meanwhile. */
export async function lockPaymentOfReceipt(db: Db, receipt: string) {
  const payment = await findPaymentOfReceipt(db, receipt)
  if (!payment) return undefined
  await db
    .selectFrom('payments')
    .where('company_id', '=', payment.company_id)
    .where('id', '=', payment.id)
    .select('id')
    .forUpdate()
    .execute()
  return findPaymentOfReceipt(db, receipt)
}

/** Which of these receipts count already, or are on the desk of some company. */
export async function listKnownReceipts(db: Db, receipts: string[]): Promise<Set<string>> {
  if (receipts.length === 0) return new Set()
  const known = await db
    .selectFrom('receipts')
    .where('receipt', 'in', receipts)
    .select('receipt')
    .union(
      db
        .selectFrom('companies')
        .innerJoin('desk_items', 'desk_items.company_id', 'companies.id')
        .where('desk_items.receipt', 'in', receipts)
        .select(sql<string>`desk_items.receipt`.as('receipt')),
    )
    .execute()
  return new Set(known.map(({ receipt }) => receipt))
}

/** A rent payment of the same account and amount without a receipt: perhaps the same money. */
export function findPossibleDuplicate(
  db: Db,
  account: { company_id: number; user_id: number },
  amount: number,
  since: Date,
) {
  return paymentsWithReceipts(db)
    .where('payments.company_id', '=', account.company_id)
    .where('payments.user_id', '=', account.user_id)
    .where('payments.purpose', '=', 'rent')
    .where('payments.kind', '=', 'push')
    .where('payments.amount', '=', amount)
    .where('payments.paid_at', '>', since)
    .where('receipts.receipt', 'is', null)
    .where(sql<boolean>`not ${isReversed}`)
    .select('payments.id')
    .executeTakeFirst()
}

export function findPaymentWithoutReceipt(db: Db, company_id: number, id: number) {
  return paymentsWithReceipts(db)
    .where('payments.company_id', '=', company_id)
    .where('payments.id', '=', id)
    .where('payments.kind', '=', 'push')
    .where('receipts.receipt', 'is', null)
    .where(sql<boolean>`not ${isReversed}`)
    .select(['payments.company_id', 'payments.user_id', 'payments.request_id', 'payments.amount'])
    .executeTakeFirst()
}

/**
 * Takes a payment back by an opposite entry. Its M-Pesa receipt, where it has one, can then count for another.
 * @returns the entry's id
 * @throws a unique violation when it is reversed already
 */
export async function insertReversal(
  db: Db,
  payment: { company_id: number; id: number },
  entry: { reason: string; entered_by: number | null },
  now: Date,
) {
  const { company_id, id } = payment
  const { user_id, purpose, amount, paid_at } = await db
    .selectFrom('payments')
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .select(['user_id', 'purpose', 'amount', 'paid_at'])
    .executeTakeFirstOrThrow()
  const reversal_id = await insertPayment(
    db,
    {
      company_id,
      user_id,
      purpose,
      kind: 'correction',
      ...entry,
      ...reversalOf({ amount, paid_at }, now),
      reverses_payment_id: id,
    },
    null,
  )
  return { user_id, amount, reversal_id }
}

type NewPayment = Insertable<Schema['payments']>

const insertOnlyPayment = preparedRow((db, payment: NewPayment) =>
  db.insertInto('payments').values(payment).returning('id'),
)

const insertPaymentAndReceipt = preparedRow(
  (db, { receipt, ...payment }: NewPayment & { receipt: string }) =>
    db
      .with('payment', (on) =>
        on.insertInto('payments').values(payment).returning(['company_id', 'id', 'paid_at']),
      )
      .insertInto('receipts')
      .columns(['receipt', 'company_id', 'payment_id', 'paid_at'])
      .expression(({ selectFrom }) =>
        selectFrom('payment').select([
          sql<string>`${receipt}::text`.as('receipt'),
          'company_id',
          'id',
          'paid_at',
        ]),
      )
      .returning('payment_id as id'),
)

/**
 * With its receipt, if it has one, in one statement.
 * @returns the payment's id
 * @throws a unique violation when the receipt counts already
 */
export async function insertPayment(
  db: Db,
  payment: NewPayment,
  receipt: string | null,
): Promise<number> {
  const inserted =
    receipt === null
      ? await insertOnlyPayment(db, payment)
      : await insertPaymentAndReceipt(db, { ...payment, receipt })
  if (!inserted) throw new Error('A payment was not inserted.')
  return inserted.id
}

/** @throws a unique violation when the receipt counts already */
export const insertReceipt = prepared((db, receipt: Insertable<Schema['receipts']>) =>
  db.insertInto('receipts').values(receipt),
)
