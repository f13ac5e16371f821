import * as z from 'zod/mini'
import { voucherStates } from '#rules/wifi.ts'
import { endpoint } from './endpoint.ts'
import { multilineText } from './form.ts'
import { pageQuery } from './page.ts'

/** A wifi bundle as it is sold. */
export const wifiBundle = z.object({
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
export type WifiBundle = z.infer<typeof wifiBundle>

/** A paid bundle with its code. */
export const voucher = z.object({
  id: z.int(),
  /** Without the dash that is shown. */
  code: z.string(),
  package_id: z.string(),
  name: z.string(),
  price: z.int(),
  data_bytes: z.int(),
  /** As reported by the hotspot so far. */
  used_bytes: z.int(),
  state: z.enum(voucherStates),
  /** The time of the payment. */
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

export const VOUCHER_NOT_FOUND = 'We can’t find a wifi bundle of yours with this M-Pesa code.'

export const NOT_A_REFERENCE =
  'That doesn’t look like an M-Pesa code. It’s the first word of the M-Pesa SMS, e.g. UKK9R7C3WD.'

export const MISSING_REFERENCE = 'Please enter the payment reference from the M-Pesa message.'

export const findVoucher = endpoint({
  method: 'POST',
  path: '/wifi/find/',
  who: 'user',
  summary: 'My bundle by the M-Pesa receipt of its payment ("missing wifi code")',
  body: z.object({
    /** The M-Pesa receipt, in any case and with spaces, or M-Pesa's whole SMS. */
    reference: multilineText(MISSING_REFERENCE, 5000),
  }),
  reply: z.object({
    /**
     * `on_its_way`: the payment of a bundle is open and no payment has this receipt yet; `voucher` is
     * then another bundle without a receipt. `several`: more than one bundle has no receipt yet. `rent`: the
     * user paid rent with it.
     */
    status: z.enum(['found', 'on_its_way', 'at_desk', 'several', 'rent']),
    message: z.string(),
    voucher: z.nullable(voucher),
  }),
})
