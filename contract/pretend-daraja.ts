import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { phoneNumber } from './form.ts'
import { pushAmount } from './payments.ts'

/**
 * The phone page's own calls. Their paths are below `/pretend-daraja`, not below `/api`; in
 * production, where real phones ring, none of them exists.
 */
const params = z.object({ msisdn: phoneNumber })
const pushParams = z.extend(params, {
  checkout_request_id: z.string().check(z.maxLength(100)),
})

export const wrong_pin_length = 'The PIN has four digits.'
export const missing_account = 'Please enter the account number.'
export const invalid_business = 'A business number has five to seven digits.'

/** Any four digits are right but 0000. */
export const pin = z.string(wrong_pin_length).check(z.regex(/^\d{4}$/, wrong_pin_length))

export const businessNumber = z
  .string(invalid_business)
  .check(z.trim(), z.regex(/^\d{5,7}$/, invalid_business))

/** M-Pesa takes anything that was typed; whether it is right is for the business to say. */
export const typedAccount = z
  .string(missing_account)
  .check(z.trim(), z.minLength(1, missing_account), z.maxLength(20))

export const waitingPush = z.object({
  checkout_request_id: z.string(),
  phone_number: z.string(),
  amount: z.int(),
  business_name: z.string(),
  account_reference: z.string(),
  transaction_desc: z.string(),
  seconds_ago: z.int(),
  /** Until it ends by itself. */
  seconds_left: z.int(),
})
export type WaitingPush = z.infer<typeof waitingPush>

export const endedPush = z.object({
  checkout_request_id: z.string(),
  amount: z.int(),
  business_name: z.string(),
  account_reference: z.string(),
  /** M-Pesa's: 0 paid, 1 too little money, 1032 cancelled, 1037 no answer, 2001 wrong PIN. */
  result_code: z.string(),
  receipt: z.nullable(z.string()),
  ended_at: z.iso.datetime(),
})
export type EndedPush = z.infer<typeof endedPush>

export const phoneMessage = z.object({
  /** Of the payment it is about. */
  id: z.string(),
  text: z.string(),
  received_at: z.iso.datetime(),
})
export type PhoneMessage = z.infer<typeof phoneMessage>

export const phone = z.object({
  phone_number: z.string(),
  now: z.iso.datetime(),
  business_name: z.string(),
  /** Where money can be sent unasked; null until the business has registered its paybill. */
  paybill: z.nullable(z.string()),
  push: z.nullable(waitingPush),
  /** The latest that ended, for some minutes. */
  ended: z.nullable(endedPush),
  messages: z.array(phoneMessage),
  /** Of every phone. */
  waiting: z.array(waitingPush),
})
export type Phone = z.infer<typeof phone>

export const listWaiting = endpoint({
  method: 'GET',
  path: '/pretend-daraja/phones/',
  who: 'anyone',
  summary: 'The requests that wait on all pretend phones',
  reply: z.object({ waiting: z.array(waitingPush) }),
  hidden: true,
})

export const getPhone = endpoint({
  method: 'GET',
  path: '/pretend-daraja/phones/:msisdn/',
  who: 'anyone',
  summary: 'What is on a pretend phone; asking shows that somebody is looking at it',
  params,
  /** `wait=1` is answered after a second or with news, so that the page needs no timer of its own. */
  query: z.object({ wait: z.optional(z.literal('1')) }),
  reply: phone,
  hidden: true,
})

export const answerPush = endpoint({
  method: 'POST',
  path: '/pretend-daraja/phones/:msisdn/pushes/:checkout_request_id/answer/',
  who: 'anyone',
  summary: 'Type the PIN: any four digits are right but 0000',
  params: pushParams,
  body: z.object({ pin }),
  reply: endedPush,
  hidden: true,
})

export const cancelPush = endpoint({
  method: 'POST',
  path: '/pretend-daraja/phones/:msisdn/pushes/:checkout_request_id/cancel/',
  who: 'anyone',
  summary: 'Cancel a request',
  params: pushParams,
  reply: endedPush,
  hidden: true,
})

/** Refused: 409 `wrong_pin`, `unknown_business`, `refused`; `fields` names what to put right. */
export const sendToPaybill = endpoint({
  method: 'POST',
  path: '/pretend-daraja/phones/:msisdn/paybill/',
  who: 'anyone',
  summary: 'Send money to a paybill unasked',
  params,
  body: z.object({
    /** The residence's own when it is left out. */
    business_number: z.optional(businessNumber),
    account_number: typedAccount,
    amount: pushAmount,
    /** Taken for right when it is left out. */
    pin: z.optional(pin),
  }),
  reply: z.object({ receipt: z.string() }),
  hidden: true,
})
