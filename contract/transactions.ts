import * as z from 'zod/mini'
import { purposes } from '#rules/payment.ts'
import { endpoint } from './endpoint.ts'
import { pageQuery } from './page.ts'

const INVALID_MONTH = 'Please give a month as 2026-11.'
export const month = z
  .string(INVALID_MONTH)
  .check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, INVALID_MONTH))

/** A payment that counts, in the list of a user. */
export const transaction = z.object({
  id: z.int(),
  purpose: z.enum(purposes),
  /** The user's own push; null for a payment by paybill or by another user. */
  checkout_request_id: z.nullable(z.string()),
  amount: z.int(),
  /** The account number that was paid, or the bundle. */
  account: z.string(),
  mpesa_receipt_number: z.string(),
  transaction_date: z.iso.datetime(),
  result_code: z.string(),
  status: z.literal('completed'),
  completed_at: z.iso.datetime(),
  transaction_desc: z.string(),
  /** Our own receipt; only for the user of the account. */
  receipt_number: z.nullable(z.string()),
  /** It was credited to the wrong account and taken back, by an entry of its own in this list. */
  voided: z.boolean(),
})
export type Transaction = z.infer<typeof transaction>

/** How many the assistant shows. */
export const LATEST_TRANSACTIONS = 5

export const listTransactions = endpoint({
  method: 'GET',
  path: '/transactions/',
  who: 'user',
  summary: 'My payments: what I paid by push for any account, and all that came on my own',
  query: z.extend(pageQuery, {
    purpose: z.optional(z.enum(purposes, 'Please choose rent or wifi.')),
    month: z.optional(month),
  }),
  reply: z.array(transaction),
})

/** Two years, as much as a chart shows on a phone. */
export const MAX_MONTHS = 24

export const listTransactionMonths = endpoint({
  method: 'GET',
  path: '/transactions/months/',
  who: 'user',
  summary: 'What I paid in each month that has any, newest first, 24 at most',
  reply: z.array(z.object({ month: z.string(), rent: z.int(), wifi: z.int() })),
})
export type TransactionMonth = z.infer<typeof listTransactionMonths.reply>[number]
