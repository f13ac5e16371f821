import * as z from 'zod/mini'
import { readAccountNumber } from '#rules/account-number.ts'
import { LARGEST_ID } from '#rules/id.ts'
import { readShillings } from '#rules/money.ts'
import { MAX_PUSH_AMOUNT, purposes, pushStatuses } from '#rules/payment.ts'
import { endpoint } from './endpoint.ts'
import { phoneNumber, withoutDirectionMarks } from './form.ts'

export const INVALID_AMOUNT = 'Please enter a valid amount.'
export const INVALID_ACCOUNT_NUMBER = 'Please enter a valid account number.'

/** Whole shillings, as a number or as people type them (`readShillings`). */
export const pushAmount = z.pipe(
  z.pipe(
    z.union([z.number(), z.string()], INVALID_AMOUNT),
    z.transform((typed) =>
      typeof typed === 'string' ? (readShillings(typed) ?? Number.NaN) : typed,
    ),
  ),
  z
    .int(INVALID_AMOUNT)
    .check(
      z.minimum(1, INVALID_AMOUNT),
      z.maximum(MAX_PUSH_AMOUNT, 'M-Pesa takes at most Ksh 250,000 at a time.'),
    ),
)

/** Normalises what was typed (`readAccountNumber`); the check character must be right. */
export const accountNumber = z.pipe(
  z.pipe(
    z.string(INVALID_ACCOUNT_NUMBER).check(z.maxLength(60, INVALID_ACCOUNT_NUMBER)),
    z.transform((typed) => readAccountNumber(typed) ?? ''),
  ),
  z.string().check(z.minLength(1, INVALID_ACCOUNT_NUMBER)),
)

/** A bundle of the price list (`package_50`), or the account number whose rent is paid. */
const accountReference = z.union(
  [
    z.string().check(z.trim(), z.regex(/^package_[a-z0-9_]{1,30}$/, INVALID_ACCOUNT_NUMBER)),
    accountNumber,
  ],
  INVALID_ACCOUNT_NUMBER,
)

const bundleContent = z.object({ data_bytes: z.int(), duration_s: z.int() })
export type BundleContent = z.infer<typeof bundleContent>

export const stkPushRequest = z.object({
  phone_number: phoneNumber,
  amount: pushAmount,
  account_reference: accountReference,
  /** A deposit is asked for as one; without it, the account number pays rent. */
  purpose: z.optional(z.literal('deposit')),
  transaction_desc: z.optional(z.string().check(withoutDirectionMarks, z.maxLength(100))),
  /** The bundle's contents when it was chosen; the push is refused if they have changed since. */
  chosen: z.optional(bundleContent),
})

export type StkPushRequest = z.infer<typeof stkPushRequest>

export const stkPushState = z.object({
  purpose: z.enum(purposes),
  /**
   * Our own random id of the push, in all calls between browser and server. It is not M-Pesa's
   * CheckoutRequestID, which the server stores as `daraja_checkout_id` once M-Pesa has answered.
   */
  checkout_request_id: z.string(),
  status: z.enum(pushStatuses),
  result_code: z.nullable(z.string()),
  result_desc: z.nullable(z.string()),
  /** The amount that was paid; until then, the amount asked for. */
  amount: z.int(),
  phone_number: z.string(),
  account_reference: z.string(),
  transaction_desc: z.string(),
  mpesa_receipt_number: z.string(),
  /** When it was paid; until then, when it was started. */
  transaction_date: z.iso.datetime(),
  /** Whether M-Pesa has accepted the push; until then the phone may or may not ask for the PIN. */
  asked: z.boolean(),
  /** M-Pesa reports another amount than was asked for, and staff have to decide. */
  at_desk: z.boolean(),
  /** Our own receipt, once it is paid; only for the user of the account. */
  receipt_number: z.nullable(z.string()),
  initiated_at: z.iso.datetime(),
  /** As it was agreed; null for rent. */
  bundle: z.nullable(z.object({ package_id: z.string(), name: z.string(), data: z.string() })),
  /** The code of a bundle that is paid. */
  voucher: z.nullable(
    z.object({ code: z.string(), package_id: z.string(), expires_at: z.iso.datetime() }),
  ),
})
export type StkPushState = z.infer<typeof stkPushState>

export const initiatePush = endpoint({
  method: 'POST',
  path: '/stk-push/initiate/',
  who: 'user',
  summary: 'Ask a phone for its M-Pesa PIN',
  body: stkPushRequest,
  reply: z.object({
    message: z.string(),
    data: z.object({ checkout_request_id: z.string() }),
  }),
})

export const getPushStatus = endpoint({
  method: 'POST',
  path: '/stk-push/status/',
  who: 'user',
  summary: 'How a push that I started stands, read from our own database',
  body: z.object({ checkout_request_id: z.string().check(z.minLength(1), z.maxLength(80)) }),
  reply: z.object({ data: stkPushState }),
})

export const getOpenPush = endpoint({
  method: 'GET',
  path: '/stk-push/open/',
  who: 'user',
  summary: 'My push that is still being asked for, if there is one (after a reload)',
  reply: z.object({ data: z.nullable(stkPushState) }),
})

const hookParams = z.object({ secret: z.string().check(z.maxLength(80)) })
const hookReply = z.object({
  ResultCode: z.union([z.string(), z.number()]),
  ResultDesc: z.string(),
})

const tokenParams = z.object({
  company: z.pipe(z.pipe(z.string(), z.transform(Number)), z.int().check(z.maximum(LARGEST_ID))),
  token: z.string().check(z.maxLength(80)),
})

/** `server/payments/daraja-messages.ts` reads what Safaricom posts, which is never trusted to have a shape. */
export const stkCallback = endpoint({
  method: 'POST',
  path: '/hooks/stk/:company/:token',
  who: 'anyone',
  summary: 'Result of a push',
  params: tokenParams,
  body: z.unknown(),
  reply: hookReply,
  hidden: true,
})

export const transactionStatusResult = endpoint({
  method: 'POST',
  path: '/hooks/status/:company/:token',
  who: 'anyone',
  summary: 'What M-Pesa found about a push, or that it found nothing in time',
  params: tokenParams,
  body: z.unknown(),
  reply: hookReply,
  hidden: true,
})

export const codeStatusResult = endpoint({
  method: 'POST',
  path: '/hooks/code/:company/:token',
  who: 'anyone',
  summary: 'What M-Pesa knows of a code that somebody has typed, or that it found nothing in time',
  params: tokenParams,
  body: z.unknown(),
  reply: hookReply,
  hidden: true,
})

export const paybillValidation = endpoint({
  method: 'POST',
  path: '/hooks/:secret/validation',
  who: 'anyone',
  summary: 'May this paybill payment go through?',
  params: hookParams,
  body: z.unknown(),
  reply: hookReply,
  hidden: true,
})

export const paybillConfirmation = endpoint({
  method: 'POST',
  path: '/hooks/:secret/confirmation',
  who: 'anyone',
  summary: 'A paybill payment has gone through',
  params: hookParams,
  body: z.unknown(),
  reply: hookReply,
  hidden: true,
})
