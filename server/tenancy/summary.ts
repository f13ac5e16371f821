import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { PaymentSummary } from '#contract/tenancy.ts'
import { type Day, dayOf, type Month, monthOf } from '#rules/calendar.ts'
import { balance } from '#rules/ledger.ts'
import { receiptNumber } from '#rules/receipt.ts'
import type { Selected, UserKey } from '../auth/session-queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { notFound } from '../errors.ts'
import { selectChargesUpTo, selectRentPayments } from '../payments/ledger-queries.ts'
import { type listCurrentAndPlannedStays, selectCurrentAndPlannedStays } from './stay-queries.ts'
import { findAccountNumber } from './tenant-queries.ts'

type SummaryContext = Pick<Context, 'db' | 'config' | 'now'>

const studentNotFound = () => notFound('Student not found', 'student_not_found')

function roomSummary(
  rows: Awaited<ReturnType<typeof listCurrentAndPlannedStays>>,
  today: Day,
): Pick<PaymentSummary, 'room_number' | 'rate' | 'leaves_on' | 'next_room'> {
  const stays = rows.filter((stay) => stay.room_number !== null)
  const current = stays.find((stay) => (stay.from_day ?? '') <= today)
  const next = stays.find((stay) => (stay.from_day ?? '') > today)
  return {
    room_number: current?.room_number ?? null,
    rate: current?.rate ?? null,
    leaves_on: stays.at(-1)?.until_day ?? null,
    next_room: next?.room_number
      ? { room_number: next.room_number, rate: next.rate ?? 0, from: next.from_day ?? '' }
      : null,
  }
}

/** What a payment summary is made of. */
export const selectPaymentSummary = (
  db: Db,
  { company_id, id, today, month }: UserKey & { today: Day; month: Month },
) => ({
  stays: jsonArrayFrom(selectCurrentAndPlannedStays(db, company_id, id, today)),
  charges: jsonArrayFrom(selectChargesUpTo(db, company_id, id, month)),
  payments: jsonArrayFrom(selectRentPayments(db, company_id, id)),
})

/** The days that a summary is for. */
export const summaryDays = ({ now }: SummaryContext) => ({
  today: dayOf(now()),
  month: monthOf(now()),
})

/**
 * A tenant's room, balance and payments.
 * @throws {HttpError} 404 for a user who never had a room
 */
export function toPaymentSummary(
  { now }: SummaryContext,
  found: Selected<ReturnType<typeof selectPaymentSummary>>,
): PaymentSummary {
  const { stays, charges } = found
  if (stays.length === 0) throw studentNotFound()
  const payments = found.payments.map((row) => ({ ...row, paid_at: new Date(row.paid_at) }))
  const { due, ...parts } = balance(charges, payments, monthOf(now()))
  const reversed = new Set(payments.map(({ reverses_payment_id }) => reverses_payment_id))
  return {
    ...roomSummary(stays, dayOf(now())),
    current_month_balance: due,
    balance: parts,
    matched_payments: payments.map(({ id, receipt, amount, paid_at, kind }) => ({
      transaction_id: receipt ?? 'N/A',
      amount,
      date_time: paid_at.toISOString(),
      receipt_number: receiptNumber(id),
      kind,
      voided: reversed.has(id),
    })),
  }
}

/** The same for a user who is signed in already. */
export async function loadPaymentSummary(context: SummaryContext, user: UserKey) {
  const { stays, charges, payments } = selectPaymentSummary(context.db, {
    ...user,
    ...summaryDays(context),
  })
  const found = await context.db
    .selectNoFrom([stays.as('stays'), charges.as('charges'), payments.as('payments')])
    .executeTakeFirstOrThrow()
  return toPaymentSummary(context, found)
}

/**
 * A tenant's account number, and the paybill to pay to.
 * @throws {HttpError} 404 for a user without one
 */
export async function loadAccountNumber({ db, config }: SummaryContext, user: UserKey) {
  const account = await findAccountNumber(db, user.company_id, user.id)
  if (!account) throw studentNotFound()
  return { ...account, paybill: config.daraja.shortcode }
}
