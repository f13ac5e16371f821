import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { phoneNumber } from './form.ts'

/** Whether M-Pesa is set up as it should be, told in plain words. */

export const mpesaSteps = ['credentials', 'paybill', 'address', 'reports', 'statement'] as const

const mpesaVerdict = z.object({
  step: z.enum(mpesaSteps),
  /** `unknown`: it can't be found out without a payment. */
  verdict: z.enum(['ok', 'problem', 'unknown']),
  /** In words that somebody in the office understands. */
  text: z.string(),
  /** Steps for the operator on the server or in the Daraja portal, in technical words. */
  for_operator: z.optional(z.string()),
})
export type MpesaVerdict = z.infer<typeof mpesaVerdict>

const mpesaCheck = z.object({
  at: z.iso.datetime(),
  by: z.string(),
  verdicts: z.array(mpesaVerdict),
})

export const getMpesa = endpoint({
  method: 'GET',
  path: '/staff/settings/mpesa/',
  who: 'staff:view',
  summary: 'How M-Pesa is set up, without secrets, and the last check of it',
  reply: z.object({
    /** Whether M-Pesa is only pretended. */
    pretend: z.boolean(),
    /** The host of M-Pesa's API. */
    host: z.string(),
    paybill: z.string(),
    last: z.nullable(mpesaCheck),
  }),
})

export const checkMpesa = endpoint({
  method: 'POST',
  path: '/staff/settings/mpesa/check/',
  who: 'staff:settings',
  tries: 'check M‑Pesa’s settings',
  summary: 'Try the settings of M-Pesa; moves no money',
  reply: mpesaCheck,
})

export const registerMpesa = endpoint({
  method: 'POST',
  path: '/staff/settings/mpesa/register/',
  who: 'staff:settings',
  tries: 'tell M‑Pesa where to report payments',
  summary: 'Tell M-Pesa where payments to the paybill are to be reported',
  reply: z.array(mpesaVerdict),
})

export const startTestPush = endpoint({
  method: 'POST',
  path: '/staff/settings/mpesa/push/',
  who: 'staff:settings',
  tries: 'send a push of Ksh 1 to try M‑Pesa',
  summary: 'Ask a phone for Ksh 1, which is credited to the account of whoever asks',
  body: z.object({ phone_number: phoneNumber }),
  reply: z.object({ checkout_request_id: z.string() }),
})
