import { sql } from 'kysely'
import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres'
import type { OtherCharge, PaymentSummary } from '#contract/tenancy.ts'
import { isInTerm, type Term } from '#rules/bill.ts'
import { type Day, dayOf, isoTime, later, type Month, monthOf, nextMonth } from '#rules/calendar.ts'
import { nextDue, type OwedMonth, owedByMonth } from '#rules/due.ts'
import { recurringDue } from '#rules/fee.ts'
import { announcedRate, balance } from '#rules/ledger.ts'
import { sponsorText } from '#rules/phone.ts'
import { receiptNumber } from '#rules/receipt.ts'
import { selectInForce } from '../agreements/queries.ts'
import { agreedOf } from '../agreements/standing.ts'
import type { Selected } from '../auth/session-queries.ts'
import { selectBills, toBill } from '../billing/queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import type { Key } from '../db/keys.ts'
import { preparedRow } from '../db/prepared.ts'
import { sameCompany } from '../db/same-company.ts'
import { type DepositTerms, sumHeld, toDepositState } from '../deposits/queries.ts'
import { enteredOn, feePrices } from '../fees/queries.ts'
import { notFound } from '../http/errors.ts'
import { selectOtherCharges } from '../ledger/balance.ts'
import {
  isStanding,
  listCharges,
  selectChargesUpTo,
  selectRentPayments,
} from '../ledger/queries.ts'
import { selectSponsors } from '../payments/push-queries.ts'
import { billedByColumn, selectAllStays } from '../tenancy/stay-queries.ts'
import { findAccountNumber } from '../tenancy/tenant-queries.ts'

type SummaryContext = Pick<Context, 'db' | 'config' | 'now'>

const studentNotFound = () => notFound('Student not found', 'student_not_found')

type StayRow = Selected<ReturnType<typeof selectPaymentSummary>>['stays'][number]

function roomSummary(
  rows: StayRow[],
  today: Day,
): Pick<
  PaymentSummary,
  'room_number' | 'rate' | 'next_rate' | 'leaves_on' | 'next_room' | 'last_room'
> {
  const stays = rows.flatMap(({ room_number, rate, planned_rates, from_day, until_day }) =>
    // A cancelled stay has no days.
    room_number === null || rate === null || from_day === null || from_day === until_day
      ? []
      : [{ room_number, rate, planned_rates, from_day, until_day }],
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
    next_rate: current
      ? announcedRate(current.rate, current.planned_rates, next?.from_day ?? current.until_day)
      : null,
    leaves_on: going.at(-1)?.until_day ?? null,
    next_room: next
      ? { room_number: next.room_number, rate: next.rate, from: next.from_day, charged: false }
      : null,
    last_room:
      going.length === 0 && last?.until_day
        ? { room_number: last.room_number, left_on: last.until_day }
        : null,
  }
}

async function isCharged(db: Db, { company_id, id }: Key, month: Month): Promise<boolean> {
  const charge = await db
    .selectFrom('charges')
    .where('charges.company_id', '=', company_id)
    .where('charges.user_id', '=', id)
    .where('charges.kind', '=', 'rent')
    .where('charges.month', '=', month)
    .where(isStanding())
    .select('charges.id')
    .executeTakeFirst()
  return charge !== undefined
}

/** This month's charges apart from its rent. Few tenants have any, so they are read only for those who do. */
async function listOtherCharges(db: Db, { company_id, id }: Key, today: Day) {
  const rows = await selectOtherCharges(db, company_id, id, today).execute()
  return rows.map(
    ({
      id,
      kind,
      name,
      reason,
      is_opening,
      first,
      last,
      amount,
      waives_charge_id,
    }): OtherCharge => ({
      id,
      kind: is_opening
        ? 'opening_balance'
        : waives_charge_id !== null
          ? 'waiver'
          : kind === 'rent'
            ? 'correction'
            : kind,
      name: waives_charge_id === null ? name : (name ?? 'Late fee'),
      months: first && last ? { first, last } : null,
      reason,
      amount,
    }),
  )
}

/** What is owed by month. Charges are read only for tenants who owe more than this month's: most don't. */
async function listOwedMonths(
  db: Db,
  { company_id, id }: Key,
  {
    due,
    this_month,
    payments,
    month,
    today,
  }: {
    due: number
    this_month: number
    payments: { amount: number }[]
    month: Month
    today: Day
  },
): Promise<OwedMonth[]> {
  if (due <= 0) return []
  if (due <= this_month) return [{ month, owed: due }]
  const charges = await listCharges(db, company_id, id, today)
  return owedByMonth([
    ...charges,
    ...payments.map(({ amount }) => ({ month: null, amount: -amount })),
  ])
}

