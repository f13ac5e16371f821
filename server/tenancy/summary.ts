import type { PaymentSummary } from '#contract/tenancy.ts'
import { type Day, dayOf, monthOf } from '#rules/calendar.ts'
import { receiptNumber } from '#rules/receipt.ts'
import type { AuthUser } from '../auth/access.ts'
import type { Context } from '../context.ts'
import { notFound } from '../errors.ts'
import { findBalance } from '../payments/balance.ts'
import { listRentPayments } from '../payments/ledger-queries.ts'
import { listCurrentAndPlannedStays } from './stay-queries.ts'
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

/**
 * A tenant's room, balance and payments.
 * @throws {HttpError} 404 for a user who never had a room
 */
export async function loadPaymentSummary(
  { db, now }: SummaryContext,
  user: AuthUser,
): Promise<PaymentSummary> {
  const { company_id, id } = user
  const today = now()
  const [stays, { due, ...balance }, payments] = await Promise.all([
    listCurrentAndPlannedStays(db, company_id, id, dayOf(today)),
    findBalance(db, company_id, id, monthOf(today)),
    listRentPayments(db, company_id, id),
  ])
  if (stays.length === 0) throw studentNotFound()
  return {
    ...roomSummary(stays, dayOf(today)),
    current_month_balance: due,
    balance,
    matched_payments: payments.map(({ id, receipt, amount, paid_at, kind, voided }) => ({
      transaction_id: receipt ?? 'N/A',
      amount,
      date_time: paid_at.toISOString(),
      receipt_number: receiptNumber(id),
      kind,
      voided,
    })),
  }
}

/**
 * A tenant's account number, and the paybill to pay to.
 * @throws {HttpError} 404 for a user without one
 */
export async function loadAccountNumber({ db, config }: SummaryContext, user: AuthUser) {
  const account = await findAccountNumber(db, user.company_id, user.id)
  if (!account) throw studentNotFound()
  return { ...account, paybill: config.daraja.shortcode }
}
