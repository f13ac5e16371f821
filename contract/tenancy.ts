import * as z from 'zod/mini'
import { paymentKinds } from '#rules/payment.ts'
import { endpoint } from './endpoint.ts'

const shillings = z.int()

export const matchedPayment = z.object({
  /** The M-Pesa receipt; N/A while the payment is known from a status query only. */
  transaction_id: z.string(),
  amount: shillings,
  date_time: z.iso.datetime(),
  /** Our own, `R000123`. */
  receipt_number: z.string(),
  /** A correction is entered by staff; a negative one takes a payment back. */
  kind: z.enum(paymentKinds),
  /** It was taken back: it was credited to the wrong account. */
  voided: z.boolean(),
})

export const paymentSummary = z.object({
  room_number: z.nullable(z.string()),
  rate: z.nullable(shillings),
  /** Another rent of the room that is announced, and the day of its first charge. */
  next_rate: z.nullable(z.object({ rate: shillings, from: z.iso.date() })),
  /** Negative means credit. */
  current_month_balance: shillings,
  balance: z.object({
    brought_forward: shillings,
    this_month: shillings,
    paid_this_month: shillings,
  }),
  matched_payments: z.array(matchedPayment),
  /** The first day the place is free again; null when no end is agreed. */
  leaves_on: z.nullable(z.iso.date()),
  next_room: z.nullable(z.object({ room_number: z.string(), rate: shillings, from: z.iso.date() })),
  /** The room that was left, for somebody who has none and isn't moving in. */
  last_room: z.nullable(z.object({ room_number: z.string(), left_on: z.iso.date() })),
})
export type PaymentSummary = z.infer<typeof paymentSummary>

/** The misspelt path is the client's; `student_room_payments` is answered too. */
export const getPaymentSummary = endpoint({
  method: 'GET',
  path: '/onboard/student_room_paymments/',
  who: 'user',
  summary: 'My room, rate, balance and payments',
  reply: paymentSummary,
})

export const getPaymentSummaryAlias = endpoint({
  ...getPaymentSummary,
  path: '/onboard/student_room_payments/',
  summary: 'The same under the correctly spelt path',
})

export const getAccountNumber = endpoint({
  method: 'GET',
  path: '/onboard/account_number/',
  who: 'user',
  summary: 'The account number I quote when paying, and the paybill it is paid to',
  reply: z.object({ account_number: z.string(), paybill: z.string() }),
})
