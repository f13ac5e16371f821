import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { idParams, optionalPhone, phoneNumber, text } from './form.ts'
import { initiatePush, pushAmount, stkPushState } from './payments.ts'
import { receipt } from './receipts.ts'
import { agreed } from './tenancy.ts'

const submission_id = z.uuid('Please reload the page and try again.')

const payLink = z.object({
  id: z.int(),
  /** Who it was made for, in the tenant's words. */
  label: z.string(),
  /** Whether who opens it sees the tenant's name, and what is owed. */
  show_name: z.boolean(),
  show_owed: z.boolean(),
  /** The sponsor's, where they may agree to instalment plans. */
  agreeing_phone: z.nullable(z.string()),
  created_at: z.iso.datetime(),
  revoked_at: z.nullable(z.iso.datetime()),
  /** The sum that was paid over the link and counts, and the number of payments. */
  paid: z.int(),
  payments: z.int(),
  last_paid_at: z.nullable(z.iso.datetime()),
  /** A payment over it is asked for at this moment. */
  open: z.boolean(),
})
export type PayLink = z.infer<typeof payLink>

const payLinkForm = z.object({
  label: text('Please say who the link is for.', 40),
  show_name: z.boolean(),
  show_owed: z.boolean(),
  /** Lets whoever knows it agree to instalment plans, and shows them. */
  agreeing_phone: optionalPhone,
  /** Made by the form: sent again, it makes no second link, and the first one's address no longer works. */
  submission_id,
})

export const listPayLinks = endpoint({
  method: 'GET',
  path: '/pay-links/',
  who: 'user',
  summary: 'The links by which others pay my rent, the latest first',
  reply: z.array(payLink),
})

export const makePayLink = endpoint({
  method: 'POST',
  path: '/pay-links/',
  who: 'user',
  summary: 'Make a link by which somebody pays my rent without an account',
  status: 201,
  body: payLinkForm,
  reply: z.object({
    link: payLink,
    /** Only now: the server keeps its hash. */
    url: z.string(),
  }),
})

export const revokePayLink = endpoint({
  method: 'POST',
  path: '/pay-links/:id/revoke/',
  who: 'user',
  summary: 'Revoke a link of mine; what is paid already counts, and so does what is open',
  params: idParams,
  reply: payLink,
})

const token = z.string().check(z.maxLength(60))

/** An instalment plan without the tenant's name. */
const linkPlan = z.object({
  id: z.int(),
  owed: z.int(),
  parts: z.array(
    z.object({
      amount: z.int(),
      day: z.nullable(z.iso.date()),
      /** The days after HELB has come, for a part that waits for it. */
      days_after: z.nullable(z.int()),
      expected: z.nullable(z.iso.date()),
      /** The part of it that is still to be paid; all of it while the plan waits. */
      unpaid: z.int(),
    }),
  ),
  /** When it was agreed to over this link; null while it waits. */
  agreed_at: z.nullable(z.iso.datetime()),
})
export type LinkPlan = z.infer<typeof linkPlan>

export const openPayLink = endpoint({
  method: 'GET',
  path: '/pay/:token/',
  who: 'anyone',
  summary: 'What a sponsor has to know before paying over a link',
  params: z.object({ token }),
  reply: z.object({
    residence: z.object({ name: z.string(), slug: z.string(), phone: z.string() }),
    /** Where the tenant agreed to it. */
    tenant: z.nullable(z.string()),
    /** The tenant's debt, where they agreed to show it; 0 when nothing is owed. */
    owed: z.nullable(z.int()),
    /** M-Pesa shows it to everybody who pays. */
    account_number: z.string(),
    paybill: z.string(),
    /** Where the tenant agreed to it: one that waits to be agreed to, or was agreed to over this link. */
    plan: z.nullable(linkPlan),
    /** The next part of the plan that is in force, as far as it isn’t paid; only with `owed`, or where the plan was agreed to over this link. */
    next: z.nullable(agreed),
  }),
})

export const agreeOverLink = endpoint({
  method: 'POST',
  path: '/pay/:token/plans/:id/agree/',
  who: 'anyone',
  summary: 'Agree to an instalment plan in the tenant’s place, over a link that may',
  params: z.extend(idParams, { token }),
  /** The one for which the tenant has made the link. */
  body: z.object({ phone_number: phoneNumber }),
  reply: linkPlan,
})

export const startLinkPush = endpoint({
  method: 'POST',
  path: '/pay/:token/pushes/',
  who: 'anyone',
  summary: 'Ask a phone for its M-Pesa PIN, over a link',
  params: z.object({ token }),
  body: z.object({ phone_number: phoneNumber, amount: pushAmount, submission_id }),
  reply: initiatePush.reply,
})

export const getLinkPush = endpoint({
  method: 'POST',
  path: '/pay/:token/status/',
  who: 'anyone',
  summary: 'How the push of this submission stands; null when none was started',
  params: z.object({ token }),
  body: z.object({ submission_id }),
  reply: z.object({ data: z.nullable(stkPushState) }),
})

export const getLinkReceipt = endpoint({
  method: 'GET',
  path: '/pay/:token/receipts/:submission/',
  who: 'anyone',
  summary: 'The receipt of what was paid over a link, for whoever paid it',
  params: z.object({ token, submission: submission_id }),
  reply: receipt,
})
