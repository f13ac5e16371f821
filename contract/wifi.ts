import * as z from 'zod/mini'
import { voucherStates } from '#rules/wifi.ts'
import { endpoint } from './endpoint.ts'
import { text } from './form.ts'
import { pageQuery } from './page.ts'

/** A bundle that can be bought (spec 3). */
export const wifiPackage = z.object({
  /** `package_50` */
  id: z.string(),
  name: z.string(),
  /** Whole shillings. */
  price: z.int(),
  /** `2GB` */
  data: z.string(),
  /** `2 days` */
  duration: z.string(),
  data_bytes: z.int(),
  duration_s: z.int(),
})
export type WifiPackage = z.infer<typeof wifiPackage>

/** A bundle of mine, with its code. */
export const voucher = z.object({
  id: z.int(),
  /** As it is kept; shown with a dash. */
  code: z.string(),
  package_id: z.string(),
  name: z.string(),
  price: z.int(),
  data_bytes: z.int(),
  /** As far as the hotspot has reported. */
  used_bytes: z.int(),
  state: z.enum(voucherStates),
  /** The payment's time; the bundle's clock begins with it. */
  starts_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  mpesa_receipt_number: z.string(),
  /** Our own receipt. */
  receipt_number: z.string(),
})
export type Voucher = z.infer<typeof voucher>

export const listVouchers = endpoint({
  method: 'GET',
  path: '/wifi/vouchers/',
  who: 'user',
  summary: 'My wifi bundles with their codes, newest first',
  query: pageQuery,
  reply: z.array(voucher),
})

export const nothing_found = 'We find no wifi bundle of yours with this payment reference.'

export const not_a_reference =
  'That is no payment reference. It begins M-Pesa’s message about the payment, such as UKK9R7C3WD.'

export const missing_reference = 'Please give the payment reference of the M-Pesa message.'

export const findVoucher = endpoint({
  method: 'POST',
  path: '/wifi/find/',
  who: 'user',
  summary: 'My bundle by the M-Pesa receipt of its payment ("missing wifi code")',
  body: z.object({
    /** As in M-Pesa's message, in any case and with gaps. */
    reference: text(missing_reference, 40),
  }),
  reply: z.object({
    /**
     * `on_its_way`: a bundle of mine is being paid, and nothing has this reference yet; a voucher beside
     * it is another that has no reference so far. `several`: it may be any of those.
     */
    status: z.enum(['found', 'on_its_way', 'at_desk', 'several']),
    message: z.string(),
    voucher: z.nullable(voucher),
  }),
})
