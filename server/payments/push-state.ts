import type { StkPushState } from '#contract/payments.ts'
import { receiptNumber } from '#rules/receipt.ts'
import { formatDataSize } from '#rules/wifi.ts'
import type { StkPushDetails } from './queries.ts'

/** A push as its starter sees it on the wire. */
export const toStkPushState = (row: StkPushDetails): StkPushState => ({
  purpose: row.purpose,
  checkout_request_id: row.checkout_request_id,
  status: row.status,
  result_code: row.result_code,
  result_desc: row.result_desc,
  amount: row.amount,
  phone_number: row.phone,
  account_reference: row.account_reference,
  transaction_desc: row.description,
  mpesa_receipt_number: row.receipt ?? 'N/A',
  transaction_date: (row.paid_at ?? row.initiated_at).toISOString(),
  asked: row.daraja_checkout_id !== null,
  at_desk: row.status === 'processing' && row.differing_amount_reported,
  receipt_number: isOwn(row) && row.payment_id !== null ? receiptNumber(row.payment_id) : null,
  initiated_at: row.initiated_at.toISOString(),
  bundle: pushBundle(row),
  voucher: pushVoucher(row),
})

function pushBundle({
  package_id,
  bundle_name,
  bundle_bytes,
}: StkPushDetails): StkPushState['bundle'] {
  if (!package_id || !bundle_name || !bundle_bytes) return null
  return { package_id, name: bundle_name, data: formatDataSize(bundle_bytes) }
}

function pushVoucher({ code, expires_at, package_id }: StkPushDetails): StkPushState['voucher'] {
  if (!code || !expires_at || !package_id) return null
  return { code, package_id, expires_at: expires_at.toISOString() }
}

/** Whoever pays for somebody else learns nothing about the account, and its receipt is not theirs. */
const isOwn = (row: StkPushDetails) =>
  row.starter_company_id === row.company_id && row.starter_user_id === row.account_user_id
