import { sql } from 'kysely'
import { entryName } from '#rules/account-statement.ts'
import { depositEntryName } from '#rules/deposit.ts'
import type { FeeKind } from '#rules/fee.ts'
import type { PaymentKind, Purpose } from '#rules/payment.ts'
import { receiptNumber } from '#rules/receipt.ts'
import { fullName } from '../auth/user-queries.ts'
import type { Db } from '../db/connect.ts'
import { sameCompany } from '../db/same-company.ts'
import { selectDepositEntries } from '../deposits/queries.ts'
import { enteredAt } from '../ledger/queries.ts'
import { ledgerId } from '../tenancy/account-act.ts'
import { BATCH, inBatches, phone, type Span, type Table, tableOf, within } from './batches.ts'
import { type Cell, type Heading, TIME } from './csv.ts'

const readCharges = (db: Db, span: Span, after: number) =>
  db
    .selectFrom('charges')
    .innerJoin('users', sameCompany('users.id', 'charges.user_id'))
    .innerJoin('account_numbers', sameCompany('account_numbers.user_id', 'users.id'))
    .leftJoin('users as staff', sameCompany('staff.id', 'charges.entered_by'))
    .leftJoin('charges as first', sameCompany('first.id', 'charges.reverses_charge_id'))
    .leftJoin('charges as reversal', sameCompany('reversal.reverses_charge_id', 'charges.id'))
    .where('charges.company_id', '=', span.company_id)
    .where('charges.id', '>', after)
    .where(within(enteredAt(), span))
    // Charges of a bill count from its due day on.
    .where('charges.due_day', '<=', span.today)
    .select(['charges.id', enteredAt().as('at'), 'charges.month', 'charges.amount'])
    .select(['charges.kind', 'charges.reason', 'first.kind as first_kind'])
    .select(['charges.name as fee', 'charges.late_month', 'charges.waives_charge_id as waives'])
    .select('first.waives_charge_id as first_waives')
    .select(['first.id as takes_back', 'reversal.id as taken_back_by'])
    .select(['account_number', fullName().as('name'), fullName('staff').as('by')])
    .orderBy('charges.id')
    .limit(BATCH)
    .execute()

const chargeKind = (kind: 'rent' | 'waiver' | 'correction' | FeeKind, waives: number | null) =>
  waives !== null ? 'waiver' : kind === 'correction' ? 'charge_correction' : kind

const nameOf = (row: { kind: PaymentKind; first_kind: PaymentKind | null; is_again: boolean }) =>
  entryName(row.kind, null, row.first_kind && { kind: row.first_kind }, null, row.is_again)

const readPayments = (db: Db, span: Span, after: number, purpose?: 'rent') =>
  db
    .selectFrom('ledger_payments as payment')
    .innerJoin('users', sameCompany('users.id', 'payment.user_id'))
    .leftJoin('account_numbers', sameCompany('account_numbers.user_id', 'users.id'))
    .leftJoin('payment_requests as push', sameCompany('push.id', 'payment.request_id'))
    .leftJoin('users as staff', sameCompany('staff.id', 'payment.entered_by'))
    .leftJoin('payments as first', sameCompany('first.id', 'payment.reverses_payment_id'))
    .leftJoin('payments as reversal', sameCompany('reversal.reverses_payment_id', 'payment.id'))
    .where('payment.company_id', '=', span.company_id)
    .where('payment.id', '>', after)
    .where(within(sql.ref('payment.paid_at'), span))
    .$if(purpose !== undefined, (query) => query.where('payment.purpose', '=', purpose ?? 'rent'))
    .select(['payment.id', 'payment.amount', 'payment.came_as as kind', 'payment.purpose'])
    .select(sql<boolean>`taken_back_before is not null`.as('is_again'))
    .select(['payment.reason', 'payment.receipt', 'push.phone', 'payment.paid_at as at'])
    .select(['account_number', fullName().as('name'), fullName('staff').as('by')])
    .select(['first.kind as first_kind', 'first.id as takes_back', 'reversal.id as taken_back_by'])
    .orderBy('payment.id')
    .limit(BATCH)
    .execute()

type Row<Read extends (...input: never[]) => Promise<unknown[]>> = Awaited<ReturnType<Read>>[number]

