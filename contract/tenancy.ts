import * as z from 'zod/mini'
import { feeKinds } from '#rules/fee.ts'
import { paymentKinds } from '#rules/payment.ts'
import { agreementKinds } from '#rules/promise.ts'
import { bill } from './billing.ts'
import { depositState } from './deposits.ts'
import { endpoint } from './endpoint.ts'

const shillings = z.int()

export const matchedPayment = z.object({
  /** The M-Pesa receipt; N/A while the payment is known from a status query only, and for what the office entered. */
  transaction_id: z.string(),
  amount: shillings,
  date_time: z.iso.datetime(),
  /** Our own, `R000123`. */
  receipt_number: z.string(),
  /** All but a push and a paybill payment are entered by staff; a negative amount takes a payment back, or is a refund. */
  kind: z.enum(paymentKinds),
  /** This takes another payment back. */
  takes_back: z.boolean(),
  /** Who paid over a pay link: `Mum (2547…123)`. */
  sponsor: z.nullable(z.string()),
  /** It was taken back: it was credited to the wrong account. */
  voided: z.boolean(),
})

/** A charge in a month besides its rent. */
const otherCharge = z.object({
  id: z.int(),
  kind: z.enum(['waiver', 'opening_balance', 'correction', ...feeKinds]),
  /** A fee's name in the price list, also for its waiver. */
  name: z.nullable(z.string()),
  /** For a correction of rents, the first and last month that it corrects; for a late fee, the month that it is for. */
  months: z.nullable(z.object({ first: z.string(), last: z.string() })),
  reason: z.nullable(z.string()),
  amount: shillings,
})
export type OtherCharge = z.infer<typeof otherCharge>

export const agreed = z.object({
  kind: z.enum(agreementKinds),
  /** The next part of it, as far as it isn't paid. */
  amount: shillings,
  /** Null while HELB has not come. */
  day: z.nullable(z.iso.date()),
  days_after: z.nullable(z.int()),
  /** The sum of its earlier parts that should have been paid by yesterday and is not. */
  missing: shillings,
  /** The debt beyond all of it. */
  rest: shillings,
})
export type Agreed = z.infer<typeof agreed>

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
  /** The debt by the month it is for, the earliest first; empty with credit. */
  owed_months: z.array(z.object({ month: z.nullable(z.string()), owed: shillings })),
  /** Null for whoever pays by the month. */
  billed: z.nullable(
    z.object({
      /** The bills of this month and later ones; one that is due counts in the balance. */
      bills: z.array(bill),
      /** The next month whose rent is charged by itself; null when it comes with the bill of a term. */
      next_month: z.nullable(z.string()),
    }),
  ),
  /** The recurring fees that are charged with the next rent. */
  next_fees: shillings,
  /** The charges in `balance.this_month` besides this month's rent. */
  other_charges: z.array(otherCharge),
  /** The coming part of a promise or plan; null without one. */
  agreed: z.nullable(agreed),
  /** Nothing is promised yet, and the residence takes promises. */
  may_promise: z.boolean(),
  matched_payments: z.array(matchedPayment),
  /** The first day the place is free again; null when no end is agreed. */
  leaves_on: z.nullable(z.iso.date()),
  next_room: z.nullable(
    z.object({
      room_number: z.string(),
      rate: shillings,
      from: z.iso.date(),
      /** Whether the rent of the month of moving in was charged before, as for somebody who moves back in. */
      charged: z.boolean(),
    }),
  ),
  /** The room that was left, for somebody who has none and isn't moving in. */
  last_room: z.nullable(z.object({ room_number: z.string(), left_on: z.iso.date() })),
  /** Null for whoever was asked for none and has paid none. It is no part of the balance. */
  deposit: z.nullable(depositState),
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
