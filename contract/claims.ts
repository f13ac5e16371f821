import * as z from 'zod/mini'
import { claimStates } from '#rules/claim.ts'
import { purposes } from '#rules/payment.ts'
import { endpoint } from './endpoint.ts'
import { idParams, multilineText, noteText } from './form.ts'

const datetime = z.iso.datetime()

export const MISSING_CODE = 'Please paste the M-Pesa SMS, or type the code at its start.'
export const NOT_A_CODE =
  'That doesn’t look like an M-Pesa code. It’s the first word of the M-Pesa SMS, e.g. UKK9R7C3WD.'

/** An M-Pesa code that somebody says they paid with, and what became of it. */
const claim = z.object({
  id: z.int(),
  receipt: z.string(),
  /** As M-Pesa's SMS had them, where it was pasted. */
  amount: z.nullable(z.int()),
  on: z.nullable(z.iso.date()),
  account: z.nullable(z.string()),
  /** The SMS tells that M-Pesa took the payment back: the code of that, or of the payment where it isn't told. */
  reversal: z.nullable(z.string()),
  created_at: datetime,
  /** The member of staff who typed it for the tenant. */
  by: z.nullable(z.string()),
  state: z.enum(claimStates),
  /** M-Pesa's answer when it was asked about the code: paid to the paybill, or to somebody else. */
  mpesa: z.nullable(z.enum(['paid', 'elsewhere', 'not_found'])),
  /** The payment that counts: only on the tenant's own account, or one they paid for another account. */
  payment: z.nullable(
    z.object({
      amount: z.int(),
      purpose: z.enum(purposes),
      paid_at: datetime,
      /** Our receipt, for a payment on their own account. */
      receipt_number: z.nullable(z.string()),
      /** The account that they typed for somebody else. */
      paid_for: z.nullable(z.string()),
    }),
  ),
  /** When M-Pesa sent it back to the payer. */
  returned_at: z.nullable(datetime),
  /** The result of what staff looked into: a code that M-Pesa never reported. */
  closed: z.nullable(z.object({ at: datetime, note: z.string() })),
})
export type Claim = z.infer<typeof claim>

/** The field for a code. */
export const typedCode = z.object({
  /** The code, in any case and with gaps, or M-Pesa's whole SMS: only code, amount, day and account are kept. */
  text: multilineText(MISSING_CODE, 5000),
})

export const findPayment = endpoint({
  method: 'POST',
  path: '/payments/claims/',
  who: 'user',
  summary:
    '"I paid, where is it?": what became of a payment, by its M-Pesa code; it is kept and watched',
  body: typedCode,
  reply: claim,
})

export const listClaims = endpoint({
  method: 'GET',
  path: '/payments/claims/',
  who: 'user',
  summary: 'The codes that I asked about, the latest first, with what became of them',
  reply: z.array(claim),
})

/** The most claims listed, the oldest first. */
export const MOST_UNREPORTED = 200

/** A claim as staff see it. */
const staffClaim = z.extend(claim, {
  user_id: z.int(),
  full_name: z.string(),
  /** The residence's desk item with this code. */
  item: z.nullable(z.int()),
  /** The user on whose account it counts; null also for another residence's. */
  credited_to: z.nullable(z.object({ user_id: z.int(), full_name: z.string() })),
  closed_by: z.nullable(z.string()),
})
export type StaffClaim = z.infer<typeof staffClaim>

export const listTenantClaims = endpoint({
  method: 'GET',
  path: '/staff/tenants/:id/claims/',
  who: 'staff:view',
  summary: 'The M-Pesa codes of a tenant that somebody asked about, the latest first',
  params: idParams,
  reply: z.array(staffClaim),
})

export const claimForTenant = endpoint({
  method: 'POST',
  path: '/staff/tenants/:id/claims/',
  who: 'staff:money',
  tries: 'look for a payment by its M‑Pesa code',
  summary: 'Look for a payment by its M-Pesa code, for a tenant at the counter',
  params: idParams,
  body: typedCode,
  reply: staffClaim,
})

export const listUnreportedClaims = endpoint({
  method: 'GET',
  path: '/staff/claims/',
  who: 'staff:view',
  summary: 'Codes that M-Pesa has not reported within a day, the oldest first',
  reply: z.array(staffClaim),
})

export const closingNote = z.object({ note: noteText('Please say what you found out.', 500) })

export const closeClaim = endpoint({
  method: 'POST',
  path: '/staff/claims/:id/close/',
  who: 'staff:money',
  tries: 'close a code that M‑Pesa never reported',
  summary: 'Say what is behind a code that M-Pesa never reported; the tenant reads it',
  params: idParams,
  body: closingNote,
  reply: staffClaim,
})

export const reopenClaim = endpoint({
  method: 'POST',
  path: '/staff/claims/:id/reopen/',
  who: 'staff:money',
  tries: 'reopen a code that M‑Pesa never reported',
  summary: 'Watch a code again',
  params: idParams,
  reply: staffClaim,
})