/** Each column with its cells of charges and of payments. */
const ledgerColumns: [
  heading: Heading,
  ofCharge: (row: Row<typeof readCharges>) => Cell,
  ofPayment: (row: Row<typeof readPayments>) => Cell,
][] = [
  [TIME, (row) => row.at, (row) => row.at],
  ['Account number', (row) => row.account_number, (row) => row.account_number],
  ['Name', (row) => row.name, (row) => row.name],
  [
    'Entry',
    (row) =>
      entryName(
        chargeKind(row.kind, row.waives),
        row.late_month,
        row.first_kind && { kind: chargeKind(row.first_kind, row.first_waives) },
        row.waives === null ? row.fee : (row.fee ?? 'Late fee'),
      ),
    (row) => nameOf(row),
  ],
  ['Month', (row) => row.month, () => null],
  ['Charged', (row) => row.amount, () => null],
  ['Paid', () => null, (row) => row.amount],
  ['M-Pesa code', () => null, (row) => row.receipt],
  ['Receipt', () => null, (row) => receiptNumber(row.id)],
  ['Number', (row) => ledgerId.charge(row.id), (row) => ledgerId.payment(row.id)],
  [
    'Takes back',
    (row) => row.takes_back && ledgerId.charge(row.takes_back),
    (row) => row.takes_back && ledgerId.payment(row.takes_back),
  ],
  [
    'Taken back by',
    (row) => row.taken_back_by && ledgerId.charge(row.taken_back_by),
    (row) => row.taken_back_by && ledgerId.payment(row.taken_back_by),
  ],
  ['Reason', (row) => row.reason, (row) => row.reason],
  ['Entered by', (row) => row.by || null, (row) => row.by || null],
]

/** Rent and fees, then what was paid of them. */
export const ledger: Table = {
  headings: ledgerColumns.map(([heading]) => heading),
  async *batches(db, span) {
    yield* inBatches(
      (after) => readCharges(db, span, after),
      (row) => ledgerColumns.map(([, ofCharge]) => ofCharge(row)),
    )
    yield* inBatches(
      (after) => readPayments(db, span, after, 'rent'),
      (row) => ledgerColumns.map(([, , ofPayment]) => ofPayment(row)),
    )
  },
}

const purposeNames: Record<Purpose, string> = { rent: 'Rent', wifi: 'Wifi', deposit: 'Deposit' }

export const payments = tableOf(readPayments, [
  [TIME, (row) => row.at],
  ['Amount', (row) => row.amount],
  ['For', (row) => purposeNames[row.purpose]],
  ['Account number', (row) => row.account_number],
  ['Name', (row) => row.name],
  ['Paid from', (row) => phone(row.phone)],
  ['M-Pesa code', (row) => row.receipt],
  ['Receipt', (row) => receiptNumber(row.id)],
  ['Entry', (row) => nameOf(row)],
  ['Takes back', (row) => row.takes_back && receiptNumber(row.takes_back)],
  ['Taken back by', (row) => row.taken_back_by && receiptNumber(row.taken_back_by)],
  ['Reason', (row) => row.reason],
  ['Entered by', (row) => row.by || null],
])

/** Deposits are separate from the rent's ledger, because money that is held is no income. */
export const deposits = tableOf(
  (db, span, after) =>
    selectDepositEntries(db, span.company_id)
      .innerJoin('users', sameCompany('users.id', 'entry.user_id'))
      .innerJoin('account_numbers', sameCompany('account_numbers.user_id', 'users.id'))
      .where('entry.id', '>', after)
      .where(within(sql.ref('entry.at'), span))
      .select(['entry.at', 'account_number', fullName().as('name'), 'named.kind as first_kind'])
      .select(['named.id as takes_back', 'undone.id as taken_back_by'])
      .select(sql<string | null>`coalesce(payment.receipt, payment.reference)`.as('code'))
      .orderBy('entry.id')
      .limit(BATCH)
      .execute(),
  [
    [TIME, (row) => row.at],
    ['Account number', (row) => row.account_number],
    ['Name', (row) => row.name],
    ['Entry', (row) => depositEntryName(row.kind, row.payment_kind, row.first_kind)],
    ['Amount', (row) => row.amount],
    ['Code', (row) => row.code],
    ['Receipt', (row) => (row.payment_id === null ? null : receiptNumber(row.payment_id))],
    ['Number', (row) => row.id],
    ['Takes back', (row) => row.takes_back],
    ['Taken back by', (row) => row.taken_back_by],
    ['Reason', (row) => row.reason],
    ['Entered by', (row) => row.by || null],
  ],
)
