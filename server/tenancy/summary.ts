import type { PaymentSummary } from '#contract/tenancy.ts'
import { type Day, dayOf, monthOf } from '#rules/calendar.ts'
import { balance } from '#rules/ledger.ts'
import { receiptNumber } from '#rules/receipt.ts'
import type { AuthUser } from '../auth/access.ts'
import type { Context } from '../context.ts'
import { notFound } from '../errors.ts'
import { listCharges, listRentPayments } from '../payments/ledger-queries.ts'
import { findAccountNumber, listPlans } from './queries.ts'

type Asking = Pick<Context, 'db' | 'config' | 'now'>

const studentNotFound = () => notFound('Student not found', 'student_not_found')

/** Where somebody lives today and next, and until when. */
function agreed(plans: Awaited<ReturnType<typeof listPlans>>, today: Day) {
  const held = plans.filter((stay) => stay.room_number !== null)
  const now = held.find((stay) => (stay.from_day ?? '') <= today)
  const next = held.find((stay) => (stay.from_day ?? '') > today)
  return {
    room_number: now?.room_number ?? null,
    rate: now?.rate ?? null,
    leaves_on: held.at(-1)?.until_day ?? null,
    next_room: next?.room_number
      ? { room_number: next.room_number, rate: next.rate ?? 0, from: next.from_day ?? '' }
      : null,
  }
}

/**
 * Somebody's room, balance and payments.
 * @throws {HttpError} 404 for who never had a room
 */
export async function summaryOf({ db, now }: Asking, user: AuthUser): Promise<PaymentSummary> {
  const { company_id, id } = user
  const today = now()
  const [plans, charges, payments] = await Promise.all([
    listPlans(db, company_id, id, dayOf(today)),
    listCharges(db, company_id, id),
    listRentPayments(db, company_id, id),
  ])
  if (plans.length === 0) throw studentNotFound()
  const { due, ...parts } = balance(charges, payments, monthOf(today))
  return {
    ...agreed(plans, dayOf(today)),
    current_month_balance: due,
    balance: parts,
    matched_payments: payments.map(({ id, receipt, amount, paid_at }) => ({
      transaction_id: receipt ?? 'N/A',
      amount,
      date_time: paid_at.toISOString(),
      receipt_number: receiptNumber(id),
    })),
  }
}

/**
 * The number somebody quotes when paying, and the paybill.
 * @throws {HttpError} 404 for who has none
 */
export async function accountOf({ db, config }: Asking, user: AuthUser) {
  const account = await findAccountNumber(db, user.company_id, user.id)
  if (!account) throw studentNotFound()
  return { ...account, paybill: config.daraja.shortcode }
}
