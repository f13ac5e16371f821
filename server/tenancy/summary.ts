import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { PaymentSummary } from '#contract/tenancy.ts'
import { type Day, dayOf, isoTime, type Month, monthOf } from '#rules/calendar.ts'
import { balance, firstChargedAt } from '#rules/ledger.ts'
import { receiptNumber } from '#rules/receipt.ts'
import type { Selected, UserKey } from '../auth/session-queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { notFound } from '../errors.ts'
import { selectChargesUpTo, selectRentPayments } from '../payments/ledger-queries.ts'
import { selectAllStays } from './stay-queries.ts'
import { findAccountNumber } from './tenant-queries.ts'

type SummaryContext = Pick<Context, 'db' | 'config' | 'now'>

const studentNotFound = () => notFound('Student not found', 'student_not_found')

type StayRow = Selected<ReturnType<typeof selectPaymentSummary>>['stays'][number]

/** The next rent of a room that is charged before a day. */
function announcedRate({ rate, next_rate }: StayRow, until: Day | null) {
  const from = next_rate && firstChargedAt(next_rate.from_day)
  return from && next_rate.rate !== rate && (until === null || from < until)
    ? { rate: next_rate.rate, from }
    : null
}

function roomSummary(
  rows: StayRow[],
  today: Day,
): Pick<
  PaymentSummary,
  'room_number' | 'rate' | 'next_rate' | 'leaves_on' | 'next_room' | 'last_room'
> {
  const stays = rows.flatMap(({ room_number, rate, next_rate, from_day, until_day }) =>
    // One that was cancelled has no days.
    room_number === null || rate === null || from_day === null || from_day === until_day
      ? []
      : [{ room_number, rate, next_rate, from_day, until_day }],
  )
  const hasEnded = ({ until_day }: { until_day: Day | null }) =>
    until_day !== null && until_day <= today
  const going = stays.filter((stay) => !hasEnded(stay))
  const current = going.find(({ from_day }) => from_day <= today)
  const next = going.find(({ from_day }) => from_day > today)
  const last = stays.findLast(hasEnded)
  return {
    room_number: current?.room_number ?? null,
    rate: current?.rate ?? null,
    next_rate: current ? announcedRate(current, next?.from_day ?? current.until_day) : null,
    leaves_on: going.at(-1)?.until_day ?? null,
    next_room: next
      ? { room_number: next.room_number, rate: next.rate, from: next.from_day }
      : null,
    last_room:
      going.length === 0 && last?.until_day
        ? { room_number: last.room_number, left_on: last.until_day }
        : null,
  }
}

/** What a payment summary is made of. */
export const selectPaymentSummary = (
  db: Db,
  { company_id, id, month, today }: UserKey & { month: Month; today: Day },
) => ({
  stays: jsonArrayFrom(selectAllStays(db, company_id, id, today)),
  charges: jsonArrayFrom(selectChargesUpTo(db, company_id, id, month)),
  payments: jsonArrayFrom(selectRentPayments(db, company_id, id)),
})

/** The day that a summary is for, and its month. */
export const summaryDay = ({ now }: SummaryContext) => ({
  month: monthOf(now()),
  today: dayOf(now()),
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
      date_time: isoTime(paid_at),
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
    ...summaryDay(context),
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
