import { getReceipt, getReceiptPdf, type Receipt } from '#contract/receipts.ts'
import { getAccountStatementCsv, getAccountStatementPdf } from '#contract/tenant-record.ts'
import { isoTime } from '#rules/calendar.ts'
import { paymentIdOf, receiptNumber } from '#rules/receipt.ts'
import type { AuthUser } from '../auth/access.ts'
import type { Context } from '../context.ts'
import { notFound } from '../errors.ts'
import type { Serve } from '../serve.ts'
import { userKey } from '../throttle.ts'
import {
  accountStatementCsv,
  accountStatementPdf,
  loadAccountStatement,
} from './account-statement.ts'
import { receiptPdf } from './pdf.ts'
import { findReceipt } from './queries.ts'

export function receiptRoutes(serve: Serve, context: Context) {
  const { db, throttles } = context
  /** Tenants see their own receipts, staff all of their company. */
  async function loadReceipt(user: AuthUser, number: string): Promise<Receipt> {
    const id = paymentIdOf(number)
    const found = id === null ? undefined : await findReceipt(db, user.company_id, id)
    if (!found || (found.user_id !== user.id && !user.is_staff)) {
      throw notFound('There is no such receipt.', 'receipt_not_found')
    }
    const { amount, purpose, kind, account_number, bundle, room_number, reason } = found
    const { name, address, phone, email, reverses_payment_id, voided_at, voided_reason } = found
    return {
      number: receiptNumber(found.id),
      amount,
      purpose,
      kind,
      account_number,
      bundle,
      room_number,
      mpesa_receipt_number: found.receipt ?? 'N/A',
      paid_at: isoTime(found.paid_at),
      full_name: `${found.first_name} ${found.last_name}`,
      // Other reasons are notes among staff.
      reason: kind === 'correction' ? reason : null,
      voids: reverses_payment_id === null ? null : receiptNumber(reverses_payment_id),
      voided: voided_at && { at: isoTime(voided_at), reason: voided_reason ?? '' },
      company: { name, address, phone, email },
    }
  }

  serve(getReceipt, ({ user, params }) => loadReceipt(user, params.number))

  serve(getReceiptPdf, async ({ user, params, reply }) => {
    const receipt = await loadReceipt(user, params.number)
    await throttles.receiptPdf.consume(userKey(user.company_id, user.id))
    reply.header('content-disposition', `inline; filename="${receipt.number}.pdf"`)
    return receiptPdf(receipt)
  })

  serve(getAccountStatementCsv, async ({ user, params, query, reply }) => {
    const statement = await loadAccountStatement(context, user, params.id, query)
    reply.header('content-disposition', `attachment; filename="${statement.name}.csv"`)
    return accountStatementCsv(statement)
  })

  serve(getAccountStatementPdf, async ({ user, params, query, reply }) => {
    const statement = await loadAccountStatement(context, user, params.id, query)
    await throttles.receiptPdf.consume(userKey(user.company_id, user.id))
    reply.header('content-disposition', `inline; filename="${statement.name}.pdf"`)
    return accountStatementPdf(context, user.company_id, statement)
  })
}
