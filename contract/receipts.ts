import * as z from 'zod/mini'
import { paymentKinds, purposes } from '#rules/payment.ts'
import { waitingAct } from './approvals.ts'
import { endpoint } from './endpoint.ts'
import { inPlain } from './form.ts'

const params = z.object({ number: z.string().check(z.maxLength(20)) })

export const receipt = z.object({
  /** Our number, `R000123`. */
  number: z.string(),
  amount: z.int(),
  purpose: z.enum(purposes),
  kind: z.enum(paymentKinds),
  /** `N/A` while it is not known. */
  mpesa_receipt_number: z.string(),
  /** For an M-Pesa payment that was shared among accounts: which part of how many. */
  part: z.nullable(z.object({ number: z.int(), of: z.int() })),
  paid_at: z.iso.datetime(),
  account_number: z.nullable(z.string()),
  /** The bundle, when it was for wifi: `3GB, 3 days`. */
  bundle: z.nullable(z.string()),
  /** The tenant's name; null for a sponsor who may not know it. */
  full_name: z.nullable(z.string()),
  /** Who paid over a pay link; null for everything else, and for staff. */
  sponsor: z.nullable(z.string()),
  /** Where the tenant lived on that day. */
  room_number: z.nullable(z.string()),
  /** The bank's code, or the code of a refund. */
  reference: z.nullable(z.string()),
  /** The member of staff who entered it; null for what M-Pesa reported, and for corrections. */
  entered_by: z.nullable(z.string()),
  /** The reason for a correction, or for an entry by hand. */
  reason: z.nullable(z.string()),
  /** The number of the eTIMS invoice for it, as staff entered it. */
  etims_number: z.nullable(z.string()),
  /** The receipt that this correction takes back; of a payment that counts again, the one that had taken it back. */
  voids: z.nullable(z.string()),
  /** When and why the payment was taken back: the receipt is void then. */
  voided: z.nullable(z.object({ at: z.iso.datetime(), reason: z.string() })),
  /** Somebody has asked to take it back; only for staff. */
  waiting: waitingAct,
  company: z.object({
    name: z.string(),
    address: z.string(),
    phone: z.string(),
    email: z.string(),
  }),
})
export type Receipt = z.infer<typeof receipt>

export const getReceipt = endpoint({
  method: 'GET',
  path: '/receipts/:number/',
  who: 'user',
  summary: 'The receipt of a payment on my account; staff see those of their company',
  params,
  reply: receipt,
})

export const getReceiptPdf = endpoint({
  method: 'GET',
  path: '/receipts/:number/pdf/',
  who: 'user',
  summary: 'The same as a PDF: a page, or for the roll of a thermal printer',
  params,
  query: z.object({
    paper: z.optional(z.enum(['A5', '58mm'], 'Please choose A5 or 58mm.')),
  }),
  file: 'application/pdf',
})

export const etimsForm = z.object({
  /** As KRA gave it; blank to take it away. */
  number: z
    .string()
    .check(
      inPlain,
      z.toUpperCase(),
      z.regex(
        /^$|^[A-Z0-9][A-Z0-9/-]{2,39}$/,
        'Please give the number as on the eTIMS invoice: letters, figures, / and -.',
      ),
    ),
})

export const setEtimsNumber = endpoint({
  method: 'PUT',
  path: '/staff/receipts/:number/etims/',
  who: 'staff:money',
  tries: 'change the eTIMS number of a receipt',
  summary: 'Write the number of the eTIMS invoice beside a receipt',
  params,
  /** `was`: the number as it was loaded. When it is another by now, nothing is saved and the reply is a 409. */
  body: z.object({ was: z.nullable(z.string()), now: etimsForm }),
  reply: receipt,
})