/** The recurring fees of a tenant that haven't ended. */
const selectRecurring = (db: Db, company_id: number, user_id: number, month: Month) =>
  db
    .selectFrom('recurring_fees')
    .innerJoin('fees', sameCompany('fees.id', 'recurring_fees.fee_id'))
    .where('recurring_fees.company_id', '=', company_id)
    .where('recurring_fees.user_id', '=', user_id)
    .where(sql<boolean>`coalesce(until_month, ${month}) >= ${month}`)
    .select(['from_month', 'until_month', 'recurring_fees.amount', enteredOn, feePrices])

/** Terms that haven't ended, if the tenant is billed by the term. */
const selectTermsOf = (db: Db, company_id: number, user_id: number, month: Month) =>
  db
    .selectFrom('billing_terms as term')
    .where('term.company_id', '=', company_id)
    .where('term.last_month', '>', month)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('tenancies')
          .innerJoin('companies', 'companies.id', 'tenancies.company_id')
          .where('tenancies.company_id', '=', company_id)
          .where('tenancies.user_id', '=', user_id)
          .where('tenancies.ended_day', 'is', null)
          .where(billedByColumn, '=', 'term')
          .select('tenancies.id'),
      ),
    )
    .select(['term.first_month', 'term.last_month', 'term.due_day'])

function toBilled(bills: Parameters<typeof toBill>[0][], terms: Term[], month: Month) {
  if (bills.length === 0 && terms.length === 0) return null
  const last = bills.reduce((last, bill) => later(last, bill.last_month), month)
  const next = nextMonth(last)
  return { bills: bills.map(toBill), next_month: isInTerm(terms, next) ? null : next }
}

/**
 * Data that few tenants have besides rent by the month. `users.has_arrangements` tells who may have some, and `has_terms` whether
 * the residence may bill by the term.
 */
const selectArrangements = (db: Db, { company_id, id, month }: Key & { month: Month }) => ({
  recurring: jsonArrayFrom(selectRecurring(db, company_id, id, month)),
  agreements: jsonArrayFrom(selectInForce(db, company_id, id)),
  sponsors: jsonArrayFrom(selectSponsors(db, company_id, id)),
  bills: jsonArrayFrom(selectBills(db, company_id, id, month)),
  terms: jsonArrayFrom(selectTermsOf(db, company_id, id, month)),
})
type Arrangements = Selected<ReturnType<typeof selectArrangements>>

const noArrangements: Arrangements = {
  ...{ recurring: [], agreements: [], sponsors: [] },
  ...{ bills: [], terms: [] },
}

const findArrangements = preparedRow((db, values: Key & { month: Month }) => {
  const { recurring, agreements, sponsors, bills, terms } = selectArrangements(db, values)
  return db.selectNoFrom([
    recurring.as('recurring'),
    agreements.as('agreements'),
    sponsors.as('sponsors'),
    bills.as('bills'),
    terms.as('terms'),
  ])
})

type PaymentRow = Awaited<ReturnType<ReturnType<typeof selectRentPayments>['execute']>>[number]
/** A payment as an array, because with the names of its columns the JSON would be twice as long. */
type PaymentValues = [
  PaymentRow['id'],
  PaymentRow['amount'],
  PaymentRow['receipt'],
  paid_at: string,
  PaymentRow['kind'],
  PaymentRow['reverses_payment_id'],
]

/** The data of a payment summary, for a statement that joins `users` with `companies`. */
export const selectPaymentSummary = (
  db: Db,
  { company_id, id, month, today }: Key & { month: Month; today: Day },
) => ({
  stays: jsonArrayFrom(selectAllStays(db, company_id, id, today)),
  charges: selectChargesUpTo(company_id, id, { month, today }),
  payments: sql<PaymentValues[]>`(select coalesce(json_agg(
      json_build_array(id, amount, receipt, paid_at, kind, reverses_payment_id)), '[]')
    from ${selectRentPayments(db, company_id, id)} as payment)`,
  account: jsonBuildObject({
    held: sumHeld(company_id, id),
    deposit_days: sql<number>`companies.deposit_days`,
    promises_allowed: sql<boolean>`companies.promises_allowed`,
    has_arrangements: sql<boolean>`users.has_arrangements`,
    has_terms: sql<boolean>`exists (select from billing_terms where company_id = ${company_id})`,
  }),
})

/** The deposit terms of the latest tenancy, and the tenant's first day without a room. */
function depositTerms(rows: StayRow[], days: number, today: Day): Omit<DepositTerms, 'held'> {
  const latest = Math.max(...rows.map(({ tenancy_id }) => tenancy_id))
  const stay = rows.findLast(({ tenancy_id }) => tenancy_id === latest)
  const until = stay?.until_day ?? null
  return {
    agreed: stay?.deposit ?? null,
    days: stay?.deposit_days ?? days,
    left_on: stay?.ended_day ?? (until !== null && until <= today ? until : null),
  }
}

