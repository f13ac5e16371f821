import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

const shillings = z.int()

export const matchedPayment = z.object({
  /** The M-Pesa receipt, or N/A while only a status query has told of the payment. */
  transaction_id: z.string(),
  amount: shillings,
  date_time: z.iso.datetime(),
  /** Of our own receipt, `R000123`. */
  receipt_number: z.string(),
})

export const paymentSummary = z.object({
  room_number: z.nullable(z.string()),
  rate: z.nullable(shillings),
  /** Negative means credit. */
  current_month_balance: shillings,
  balance: z.object({
    brought_forward: shillings,
    this_month: shillings,
    paid_this_month: shillings,
  }),
  matched_payments: z.array(matchedPayment),
})
export type PaymentSummary = z.infer<typeof paymentSummary>

/** The wire keeps the client's spelling; the server answers to `student_room_payments` too. */
export const getPaymentSummary = endpoint({
  method: 'GET',
  path: '/onboard/student_room_paymments/',
  who: 'member',
  summary: 'My room, rate, balance and payments',
  reply: paymentSummary,
})

export const getPaymentSummaryAlias = endpoint({
  ...getPaymentSummary,
  path: '/onboard/student_room_payments/',
  summary: 'The same under its right spelling',
})

export const account = z.object({ account_number: z.string(), paybill: z.string() })

export const getAccount = endpoint({
  method: 'GET',
  path: '/onboard/account_number/',
  who: 'member',
  summary: 'The account number I quote when paying, and the paybill it is paid to',
  reply: account,
})
