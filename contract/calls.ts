import * as z from 'zod/mini'
import { agreementKinds } from '#rules/promise.ts'
import { callOutcomes, grade } from './agreements.ts'
import { endpoint } from './endpoint.ts'
import { day, idParams, integer, optionalDay, optionalText } from './form.ts'
import { pageQuery } from './page.ts'

/** Tenants to call about rent that they owe, and news of HELB's payouts. */

const shillings = z.int()

/** `to_call`: broken first, then what is promised for today, then without any promise. */
export const callLists = ['to_call', 'promised', 'called'] as const
export type CallList = (typeof callLists)[number]

/** Why somebody is called. */
export const callGroups = ['broken', 'today', 'no_promise', 'promised'] as const
export type CallGroup = (typeof callGroups)[number]

const debtor = z.object({
  /** The user's id. */
  id: z.int(),
  full_name: z.string(),
  phone: z.nullable(z.string()),
  room: z.nullable(z.string()),
  owed: shillings,
  group: z.enum(callGroups),
  /** The sum that should have been paid by yesterday and is not paid by now. */
  missing: shillings,
  /** The coming part of a promise or plan. */
  next: z.nullable(
    z.object({
      kind: z.enum(agreementKinds),
      amount: shillings,
      day: z.nullable(z.iso.date()),
      days_after: z.nullable(z.int()),
    }),
  ),
  /** Null before the first bill. */
  grade: z.nullable(grade),
  last_call: z.nullable(
    z.object({ outcome: z.enum(callOutcomes), day: z.iso.date(), by: z.string() }),
  ),
})
export type CallRow = z.infer<typeof debtor>

export const listCalls = endpoint({
  method: 'GET',
  path: '/staff/calls/',
  who: 'staff:view',
  summary: 'Who owes rent, in the order in which to call them',
  query: z.extend(pageQuery, {
    list: z._default(z.enum(callLists, 'Please choose to_call, promised or called.'), 'to_call'),
  }),
  reply: z.array(debtor),
})

const counted = z.object({ count: z.int(), shillings })

const helbEntry = z.object({
  id: z.int(),
  kind: z.enum(['expected', 'came', 'taken_back']),
  day: z.nullable(z.iso.date()),
  note: z.nullable(z.string()),
  by: z.string(),
  entered_at: z.iso.datetime(),
  /** An entry that was taken back. */
  is_void: z.boolean(),
})
export type HelbEntry = z.infer<typeof helbEntry>

export const getCallSummary = endpoint({
  method: 'GET',
  path: '/staff/calls/summary/',
  who: 'staff:view',
  summary: 'How many are to be called, which plans wait for staff, and what HELB would bring',
  /** On which day HELB comes, for the forecast; the day that is expected by default. */
  query: z.object({ helb: optionalDay }),
  reply: z.object({
    to_call: counted,
    promised: counted,
    called: counted,
    proposals: z.array(z.object({ id: z.int(), user_id: z.int(), full_name: z.string() })),
    helb: z.object({
      /** The payout that is known last; null before the first. */
      round: z.nullable(
        z.object({
          kind: z.enum(['expected', 'came']),
          day: z.iso.date(),
          /** The entry that says so, which may be taken back. */
          entry: z.int(),
        }),
      ),
      /** The latest first. */
      entries: z.array(helbEntry),
      /** If it comes on a day. */
      forecast: z.nullable(
        z.object({ comes: z.iso.date(), by: z.iso.date(), shillings, tenants: z.int() }),
      ),
    }),
  }),
})

export const helbForm = z.object({
  kind: z.enum(['expected', 'came'], 'Please choose whether it came or is expected.'),
  day: day('Please choose the day.'),
  note: optionalText(200),
})

const moved = z.object({
  id: z.int(),
  full_name: z.string(),
  kind: z.enum(agreementKinds),
  /** The part of it that is not paid. */
  amount: shillings,
  /** Nobody has agreed to it yet. */
  waiting: z.boolean(),
  /** When it was expected to be due. */
  before: z.nullable(z.iso.date()),
  after: z.nullable(z.iso.date()),
})

/** The effect of news about HELB. */
const helbEffect = z.object({
  kind: z.enum(['expected', 'came']),
  /** The day of the payout as it is known then; null for none. */
  day: z.nullable(z.iso.date()),
  tenants: z.int(),
  shillings,
  /** The first of what moves, by the name of the tenant. */
  moved: z.array(moved),
  /** How much more moves. */
  more: z.int(),
})
export type HelbEffect = z.infer<typeof helbEffect>

export const previewHelb = endpoint({
  method: 'POST',
  path: '/staff/helb/preview/',
  who: 'staff:money',
  tries: 'enter news of HELB',
  summary: 'Whose promises and plans would move; nothing is entered',
  body: helbForm,
  reply: helbEffect,
})

export const enterHelb = endpoint({
  method: 'POST',
  path: '/staff/helb/',
  who: 'staff:money',
  tries: 'enter news of HELB',
  summary: 'Enter when HELB is expected, or that it has come: what hangs on it moves',
  status: 201,
  /** `expected`: what the preview said; a 409 when it is no longer so. */
  body: z.object({ news: helbForm, expected: helbEffect }),
  reply: helbEffect,
})

export const previewHelbUndo = endpoint({
  method: 'GET',
  path: '/staff/helb/:id/undo/',
  who: 'staff:money',
  tries: 'take news of HELB back',
  summary: 'What taking the latest news of HELB back would change; nothing is changed',
  params: idParams,
  reply: helbEffect,
})

export const undoHelb = endpoint({
  method: 'POST',
  path: '/staff/helb/:id/undo/',
  who: 'staff:money',
  tries: 'take news of HELB back',
  summary: 'Take the latest news of HELB back, by an entry that names it',
  status: 201,
  params: idParams,
  body: z.object({ expected: helbEffect }),
  reply: helbEffect,
})

/** The residence's rules for its tenants' promises. */
const promiseRules = z.object({
  allowed: z.boolean(),
  days: z.int(),
  percent: z.int(),
  per_half_year: z.int(),
})

export const promiseRulesForm = z.object({
  allowed: z.boolean(),
  days: integer('Please give whole days, 1 to 180.', 1, 180),
  percent: integer('Please give a whole number, 1 to 100.', 1, 100),
  per_half_year: integer('Please give a whole number, 1 to 50.', 1, 50),
})

export const getPromiseRules = endpoint({
  method: 'GET',
  path: '/staff/settings/promises/',
  who: 'staff:view',
  summary: 'What tenants may promise',
  reply: promiseRules,
})

export const changePromiseRules = endpoint({
  method: 'PUT',
  path: '/staff/settings/promises/',
  who: 'staff:settings',
  tries: 'change what tenants may promise',
  summary: 'Change what tenants may promise; what was promised stays',
  body: z.object({ was: z.unknown(), now: promiseRulesForm }),
  reply: promiseRules,
})
