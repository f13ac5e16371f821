import type { Voucher, WifiBundle } from '#contract/wifi.ts'
import { receiptNumber } from '#rules/receipt.ts'
import { formatBundleDuration, formatDataSize, voucherState } from '#rules/wifi.ts'
import type { BundleRow } from './prices.ts'
import type { VoucherRow } from './queries.ts'

export const toWifiBundle = (row: BundleRow): WifiBundle => ({
  ...row,
  data: formatDataSize(row.data_bytes),
  duration: formatBundleDuration(row.duration_s),
})

export function toVoucher(
  { receipt, payment_id, starts_at, expires_at, ...row }: VoucherRow,
  used_bytes: number,
  now: Date,
): Voucher {
  return {
    ...row,
    used_bytes,
    state: voucherState({ data_bytes: row.data_bytes, used_bytes, expires_at }, now),
    starts_at: starts_at.toISOString(),
    expires_at: expires_at.toISOString(),
    mpesa_receipt_number: receipt ?? 'N/A',
    receipt_number: receiptNumber(payment_id),
  }
}
