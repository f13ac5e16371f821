import type { Voucher, WifiPackage } from '#contract/wifi.ts'
import { receiptNumber } from '#rules/receipt.ts'
import { dataWords, durationWords, voucherState } from '#rules/wifi.ts'
import type { PackageRow, VoucherRow } from './queries.ts'

/** A bundle of the price list as everybody sees it. */
export const packageOf = (row: PackageRow): WifiPackage => ({
  ...row,
  data: dataWords(row.data_bytes),
  duration: durationWords(row.duration_s),
})

/** A voucher as its buyer sees it. */
export function voucherOf(
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
