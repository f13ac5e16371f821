import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

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
