import * as z from 'zod/mini'
import { isDay } from '#rules/calendar.ts'
import { endpoint } from './endpoint.ts'
import { phoneNumber } from './form.ts'
import { pushAmount } from './payments.ts'

/**
 * The calls of the simulator's phone page. A `checkout_request_id` here is M-Pesa's own CheckoutRequestID, since
 * the simulator plays M-Pesa. Their paths are below `/pretend-daraja`, not below
 * `/api`; a production server has none of them.
 */
const params = z.object({ msisdn: phoneNumber })
const pushParams = z.extend(params, {
  checkout_request_id: z.string().check(z.maxLength(100)),
})

export const WRONG_PIN_LENGTH = 'The PIN has four digits.'
const MISSING_ACCOUNT = 'Please enter the account number.'
const INVALID_BUSINESS = 'A business number has five to seven digits.'

/** Any four digits are right but 0000. */
export const pin = z.string(WRONG_PIN_LENGTH).check(z.regex(/^\d{4}$/, WRONG_PIN_LENGTH))

export const businessNumber = z
  .string(INVALID_BUSINESS)
  .check(z.trim(), z.regex(/^\d{5,7}$/, INVALID_BUSINESS))

/** M-Pesa accepts any text; the business checks it. */
export const typedAccount = z
  .string(MISSING_ACCOUNT)
  .check(z.trim(), z.minLength(1, MISSING_ACCOUNT), z.maxLength(20))

const waitingPush = z.object({
  checkout_request_id: z.string(),
  phone_number: z.string(),
  amount: z.int(),
  business_name: z.string(),
  account_reference: z.string(),
  transaction_desc: z.string(),
  seconds_ago: z.int(),
  /** Until the push times out. */
  seconds_left: z.int(),
})
export type WaitingPush = z.infer<typeof waitingPush>

