import { type Insertable, sql } from 'kysely'
import type { Day, Month } from '#rules/calendar.ts'
import { reversalOf } from '#rules/ledger.ts'
import type { Db } from '../db/connect.ts'
import type { Key, UserKey } from '../db/keys.ts'
import { prepared, preparedRow } from '../db/prepared.ts'
import { sameCompany } from '../db/same-company.ts'
import type { Schema } from '../db/schema.ts'
import { isHeld } from './desk-items.ts'
import { rethrowMoreThanHeld } from './effect.ts'

/** The charges of all the user's tenancies, by the month in which they are due. */
export function listCharges(db: Db, company_id: number, user_id: number, today?: Day) {
  return db
    .selectFrom('charges')
    .where('company_id', '=', company_id)
    .where('user_id', '=', user_id)
    .$if(today !== undefined, (query) => query.where('due_day', '<=', today ?? ''))
    .select([dueMonth.as('month'), 'amount'])
    .execute()
}

/** When a charge was entered, or the start of the day from which it counts if entered before that or over a month later. */
export const enteredAt = (charges = 'charges') => {
  const [created, due] = [sql.ref(`${charges}.created_at`), sql.ref(`${charges}.due_day`)]
  const start = sql`(${due}::timestamp at time zone 'Africa/Nairobi')`
  return sql<Date>`case when ${created} >= ${start}
    and ${created} < ((${due} + interval '1 month') at time zone 'Africa/Nairobi') then ${created} else ${start} end`
}

/**
 * Whether a payment of the view, as `payment`, was made in a span of time. Its time is that of its receipt or else its own: each of
 * the two has an index, what the view makes of them has none.
 */
export const isPaidWithin = (company_id: number, from: Date, until: Date) => {
  const isWithin = sql`paid_at >= ${from} and paid_at < ${until}`
  return sql<boolean>`(payment.paid_at >= ${from} and payment.paid_at < ${until} and payment.id in (
    select id from payments where company_id = ${company_id}
      and purpose in ('rent', 'wifi', 'deposit') and ${isWithin}
    union all select payment_id from receipts where company_id = ${company_id} and ${isWithin}))`
}

/** Whether a payment of the table has been taken back. */
export const isReversed = sql<boolean>`exists (select from payments reversal
  where reversal.company_id = payments.company_id
    and reversal.reverses_payment_id = payments.id)`

/** The condition that a charge of rent counts: charges of a bill that was taken back don't. */
export const isStanding = (charges = 'charges') =>
  sql<boolean>`(${sql.ref(`${charges}.bill_id`)} is null or not exists (select from bills
    where bills.company_id = ${sql.ref(`${charges}.company_id`)}
      and bills.id = ${sql.ref(`${charges}.bill_id`)} and bills.taken_back_at is not null))`

/** The month in which a charge is due: its own month, or that of its bill's due day. */
const dueMonth = sql<Month>`to_char(due_day, 'YYYY-MM')`

/** The charges due by a day: sums of earlier months and of this month, and whether this month has any apart from rent. */
export const selectChargesUpTo = (
  company_id: number,
  user_id: number,
  { month, today }: { month: Month; today: Day },
) => {
  const isEarlier = sql`due_day < (${month} || '-01')::date`
  return sql<{ earlier: number; this_month: number; has_others: boolean }>`(
    select json_build_object(
      'earlier', coalesce(sum(amount) filter (where ${isEarlier}), 0),
      'this_month', coalesce(sum(amount) filter (where not ${isEarlier}), 0),
      'has_others', coalesce(bool_or(kind <> 'rent') filter (where not ${isEarlier}), false))
    from charges
    where company_id = ${company_id} and user_id = ${user_id} and due_day <= ${today})`
}

/** The rent payments of a user, newest first. A payment that was taken back also has its reversal, which names it. */
export function selectRentPayments(db: Db, company_id: number, user_id: number) {
  return db
    .selectFrom('ledger_payments')
    .where('company_id', '=', company_id)
    .where('user_id', '=', user_id)
    .where('purpose', '=', 'rent')
    .select(['id', 'amount', 'receipt', 'paid_at', 'kind', 'reverses_payment_id'])
    .orderBy('paid_at', 'desc')
    .orderBy('id', 'desc')
}

export function findAccountUser(db: Db, account_number: string) {
  return db
    .selectFrom('account_numbers')
    .where('account_number', '=', account_number)
    .select(['company_id', 'user_id'])
    .executeTakeFirst()
}

/** The push's oldest payment, or what replaces it, with its receipt where known, and whether it was taken back. */
export const selectPaymentOfPush = (db: Db, push: { company_id: number; request_id: number }) =>
  db
    .selectFrom('ledger_payments')
    .where('company_id', '=', push.company_id)
    .where('request_id', '=', push.request_id)
    .select(['id', 'amount', 'receipt', 'reversed'])
    .orderBy('is_replacement', 'desc')
    .orderBy('id')
    .limit(1)

const findFirstPayment = preparedRow(selectPaymentOfPush)

export const findPaymentOfPush = (db: Db, company_id: number, request_id: number) =>
  findFirstPayment(db, { company_id, request_id })

export const selectPaymentOfReceipt = (db: Db, { receipt }: { receipt: string | null }) =>
  db
    .selectFrom('ledger_payments')
    .where('receipt', '=', receipt)
    // The first part of a shared payment stands for all parts, which are taken back together.
    .where('part', '=', 1)
    .where(({ not }) => not('reversed'))
    .select(['company_id', 'id', 'user_id', 'request_id'])
    .select([sql<number>`parts`.as('parts'), sql<number>`coalesce(whole, amount)`.as('amount')])

const findCountingPayment = preparedRow(selectPaymentOfReceipt)