/** The day that a summary is for, and its month. */
export const summaryDay = ({ now }: Pick<Context, 'now'>) => ({
  month: monthOf(now()),
  today: dayOf(now()),
})

/**
 * A tenant's room, balance and payments.
 * @throws {HttpError} 404 for a user who never had a room
 */
export async function toPaymentSummary(
  { db, now }: SummaryContext,
  user: Key,
  found: Selected<ReturnType<typeof selectPaymentSummary>>,
): Promise<PaymentSummary> {
  const { stays, charges, account } = found
  if (stays.length === 0) throw studentNotFound()
  const { month, today } = summaryDay({ now })
  const payments = found.payments.map(
    ([id, amount, receipt, paid_at, kind, reverses_payment_id]) => ({
      ...{ id, amount, receipt, kind, reverses_payment_id },
      paid_at: new Date(paid_at),
    }),
  )
  const { earlier, this_month, has_others } = charges
  // An empty text comes before every month.
  const charged = [
    { month: '', amount: earlier },
    { month, amount: this_month },
  ]
  const { due, ...parts } = balance(charged, payments, month)
  const mayHaveMore = account.has_arrangements || account.has_terms
  const {
    recurring,
    agreements,
    sponsors,
    bills,
    terms: billingTerms,
  } = (mayHaveMore ? await findArrangements(db, { ...user, month }) : null) ?? noArrangements
  const payers = new Map(sponsors.map(({ id, label, phone }) => [id, sponsorText(label, phone)]))
  const reversed = new Set(payments.map(({ reverses_payment_id }) => reverses_payment_id))
  const terms = depositTerms(stays, account.deposit_days, today)
  const deposit = toDepositState({ ...terms, held: account.held }, today)
  const rooms = roomSummary(stays, today)
  // A tenant without a room who gets one may have had one before.
  if (rooms.next_room && rooms.rate === null && stays.length > 1) {
    rooms.next_room.charged = await isCharged(db, user, rooms.next_room.from.slice(0, 7))
  }
  const billed = toBilled(bills, billingTerms, month)
  const feeMonth = nextDue(rooms, billed, today)?.day.slice(0, 7)
  const { agreed, has_open } = agreedOf(
    agreements,
    payments,
    { due, bills: billed?.bills ?? [] },
    now(),
  )
  return {
    ...rooms,
    current_month_balance: due,
    balance: parts,
    owed_months: await listOwedMonths(db, user, {
      due,
      this_month: parts.this_month,
      payments,
      month,
      today,
    }),
    billed,
    next_fees: recurring
      .flatMap((fee) => (feeMonth ? recurringDue(fee, [feeMonth], fee.prices) : []))
      .reduce((sum, { amount }) => sum + amount, 0),
    other_charges: has_others ? await listOtherCharges(db, user, today) : [],
    deposit: deposit.asked !== null || deposit.held > 0 ? deposit : null,
    agreed,
    may_promise: account.promises_allowed && due > 0 && !has_open,
    matched_payments: payments.map(
      ({ id, receipt, amount, paid_at, kind, reverses_payment_id }) => ({
        transaction_id: receipt ?? 'N/A',
        amount,
        date_time: isoTime(paid_at),
        receipt_number: receiptNumber(id),
        sponsor: payers.get(id) ?? null,
        kind,
        takes_back: kind === 'correction' && reverses_payment_id !== null,
        voided: reversed.has(id),
      }),
    ),
  }
}

/** Reads and builds the payment summary of a user who is signed in already. */
export async function loadPaymentSummary(context: SummaryContext, user: Key) {
  const selection = selectPaymentSummary(context.db, { ...user, ...summaryDay(context) })
  const found = await context.db
    .selectFrom('users')
    .innerJoin('companies', 'companies.id', 'users.company_id')
    .where('users.company_id', '=', user.company_id)
    .where('users.id', '=', user.id)
    .select([
      selection.stays.as('stays'),
      selection.charges.as('charges'),
      selection.payments.as('payments'),
      selection.account.as('account'),
    ])
    .executeTakeFirstOrThrow()
  return toPaymentSummary(context, user, found)
}

/**
 * A tenant's account number, and the paybill to pay to.
 * @throws {HttpError} 404 for a user without one
 */
export async function loadAccountNumber({ db, config }: SummaryContext, user: Key) {
  const account = await findAccountNumber(db, user.company_id, user.id)
  if (!account) throw studentNotFound()
  return { ...account, paybill: config.daraja.shortcode }
}
