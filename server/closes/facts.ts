import { type RawBuilder, sql } from 'kysely'
import { followBalance } from '#rules/balance-chain.ts'
import { type Day, dayEnd, dayStart } from '#rules/calendar.ts'
import { refundCode } from '#rules/close-refunds.ts'
import type { DayFacts, DayRow, LedgerPayment, WaitingReceipt } from '#rules/day-facts.ts'
import { plainReference, rowOfReference, rowReference } from '#rules/statement.ts'
import { readCents } from '#rules/statement-cells.ts'
import type { Db } from '../db/connect.ts'
import { isPaidWithin, plainSql } from '../ledger/queries.ts'
import { findPaybillCompany } from '../payments/paybill.ts'

/** Passes a list of any length in one parameter. */
const texts = (list: Iterable<string>) =>
  sql`(select value from jsonb_array_elements_text(${JSON.stringify([...list])}::jsonb))`
export const ids = (list: Iterable<number>) =>
  sql`(select value::int from jsonb_array_elements_text(${JSON.stringify([...list])}::jsonb))`

/** When the money of a desk item came in: its payment time, or the item's own where M-Pesa gave none. */
export const cameAt = sql`coalesce(desk_items.paid_at, desk_items.created_at)`

/**
 * Everything that is known about a day now. One paybill serves all residences and its statements belong to the first of them;
 * the others see only the rows of their own receipts.
 */
export async function loadFacts(db: Db, company_id: number, day: Day): Promise<DayFacts> {
  const [from, until] = [dayStart(day), dayEnd(day)]
  const paybill = await findPaybillCompany(db)
  const payments = await selectPayments(
    db,
    sql`payment.company_id = ${company_id} and ${isPaidWithin(company_id, from, until)}`,
  )
  const waiting = await listDesk(
    db,
    sql`desk_items.company_id = ${company_id} and ${cameAt} >= ${from} and ${cameAt} < ${until}`,
  )
  const paid = payments.flatMap(({ receipt }) => receipt ?? [])
  const onDesk = new Set(waiting.map(({ receipt }) => receipt))
  const refunds = payments.flatMap((one) => refundCode(one) ?? [])
  const own = [...paid, ...onDesk, ...refunds]
  const ofDay = sql`at >= ${from} and at < ${until}`
  const rows = await selectRows(
    db,
    company_id === paybill
      ? sql`company_id = ${company_id} and ${ofDay}`
      : sql`(company_id = ${company_id} and source = 'bank' and ${ofDay})
          or (company_id = ${paybill} and source = 'paybill' and ${ofDay}
            and receipt in ${texts(own)})`,
  )
  const receipts = [...own, ...receiptsOf(rows)]
  rows.push(...(await listOtherRows(db, [company_id, paybill], rows, payments, receipts)))
  payments.push(...(await listOtherPayments(db, company_id, rows, payments)))
  const counted = new Set(payments.filter(isCounted).map(({ receipt }) => receipt))
  const missing = [...paid, ...receiptsOf(rows)].filter(
    (receipt) => !counted.has(receipt) && !onDesk.has(receipt),
  )
  return {
    company_id,
    day,
    covered: await listCovered(db, paybill, from, until),
    rows,
    payments,
    desk: [...waiting, ...(await listDesk(db, sql`receipt in ${texts(new Set(missing))}`))],
    balance_before: company_id === paybill ? await findBalanceBefore(db, paybill, from) : null,
    counts: await listCounts(db, company_id, from, until),
  }
}

const isCounted = ({ reversal_id }: LedgerPayment) => reversal_id === null

const receiptsOf = (rows: DayRow[]) =>
  rows.flatMap(({ receipt, reversed_receipt }) =>
    [receipt, reversed_receipt].filter((code) => code !== null),
  )

/** Rows of other days that belong to this day's payments: their own rows, and M-Pesa's reversals of them. */
async function listOtherRows(
  db: Db,
  companies: number[],
  rows: DayRow[],
  payments: LedgerPayment[],
  receipts: string[],
) {
  const codes = payments.flatMap(({ receipt }) => receipt ?? [])
  const references = payments.flatMap(({ kind, reference }) =>
    kind === 'bank' ? (reference ?? []) : [],
  )
  const refunds = payments.flatMap((one) => refundCode(one) ?? [])
  const named = references.flatMap((reference) => rowOfReference(reference) ?? [])
  const ofThem = sql`select id from statement_rows where company_id in ${ids(companies)}`
  const found = await selectRows(
    db,
    sql`id in (${ofThem} and kind = 'payment' and receipt in ${texts(codes)}
      union ${ofThem} and source = 'bank' and kind = 'payment'
        and ${plainSql('receipt')} in ${texts(references.map(plainReference))}
      union ${ofThem} and source = 'paybill' and kind = 'withdrawal'
        and receipt in ${texts(refunds)}
      union ${ofThem} and source = 'bank' and id in ${ids(named)}
      union ${ofThem} and reversed_receipt in ${texts(receipts)}
      union select statement_row_id from desk_items where company_id in ${ids(companies)}
        and reason = 'taken_back_by_mpesa' and counted_receipt in ${texts(receipts)})`,
  )
  const seen = new Set(rows.map(({ id }) => id))
  return found.filter(({ id }) => !seen.has(id))
}

