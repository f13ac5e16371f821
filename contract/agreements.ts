import * as z from 'zod/mini'
import { grades } from '#rules/grade.ts'
import { MOST_INSTALMENTS } from '#rules/plan.ts'
import { agreementKinds, noPromiseReasons, partOutcomes } from '#rules/promise.ts'
import { endpoint } from './endpoint.ts'
import { day, idParams, integer, noteText, optionalText, wholeShillings } from './form.ts'

/** Promises to pay, and instalment plans: what they mean is in rules/promise.ts and rules/plan.ts. */

const shillings = z.int()
const datetime = z.iso.datetime()
const nullableDay = z.nullable(z.iso.date())

const agreementPart = z.object({
  amount: shillings,
  /** When it is due; null while HELB, which it waits for, has not come. */
  day: nullableDay,
  /** When it is expected to be due. */
  expected: nullableDay,
  /** The days after HELB has come; null for a day that doesn't depend on it. */
  days_after: z.nullable(z.int()),
  outcome: z.enum(partOutcomes),
  unpaid: shillings,
})
export type AgreementPart = z.infer<typeof agreementPart>

const agreement = z.object({
  id: z.int(),
  kind: z.enum(agreementKinds),
  /** `waiting` for somebody to agree; `over` once it was withdrawn, declined or replaced. */
  state: z.enum(['waiting', 'in_force', 'over']),
  owed: shillings,
  wording: z.string(),
  made_at: datetime,
  /** The member of staff who set it; null for the tenant. */
  made_by: z.nullable(z.string()),
  agreed_at: z.nullable(datetime),
  /** The sponsor who agreed in the tenant's place, and the pay link; only the tenant reads the sponsor's name. */
  agreed_over: z.nullable(z.object({ link: z.int(), sponsor: z.string() })),
  ended_at: z.nullable(datetime),
  /** Why staff declined it. */
  reason: z.nullable(z.string()),
  parts: z.array(agreementPart),
  outcome: z.enum(partOutcomes),
  /** The sum that should have been paid by yesterday and is not paid by now. */
  missing: shillings,
  unpaid: shillings,
})
export type Agreement = z.infer<typeof agreement>

const helbRound = z.object({
  round: z.int(),
  kind: z.enum(['expected', 'came']),
  day: z.iso.date(),
})

/** A tenant's promises and plans, and what they may promise. */
const standing = z.object({
  owes: shillings,
  /** The largest promise they may make and its latest day, or why none. */
  may_promise: z.union([
    z.object({ most: shillings, last_day: z.iso.date() }),
    z.enum(noPromiseReasons),
  ]),
  /** The payout that is expected; null when nobody has said when. */
  helb: z.nullable(helbRound),
  /** The debt together with the bills to come, and the day on which the last of them is due; null without any. */
  with_bills: z.nullable(z.object({ owes: shillings, by: z.iso.date() })),
  /** The latest first. */
  agreements: z.array(agreement),
})
export type Standing = z.infer<typeof standing>

const MISSING_DAY = 'Please choose the day.'

/** A day, or so many days after HELB has come. */
const when = { day: z.nullable(day(MISSING_DAY)) }

export const promiseForm = z.object({
  amount: wholeShillings('Please give whole shillings, from 1.', 1, 10_000_000),
  /** Null: within a week after HELB has come. */
  ...when,
})

const instalment = z.object({
  amount: wholeShillings('Please give whole shillings, from 1.', 1, 10_000_000),
  ...when,
  /** Where it waits for HELB. */
  days_after: z.nullable(integer('Please give whole days, 0 to 60.', 0, 60)),
})
export const planForm = z.object({
  /** Whether the bills that aren't due yet are planned, too. */
  with_bills: z._default(z.boolean(), false),
  parts: z.array(instalment).check(
    z.minLength(1, 'Please add at least one part.'),
    z.maxLength(MOST_INSTALMENTS, `At most ${MOST_INSTALMENTS} parts.`),
    z.refine(
      (parts) => parts.every(({ day, days_after }) => (day === null) !== (days_after === null)),
      MISSING_DAY,
    ),
  ),
})
export type PlanForm = z.output<typeof planForm>

const submission_id = z.uuid('Please reload the page and try again.')

export const getStanding = endpoint({
  method: 'GET',
  path: '/agreements/',
  who: 'user',
  summary: 'What I have promised and planned to pay, whether it was kept, and what I may promise',
  reply: standing,
})

