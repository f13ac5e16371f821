import * as z from 'zod/mini'
import { paymentKinds, purposes } from '#rules/payment.ts'
import { endpoint } from './endpoint.ts'

const params = z.object({ number: z.string().check(z.maxLength(20)) })

export const receipt = z.object({
  /** Our number, `R000123`. */
  number: z.string(),
  amount: z.int(),
  purpose: z.enum(purposes),
  kind: z.enum(paymentKinds),
  /** `N/A` while it is not known. */
  mpesa_receipt_number: z.string(),
  paid_at: z.iso.datetime(),
  account_number: z.nullable(z.string()),
  /** The bundle, when it was for wifi: `3GB, 3 days`. */
  bundle: z.nullable(z.string()),
  full_name: z.string(),
  /** Where the tenant lived on that day. */
  room_number: z.nullable(z.string()),
  /** Of a correction. */
  reason: z.nullable(z.string()),
  /** The receipt that this correction made void. */
  voids: z.nullable(z.string()),
  /** When and why the payment was taken back: the receipt is void then. */
  voided: z.nullable(z.object({ at: z.iso.datetime(), reason: z.string() })),
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
  summary: 'The same as a PDF',
  params,
  file: 'application/pdf',
})
