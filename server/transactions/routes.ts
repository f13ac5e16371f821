import {
  listTransactionMonths,
  listTransactions,
  MAX_MONTHS,
  type Transaction,
} from '#contract/transactions.ts'
import { isoTime } from '#rules/calendar.ts'
import { receiptNumber } from '#rules/receipt.ts'
import type { Context } from '../context.ts'
import { paged } from '../paging.ts'
import type { Serve } from '../serve.ts'
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

/** For a payment without a push of the user; another payer's description is private. */
function describePayment({ purpose, kind, bundle }: queries.TransactionRow): string {
  if (purpose === 'wifi') return `Wifi ${bundle ?? 'bundle'}`
  if (kind === 'correction') return 'Reversed: credited by mistake'
  return kind === 'paybill' ? 'Rent, paid to the paybill' : 'Rent, paid by someone else'
}
