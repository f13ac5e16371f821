import * as z from 'zod/mini'
import { approvalActs, approvalOutcomes } from '#rules/approval.ts'
import { endpoint } from './endpoint.ts'
import { idParams, noteText, wholeShillings } from './form.ts'
import { pageQuery } from './page.ts'

/** Acts that wait for a second person, and what became of them. */

const shillings = z.int()

const waitingRequest = z.object({
  id: z.int(),
  /** When it takes effect by itself, because nobody else could approve it. */
  due_at: z.nullable(z.iso.datetime()),
})
/** An act above the limit is not done, but waits under this id. */
export const waiting = z.optional(waitingRequest)
export type Waiting = z.infer<typeof waiting>

/** In a preview, an act above the limit: it will wait for somebody else, or for a day where nobody else could approve. */
export const waits = z.optional(z.enum(['for_approval', 'a_day']))
export type WillWait = z.infer<typeof waits>

/** An act that waits to be approved, and changes what it stands beside. */
export const waitingAct = z.nullable(waitingRequest)
export type WaitingAct = z.infer<typeof waitingAct>

/** As `waiting`, for a reply to which no field can be added. */
export const orWaiting = <Schema extends z.ZodMiniType>(reply: Schema) =>
  z.union([z.object({ waiting: waitingRequest }), reply])

const approvalChange = z.object({
  /** A room or a bundle; null for what a tenant owes. */
  of: z.nullable(z.string()),
  /** Null for what is new. */
  before: z.nullable(shillings),
  after: shillings,
})
export type ApprovalChange = z.infer<typeof approvalChange>

const approval = z.object({
  id: z.int(),
  act: z.enum(approvalActs),
  tenant: z.nullable(z.object({ id: z.int(), full_name: z.string() })),
  /** The thing that the act is about, in a line. */
  about: z.nullable(z.string()),
  /** The sum at stake. */
  shillings,
  changes: z.array(approvalChange),
  reason: z.nullable(z.string()),
  asked_by: z.string(),
  asked_at: z.iso.datetime(),
  /** Asked for by the caller, who can only withdraw it. */
  is_mine: z.boolean(),
  /** Nobody else could approve it: it takes effect by itself then. */
  due_at: z.nullable(z.iso.datetime()),
  decided: z.nullable(
    z.object({
      outcome: z.enum(approvalOutcomes),
      /** Null when nobody decided. */
      by: z.nullable(z.string()),
      at: z.iso.datetime(),
      note: z.nullable(z.string()),
    }),
  ),
})
export type Approval = z.infer<typeof approval>

export const approvalStates = ['open', 'decided'] as const
export type ApprovalState = (typeof approvalStates)[number]

export const listApprovals = endpoint({
  method: 'GET',
  path: '/staff/approvals/',
  who: 'staff:view',
  summary: 'What waits for a second person, or was decided; the latest first',
  query: z.extend(pageQuery, {
    state: z._default(z.enum(approvalStates, 'Please choose open or decided.'), 'open'),
  }),
  reply: z.array(approval),
})

export const countApprovals = endpoint({
  method: 'GET',
  path: '/staff/approvals/count/',
  who: 'staff:view',
  summary: 'How much waits for a second person',
  reply: z.object({
    open: z.int(),
    shillings,
    /** Asked for by somebody other than the caller. */
    for_you: z.int(),
  }),
})

export const approve = endpoint({
  method: 'POST',
  path: '/staff/approvals/:id/approve/',
  who: 'staff:money',
  tries: 'approve what someone else asked for',
  summary: 'Do what somebody else asked for, if it still does what they were shown',
  params: idParams,
  reply: approval,
})

export const refusal = z.object({
  note: noteText('Please say why, for the person who asked.', 500),
})

export const refuse = endpoint({
  method: 'POST',
  path: '/staff/approvals/:id/refuse/',
  who: 'staff:money',
  tries: 'refuse what someone else asked for',
  summary: 'Refuse what somebody else asked for, with a reason',
  params: idParams,
  body: refusal,
  reply: approval,
})

export const withdraw = endpoint({
  method: 'POST',
  path: '/staff/approvals/:id/withdraw/',
  who: 'staff:view',
  summary: 'Withdraw what one asked for oneself',
  params: idParams,
  reply: approval,
})

/** `null`: nothing waits. */
const limit = z.object({ limit: z.nullable(shillings) })
export type ApprovalLimit = z.infer<typeof limit>

export const limitForm = z.object({
  limit: z.nullable(wholeShillings('Please give whole shillings, 0 to 10,000,000.', 0, 10_000_000)),
})

export const getApprovalLimit = endpoint({
  method: 'GET',
  path: '/staff/settings/approvals/',
  who: 'staff:view',
  summary: 'The limit above which acts on money wait for a second person; null without one',
  reply: limit,
})

export const changeApprovalLimit = endpoint({
  method: 'PUT',
  path: '/staff/settings/approvals/',
  who: 'staff:limit',
  tries: 'change the limit above which a second person approves',
  summary: 'Change the limit above which acts on money wait for a second person',
  body: z.object({ was: z.unknown(), now: limitForm }),
  reply: limit,
})
