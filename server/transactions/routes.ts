import {
  listTransactionMonths,
  listTransactions,
  MAX_MONTHS,
  type Transaction,
} from '#contract/transactions.ts'
import { isoTime } from '#rules/calendar.ts'
import type { PaymentKind } from '#rules/payment.ts'
import { sponsorText } from '#rules/phone.ts'
import { receiptNumber } from '#rules/receipt.ts'
import type { Context } from '../context.ts'
import { paged } from '../http/paging.ts'
import type { Serve } from '../http/serve.ts'
import * as queries from './queries.ts'

export function transactionRoutes(serve: Serve, { db }: Context) {
  serve(listTransactions, async ({ user, query, request, reply }) => {
    const rows = await queries.listTransactions(db, user, query)
    return paged(rows, query, { request, reply }).map(toTransaction)
  })

  serve(listTransactionMonths, ({ user }) => queries.listMonths(db, user, MAX_MONTHS))
}

function toTransaction(row: queries.TransactionRow): Transaction {
  const { id, purpose, amount, own, checkout_request_id } = row
  return {
    id,
    purpose,
    amount,
    checkout_request_id,
    account: (purpose === 'wifi' ? row.bundle : accountOf(row)) ?? '',
    mpesa_receipt_number: row.receipt ?? 'N/A',
    transaction_date: isoTime(row.paid_at),
    result_code: '0',
    status: 'completed',
    completed_at: isoTime(row.created_at),
    transaction_desc: row.description ?? describePayment(row),
    receipt_number: own ? receiptNumber(id) : null,
    voided: row.voided,
  }
}

/** A user who pays for another account sees only the account number they typed. */
const accountOf = (row: queries.TransactionRow): string | null =>
  row.own ? row.own_account : row.typed_account

const descriptions: Partial<Record<PaymentKind, string>> = {
  paybill: 'Rent by paybill',
  cash: 'Rent in cash',
  bank: 'Rent by bank transfer',
  refund: 'Given back by the office',
  to_deposit: 'Moved to your deposit',
  from_deposit: 'Paid from your deposit',
}

/** For a payment without a push of the user; another payer's description is private. */
function describePayment(row: queries.TransactionRow): string {
  const { purpose, kind, bundle, sponsor, sponsor_phone } = row
  if (purpose === 'wifi') return `Wifi ${bundle ?? 'bundle'}`
  if (kind === 'correction') return 'Payment taken back'
  if (sponsor !== null && sponsor_phone !== null) {
    return `Rent, paid by ${sponsorText(sponsor, sponsor_phone)}`
  }
  if (purpose === 'deposit') return kind === 'refund' ? 'Deposit given back' : 'Deposit'
  // A payment that was credited again has no push, so whose phone paid it isn't known.
  if (kind === 'push' && row.request_id === null) return 'Rent by M‑Pesa'
  return descriptions[kind] ?? 'Rent by someone else'
}