export const makePromise = endpoint({
  method: 'POST',
  path: '/agreements/promises/',
  who: 'user',
  summary: 'Promise to pay by a day, within the rules of the residence',
  status: 201,
  body: z.extend(promiseForm, { submission_id }),
  reply: standing,
})

export const proposePlan = endpoint({
  method: 'POST',
  path: '/agreements/plans/',
  who: 'user',
  summary: 'Propose to pay what I owe in parts; staff agree or decline',
  status: 201,
  body: z.extend(planForm, { submission_id }),
  reply: standing,
})

export const agreeToPlan = endpoint({
  method: 'POST',
  path: '/agreements/:id/agree/',
  who: 'user',
  summary: 'Agree to a plan that staff have set',
  params: idParams,
  /** The wording that the tenant read. */
  body: z.object({ wording: z.string().check(z.maxLength(4000)) }),
  reply: standing,
})

export const endAgreement = endpoint({
  method: 'POST',
  path: '/agreements/:id/end/',
  who: 'user',
  summary: 'Withdraw a pending promise or a proposal, or decline a plan that staff have set',
  params: idParams,
  reply: standing,
})

export const callOutcomes = [
  'reached',
  'will_pay',
  'disputes',
  'no_answer',
  'wrong_number',
] as const
export type CallOutcome = (typeof callOutcomes)[number]

const call = z.object({
  id: z.int(),
  outcome: z.enum(callOutcomes),
  day: z.iso.date(),
  note: z.nullable(z.string()),
  by: z.string(),
})
export type Call = z.infer<typeof call>

/** How punctually somebody pays, with the arithmetic in words. */
export const grade = z.object({ grade: z.enum(grades), text: z.string() })

const tenantStanding = z.extend(standing, {
  full_name: z.string(),
  /** Null before the first bill. */
  grade: z.nullable(grade),
  /** The latest first. */
  calls: z.array(call),
})
export type TenantStanding = z.infer<typeof tenantStanding>

export const getTenantStanding = endpoint({
  method: 'GET',
  path: '/staff/tenants/:id/agreements/',
  who: 'staff:view',
  summary: 'What a tenant has promised and planned, how punctually they pay, and who called them',
  params: idParams,
  reply: tenantStanding,
})

const wording = z.object({ owed: shillings, wording: z.string() })
export type PlanWording = z.infer<typeof wording>

export const previewPlan = endpoint({
  method: 'POST',
  path: '/staff/tenants/:id/plans/preview/',
  who: 'staff:money',
  tries: 'set an instalment plan',
  summary: 'What a plan would say; nothing is kept',
  params: idParams,
  body: planForm,
  reply: wording,
})

export const setPlan = endpoint({
  method: 'POST',
  path: '/staff/tenants/:id/plans/',
  who: 'staff:money',
  tries: 'set an instalment plan',
  summary: 'Set a plan, which holds once the tenant agrees; it then replaces the one before',
  status: 201,
  params: idParams,
  /** `expected`: what the preview said; a 409 when it is no longer so. */
  body: z.object({ plan: planForm, submission_id, expected: wording }),
  reply: tenantStanding,
})

export const agreeToProposal = endpoint({
  method: 'POST',
  path: '/staff/agreements/:id/agree/',
  who: 'staff:money',
  tries: 'agree to a plan that a tenant proposed',
  summary: 'Agree to a plan that a tenant has proposed',
  params: idParams,
  reply: tenantStanding,
})

export const declineReason = z.object({
  reason: noteText('Please say why, for the tenant.', 500),
})

export const declineProposal = endpoint({
  method: 'POST',
  path: '/staff/agreements/:id/decline/',
  who: 'staff:money',
  tries: 'decline a plan',
  summary: 'Decline a plan that a tenant has proposed, or take back one that waits for them',
  params: idParams,
  body: declineReason,
  reply: tenantStanding,
})

export const callForm = z.object({
  outcome: z.enum(callOutcomes, 'Please choose how the call ended.'),
  day: day(MISSING_DAY),
  note: optionalText(500),
})

export const noteCall = endpoint({
  method: 'POST',
  path: '/staff/tenants/:id/calls/',
  who: 'staff:tenancies',
  tries: 'note a call with a tenant',
  summary: 'Note a call with somebody who owes rent',
  status: 201,
  params: idParams,
  body: callForm,
  reply: tenantStanding,
})