/** Payments of other days or other residences that count with the receipts of these rows. */
async function listOtherPayments(
  db: Db,
  company_id: number,
  rows: DayRow[],
  payments: LedgerPayment[],
) {
  const codes = rows.flatMap(({ source, id, receipt }) =>
    source === 'bank' ? [rowReference(id), receipt ?? ''].map(plainReference) : [],
  )
  const found = await selectPayments(db, sql`payment.receipt in ${texts(receiptsOf(rows))}`)
  const entered =
    codes.length === 0
      ? []
      : await selectPayments(
          db,
          sql`payment.company_id = ${company_id} and payment.kind = 'bank'
            and ${plainSql('payment.reference')} in ${texts(codes)}`,
        )
  const refunds = new Set(payments.flatMap((one) => refundCode(one) ?? []))
  const others = refunds.size === 0 ? [] : await listRefunds(db, company_id)
  entered.push(...others.filter((one) => refunds.has(refundCode(one) ?? '')))
  const seen = new Set(payments.map(keyOf))
  return [...found, ...entered].filter((one) => !seen.has(keyOf(one)))
}

/** All refunds, because their codes are part of a text that somebody typed or pasted. */
const listRefunds = (db: Db, company_id: number) =>
  selectPayments(db, sql`payment.company_id = ${company_id} and payment.kind = 'refund'`)

const keyOf = ({ company_id, id }: LedgerPayment) => `${company_id}/${id}`

/** @param where a condition of `payment` */
export async function selectPayments(db: Db, where: RawBuilder<unknown>): Promise<LedgerPayment[]> {
  const { rows } = await sql<
    Omit<LedgerPayment, 'reverses'> & { reverses_kind: LedgerPayment['kind'] | null } & {
      reverses_reference: string | null
    }
  >`
    select payment.company_id, payment.id, payment.kind, payment.amount, payment.reference,
      payment.paid_at as at, payment.receipt, reversal.id as reversal_id,
      original.kind as reverses_kind, original.reference as reverses_reference,
      case when payment.kind in ('push', 'paybill') and payment.receipt is not null then coalesce((
        select sum(correction.amount) from desk_items
        join payments correction on correction.company_id = desk_items.payment_company_id
          and correction.id = desk_items.payment_id and correction.kind = 'correction'
          and correction.reverses_payment_id is null
        where desk_items.company_id = payment.company_id and desk_items.receipt = payment.receipt
          and desk_items.outcome = 'corrected'), 0)::int else 0 end as corrected
    from ledger_payments payment
    left join payments reversal on reversal.company_id = payment.company_id
      and reversal.reverses_payment_id = payment.id
    left join payments original on original.company_id = payment.company_id
      and original.id = payment.reverses_payment_id
    where ${where}
    order by payment.company_id, payment.id`.execute(db)
  return rows.map(({ reverses_kind: kind, reverses_reference: reference, ...payment }) => ({
    ...payment,
    reverses: kind && { kind, reference },
  }))
}

/** Rows of statements. The payment that a reversal took back is named by the row itself or by its desk item. */
export async function selectRows(db: Db, where: RawBuilder<unknown>): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    select id, source, kind, receipt, at, cents::float8 as cents,
      balance_cents::float8 as balance_cents,
      case when kind = 'reversal' then coalesce(reversed_receipt, (
        select counted_receipt from desk_items
        where desk_items.company_id = statement_rows.company_id
          and desk_items.statement_row_id = statement_rows.id)) end as reversed_receipt
    from statement_rows where ${where} order by at, id`.execute(db)
  return rows
}

async function listDesk(db: Db, where: RawBuilder<unknown>): Promise<WaitingReceipt[]> {
  const { rows } = await sql<{
    id: number
    company_id: number
    receipt: string
    amount: string | null
    at: Date
    outcome: string | null
  }>`
    select desk_items.company_id, desk_items.id, receipt, amount, ${cameAt} as at, outcome
    from companies join desk_items on desk_items.company_id = companies.id
    where receipt is not null and ${where}
    order by desk_items.company_id, desk_items.id`.execute(db)
  return rows.map(({ amount, outcome, ...item }) => ({
    ...item,
    cents: amount ? readCents(amount) : null,
    state: outcome === null ? 'open' : outcome === 'dismissed' ? 'dismissed' : 'closed',
  }))
}

export const listCovered = (db: Db, company_id: number, from: Date, until: Date) =>
  db
    .selectFrom('statements')
    .where('company_id', '=', company_id)
    .where('source', '=', 'paybill')
    .where('kept_at', 'is not', null)
    .where('until_at', '>=', from)
    .where('from_at', '<', until)
    .select(['from_at as from', 'until_at as until'])
    .orderBy('from_at')
    .orderBy('until_at')
    .execute()

/** The balance after the last rows before an instant, if the statements cover all the time in between. */
async function findBalanceBefore(db: Db, company_id: number, instant: Date) {
  const last = await selectRows(
    db,
    sql`company_id = ${company_id} and source = 'paybill' and at = (
      select max(at) from statement_rows where company_id = ${company_id} and source = 'paybill'
        and at < ${instant})
      and exists (select from statements where statements.company_id = ${company_id}
        and statements.source = 'paybill' and kept_at is not null and from_at <= at
        and until_at >= ${new Date(instant.getTime() - 1000)})`,
  )
  const [balance = null, ...others] = followBalance(last, null).ends ?? []
  // After a sweep, the balance may be that of either account.
  return others.length > 0 ? null : balance
}

const listCounts = (db: Db, company_id: number, from: Date, until: Date) =>
  db
    .selectFrom('cash_counts')
    .where('company_id', '=', company_id)
    .where('counted_at', '>=', from)
    .where('counted_at', '<', until)
    .select(['id', 'expected', 'counted', 'reason'])
    .orderBy('id')
    .execute()