/** The payment that counts for a receipt; undefined when there is none yet, or it was taken back. */
export const findPaymentOfReceipt = (db: Db, receipt: string) =>
  findCountingPayment(db, { receipt })

/** Like `findPaymentOfReceipt`, but locks the payment until the transaction ends, so that it can't be taken back meanwhile. */
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

/** Whether a receipt has ever counted as a deposit, as its payer chose. */
export const wasDeposit = async (db: Db, receipt: string): Promise<boolean> =>
  (await db
    .selectFrom('ledger_payments')
    .where('receipt', '=', receipt)
    .where('purpose', '=', 'deposit')
    .select('id')
    .executeTakeFirst()) !== undefined

/**
 * The receipts in the list that count already, or are on the desk of a company. Items that exist only because of a file or a
 * typed code are left out, even dismissed ones, since M-Pesa may still report them.
 */
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
        .where(sql<boolean>`not ${isHeld}`)
        .select(sql<string>`desk_items.receipt`.as('receipt')),
    )
    .execute()
  return new Set(known.map(({ receipt }) => receipt))
}

/** Payments of pushes that count while M-Pesa has not named their receipts. */
export const selectReceiptless = (db: Db, company_id: number) =>
  db
    .selectFrom('ledger_payments as payment')
    .where('payment.company_id', '=', company_id)
    .where('payment.kind', '=', 'push')
    .where('payment.receipt', 'is', null)
    .where(({ not }) => not('payment.reversed'))

/** A push's rent payment on the same account and of the same amount without a receipt: perhaps the same money. */
export function findPossibleDuplicate(db: Db, account: UserKey, amount: number, since: Date) {
  return selectReceiptless(db, account.company_id)
    .where('user_id', '=', account.user_id)
    .where('purpose', '=', 'rent')
    .where('amount', '=', amount)
    .where('own_paid_at', '>', since)
    .select('id')
    .executeTakeFirst()
}

export function findPaymentWithoutReceipt(db: Db, company_id: number, id: number) {
  return selectReceiptless(db, company_id)
    .where('id', '=', id)
    .select(['company_id', 'user_id', 'request_id', 'amount'])
    .executeTakeFirst()
}

/**
 * Takes a payment back by an opposite entry. Its M-Pesa receipt, if it has one, can then count for another payment.
 * @returns the entry's id
 * @throws a unique violation when it is reversed already
 */
export async function insertReversal(
  db: Db,
  payment: Key,
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
  return { user_id, amount, purpose, reversal_id }
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
 * Inserts a payment with its receipt, if it has one, in one statement.
 * @returns the payment's id
 * @throws a unique violation when the receipt counts already
 */
export async function insertPayment(
  db: Db,
  payment: NewPayment,
  receipt: string | null,
): Promise<number> {
  const inserted = await (receipt === null
    ? insertOnlyPayment(db, payment)
    : insertPaymentAndReceipt(db, { ...payment, receipt })
  ).catch(rethrowMoreThanHeld)
  if (!inserted) throw new Error('A payment was not inserted.')
  return inserted.id
}

/** @throws a unique violation when the receipt counts already */
export const insertReceipt = prepared((db, receipt: Insertable<Schema['receipts']>) =>
  db.insertInto('receipts').values(receipt),
)

/**
 * Makes a payment that was taken back by mistake count again, with its M-Pesa receipt, and with all parts if it was shared.
 * @param first the reversal of the payment, or of its first part if it was shared
 * @throws a unique violation when it was done already, or the receipt counts for another payment
 */
export async function insertRestored(
  db: Db,
  { company_id, id: first }: Key,
  entry: { reason: string; entered_by: number | null },
) {
  const parts = await db
    .selectFrom('payments as named')
    .innerJoin('receipts as of', sameCompany('of.payment_id', 'named.reverses_payment_id'))
    .innerJoin('receipts', (join) =>
      join
        .onRef('receipts.receipt', '=', 'of.receipt')
        .onRef('receipts.reversed_before', '=', 'of.reversed_before'),
    )
    .innerJoin(
      'payments as reversal',
      sameCompany('reversal.reverses_payment_id', 'receipts.payment_id'),
    )
    .innerJoin('payments as paid', sameCompany('paid.id', 'receipts.payment_id'))
    // The push names whoever paid over a pay link.
    .leftJoin('payment_requests as push', (join) =>
      sameCompany('push.id', 'paid.request_id')(join).on('push.pay_link_id', 'is not', null),
    )
    .where('named.company_id', '=', company_id)
    .where('named.id', '=', first)
    .select('push.id as request_id')
    .select(['reversal.id', 'reversal.user_id', 'reversal.purpose', 'reversal.amount'])
    .select(['receipts.receipt', 'receipts.paid_at', 'receipts.part', 'receipts.parts'])
    .select(['receipts.whole', 'reversal.created_at', 'paid.id as of'])
    .orderBy('receipts.part')
    .execute()
  const restored = []
  for (const { id, of, user_id, purpose, amount, created_at, request_id, ...receipt } of parts) {
    const paid_at = receipt.paid_at ?? created_at
    const payment_id = await insertPayment(
      db,
      {
        ...entry,
        ...{ company_id, user_id, purpose, paid_at, amount: -amount },
        kind: 'paybill',
        request_id,
        reverses_payment_id: id,
      },
      null,
    )
    await insertReceipt(db, { company_id, payment_id, ...receipt })
    restored.push({ company_id, id: payment_id, user_id, amount: -amount, of })
  }
  return restored
}

/** `plainReference` in SQL, as the references are indexed. */
export const plainSql = (column: string) =>
  sql<string>`lower(regexp_replace(${sql.ref(column)}, '[^A-Za-z0-9]', '', 'g'))`