const endedPush = z.object({
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

const phoneMessage = z.object({
  /** The id of the payment it is about. */
  id: z.string(),
  text: z.string(),
  received_at: z.iso.datetime(),
})
export type PhoneMessage = z.infer<typeof phoneMessage>

export const phone = z.object({
  phone_number: z.string(),
  now: z.iso.datetime(),
  business_name: z.string(),
  /** The paybill to pay to; null until the business has registered it. */
  paybill: z.nullable(z.string()),
  push: z.nullable(waitingPush),
  /** The push that ended last, shown for some minutes. */
  ended: z.nullable(endedPush),
  messages: z.array(phoneMessage),
  /** The open pushes of all phones. */
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
  /** With `wait=1` the reply comes after a second, or earlier when something changes (long polling). */
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

/** Errors: 409 `wrong_pin`, `unknown_business`, `refused`; `fields` names what to correct. */
export const sendToPaybill = endpoint({
  method: 'POST',
  path: '/pretend-daraja/phones/:msisdn/paybill/',
  who: 'anyone',
  summary: 'Send money to a paybill unasked',
  params,
  body: z.object({
    /** Defaults to the first registered paybill. */
    business_number: z.optional(businessNumber),
    account_number: typedAccount,
    amount: pushAmount,
    /** Not checked when it is missing. */
    pin: z.optional(pin),
  }),
  reply: z.object({ receipt: z.string() }),
  hidden: true,
})

const shownDay = z.string().check(z.refine(isDay, 'Please choose a day.'))
const paybillParams = z.object({ shortcode: businessNumber })
const daysShown = { from: shownDay, to: shownDay }

/** Sums of the portal are in cents. */
const portalMovement = z.object({
  /** The payment's receipt, also on its charge; a reversal has one of its own. */
  receipt: z.string(),
  kind: z.enum(['payment', 'charge', 'reversal', 'sweep', 'withdrawal']),
  account: z.enum(['utility', 'settlement']),
  at: z.iso.datetime(),
  /** Negative when money went out. */
  cents: z.int(),
  /** The balance of the whole paybill, after the movement. */
  balance_cents: z.int(),
  /** Masked. */
  payer: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  /** A payment that has gone back. */
  reversed: z.boolean(),
})
export type PortalMovement = z.infer<typeof portalMovement>

const portal = z.object({
  business_name: z.string(),
  /** Null until the business has registered a paybill. */
  shortcode: z.nullable(z.string()),
  paybills: z.array(z.string()),
  from: z.string(),
  to: z.string(),
  utility_cents: z.int(),
  settlement_cents: z.int(),
  opening_cents: z.int(),
  closing_cents: z.int(),
  paid_in_cents: z.int(),
  withdrawn_cents: z.int(),
  /** The newest first, and not more than a page shows; statements have all. */
  movements: z.array(portalMovement),
  left_off: z.int(),
})
export type Portal = z.infer<typeof portal>

export const getPortal = endpoint({
  method: 'GET',
  path: '/pretend-daraja/paybills/',
  who: 'anyone',
  summary: 'What a paybill holds and what moved on it; today without days',
  query: z.object({
    shortcode: z.optional(businessNumber),
    from: z.optional(shownDay),
    to: z.optional(shownDay),
  }),
  reply: portal,
  hidden: true,
})

export const downloadPortalStatement = endpoint({
  method: 'GET',
  path: '/pretend-daraja/paybills/:shortcode/statement/',
  who: 'anyone',
  summary:
    'The statement of some days: the newer table (csv, xlsx), the older export (xls) or the file of the last day (daily)',
  params: paybillParams,
  query: z.object({ shape: z.enum(['csv', 'xlsx', 'xls', 'daily']), ...daysShown }),
  file: 'application/octet-stream',
  hidden: true,
})

const moved = z.object({ receipt: z.string(), cents: z.int() })

/** Errors: 409 `nothing_to_move`. */
export const sweepPaybill = endpoint({
  method: 'POST',
  path: '/pretend-daraja/paybills/:shortcode/sweep/',
  who: 'anyone',
  summary: 'Move what the utility account holds to the settlement account',
  params: paybillParams,
  reply: moved,
  hidden: true,
})

/** Errors: 409 `nothing_to_move`. */
export const withdrawFromPaybill = endpoint({
  method: 'POST',
  path: '/pretend-daraja/paybills/:shortcode/withdraw/',
  who: 'anyone',
  summary: 'Move what the settlement account holds to the bank',
  params: paybillParams,
  reply: moved,
  hidden: true,
})

/** Errors: 404, 409 `already_reversed`. */
export const reverseOnPortal = endpoint({
  method: 'POST',
  path: '/pretend-daraja/paybills/:shortcode/reverse/',
  who: 'anyone',
  summary: 'Send a payment back to its payer',
  params: paybillParams,
  body: z.object({ receipt: z.string().check(z.trim(), z.regex(/^\w{1,20}$/)) }),
  reply: moved,
  hidden: true,
})

/** Where a fault can happen: in a call of the business, or in a delivery to it. */
const calls = ['token', 'push', 'query', 'status', 'pull'] as const
const deliveries = ['callback', 'confirmation'] as const
const callsWithToken = ['push', 'query', 'status', 'pull'] as const

const places = z.enum([...calls, ...deliveries])
export type FaultPlace = z.infer<typeof places>

/** The faults that can be ordered from the pretend M-Pesa, and where each can happen. */
const faultPlaces = {
  /** Answered in place of the reply; the request is not carried out. */
  token_refused: callsWithToken,
  token_refused_401: callsWithToken,
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
  /** The request is carried out; only the reply is wrong, late or missing. */
  slow: [...calls, ...deliveries],
  empty: calls,
  dropped: calls,
  types_swapped: [...calls, ...deliveries],
  /** A query answers 1037 while the phone still asks for the PIN. */
  early_final: ['query'],
  /** The callback is posted, and answered, before the reply to the push goes out. */
  early: ['push'],
  /** The push ends with `code`, whatever the phone's number says. */
  result: ['push'],
  /** The paybill confirmation comes as well as the callback. */
  confirmed: ['push'],
  /** A callback or confirmation with wrong content, or sent in a wrong way. */
  unknown_checkout: ['callback'],
  other_amount: deliveries,
  no_balance: ['callback'],
  wrong_token: ['callback'],
  /** Sent from 127.0.0.2; needs a machine that has this address. */
  wrong_address: deliveries,
  twice: deliveries,
  lost: [...deliveries, 'status'],
  /** Only the QueueTimeOutURL is called, without a result. */
  queue_timeout: ['status'],
} satisfies Record<string, readonly FaultPlace[]>

export type FaultKind = keyof typeof faultPlaces

const isKind = (text: string): text is FaultKind => Object.hasOwn(faultPlaces, text)
const happensAt = (kind: string, place: FaultPlace) =>
  isKind(kind) && faultPlaces[kind].some((one) => one === place)

const fault = z
  .object({
    on: places,
    kind: z.custom<FaultKind>(
      (kind) => typeof kind === 'string' && isKind(kind),
      'There is no such kind of trouble.',
    ),
    /** How many calls it happens to. */
    times: z._default(z.int().check(z.minimum(1), z.maximum(1_000_000)), 1),
    /** How much longer `slow` takes. */
    ms: z._default(z.int().check(z.minimum(0), z.maximum(600_000)), 3000),
    /** The code that `result` ends with. */
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
export type Fault = z.infer<typeof fault>

/** The wire says `trouble`. */
const faultList = z.object({ trouble: z.array(fault).check(z.maxLength(100)) })

export const getFaults = endpoint({
  method: 'GET',
  path: '/pretend-daraja/trouble/',
  who: 'anyone',
  summary: 'The trouble that is still to come on the wire of the pretend M-Pesa',
  reply: faultList,
  hidden: true,
})

export const setFaults = endpoint({
  method: 'PUT',
  path: '/pretend-daraja/trouble/',
  who: 'anyone',
  summary: 'Put trouble on the wire of the pretend M-Pesa, in place of what is left of the old',
  body: faultList,
  reply: faultList,
  hidden: true,
})
