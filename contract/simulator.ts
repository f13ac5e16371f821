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

/** What a business calls, and what it is called with; `pull` and `status` are the questions themselves. */
const calls = ['token', 'push', 'query', 'status', 'pull'] as const
const notices = ['callback', 'confirmation'] as const
const guarded = ['push', 'query', 'status', 'pull'] as const

const places = z.enum([...calls, ...notices])
export type TroublePlace = z.infer<typeof places>

/** Everything that can go wrong on the wire of the pretend M-Pesa, and where. */
export const troublePlaces = {
  /** Instead of an answer; nothing is done. */
  token_refused: guarded,
  token_refused_401: guarded,
  busy: calls,
  spike_arrest: calls,
  spike_429: calls,
  quota: calls,
  locked: ['push'],
  wrong_credentials: ['push', 'query'],
  bad_phone: ['push'],
  being_processed: ['query'],
  empty_message: ['query'],
  does_not_exist: ['query'],
  html: calls,
  refused: calls,
  /** All is done; only the answer is not what it should be. */
  slow: [...calls, ...notices],
  empty: calls,
  dropped: calls,
  types_swapped: [...calls, ...notices],
  /** A query says 1037 while the phone still asks for the PIN. */
  early_final: ['query'],
  /** The callback is posted, and answered, before the reply to the push goes out. */
  early: ['push'],
  /** The push ends with `code`, whatever the phone's number says. */
  result: ['push'],
  /** The paybill confirmation comes as well as the callback. */
  confirmed: ['push'],
  /** What a business is told: something is wrong in it, or with the way it comes. */
  unknown_checkout: ['callback'],
  other_amount: notices,
  no_balance: ['callback'],
  wrong_token: ['callback'],
  /** Sent from 127.0.0.2, where the machine has such an address. */
  wrong_address: notices,
  twice: notices,
  lost: [...notices, 'status'],
  /** The question is answered at the QueueTimeOutURL only, with nothing known. */
  queue_timeout: ['status'],
} satisfies Record<string, readonly TroublePlace[]>

export type TroubleKind = keyof typeof troublePlaces

const isKind = (text: string): text is TroubleKind => Object.hasOwn(troublePlaces, text)
const happensAt = (kind: string, place: TroublePlace) =>
  isKind(kind) && troublePlaces[kind].some((one) => one === place)

const trouble = z
  .object({
    on: places,
    kind: z.custom<TroubleKind>(
      (kind) => typeof kind === 'string' && isKind(kind),
      'There is no such kind of trouble.',
    ),
    /** How many calls it befalls. */
    times: z._default(z.int().check(z.minimum(1), z.maximum(1_000_000)), 1),
    /** How much longer `slow` takes. */
    ms: z._default(z.int().check(z.minimum(0), z.maximum(600_000)), 3000),
    /** What `result` ends with. */
    code: z.optional(z.string().check(z.regex(/^\w{1,20}$/))),
  })
  .check(
    z.refine(({ on, kind }) => happensAt(kind, on), {
      path: ['on'],
      error: 'This kind of trouble does not happen there.',
    }),
    z.refine(({ kind, code }) => kind !== 'result' || code !== undefined, {
      path: ['code'],
      error: 'Please say which result.',
    }),
  )
export type Trouble = z.infer<typeof trouble>

const list = z.object({ trouble: z.array(trouble).check(z.maxLength(100)) })

export const getTrouble = endpoint({
  method: 'GET',
  path: '/pretend-daraja/trouble/',
  who: 'anyone',
  summary: 'The trouble that is still to come on the wire of the pretend M-Pesa',
  reply: list,
  hidden: true,
})

export const setTrouble = endpoint({
  method: 'PUT',
  path: '/pretend-daraja/trouble/',
  who: 'anyone',
  summary: 'Put trouble on the wire of the pretend M-Pesa, in place of what is left of the old',
  body: list,
  reply: list,
  hidden: true,
})
