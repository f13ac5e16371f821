import type { StkPushState } from '#contract/payments.ts'
import { isoTime } from '#rules/calendar.ts'
import { receiptNumber } from '#rules/receipt.ts'
import { formatDataSize } from '#rules/wifi.ts'
import type { Context } from '../context.ts'
import { notifyBalanceChanged } from '../ledger/balance.ts'
import { findPushWithPayment, type PushWithPayment } from './push-queries.ts'

/** A push as the browser of its initiator sees it. */
export const toStkPushState = (push: PushWithPayment): StkPushState => ({
  purpose: push.purpose,
  checkout_request_id: push.checkout_request_id,
  status: push.status,
  result_code: push.result_code,
  result_desc: push.result_desc,
  amount: push.amount,
  phone_number: push.phone,
  account_reference: push.account_reference,
  transaction_desc: push.description,
  mpesa_receipt_number: push.receipt ?? 'N/A',
  transaction_date: isoTime(push.paid_at ?? push.initiated_at),
  asked: push.daraja_checkout_id !== null,
  at_desk: push.status === 'processing' && push.differing_amount_reported,
  // The receipt belongs to the user of the account, not to another payer.
  receipt_number:
    isForInitiator(push) && push.payment_id !== null ? receiptNumber(push.payment_id) : null,
  initiated_at: push.initiated_at.toISOString(),
  bundle: bundleOf(push),
  voucher: voucherOf(push),
})

function bundleOf(push: PushWithPayment): StkPushState['bundle'] {
  const { package_id, bundle_name, bundle_bytes } = push
  if (!package_id || !bundle_name || !bundle_bytes) return null
  return { package_id, name: bundle_name, data: formatDataSize(bundle_bytes) }
}

function voucherOf({ code, expires_at, package_id }: PushWithPayment): StkPushState['voucher'] {
  if (!code || !expires_at || !package_id) return null
  return { code, package_id, expires_at: expires_at.toISOString() }
}

const isForInitiator = (push: PushWithPayment) =>
  push.starter_company_id === push.company_id && push.starter_user_id === push.account_user_id

/** Sends the push's state to the sockets of its initiator; a browser that misses it polls. */
export async function notifyPushChanged(
  context: Context,
  company_id: number,
  request_id: number,
): Promise<void> {
  try {
    const push = await findPushWithPayment(context.db, company_id, request_id)
    if (push) notify(context, push)
  } catch (error) {
    context.log.warn({ err: error, push: request_id }, 'could not notify the initiator of a push')
  }
}

function notify(context: Context, push: PushWithPayment) {
  const { company_id, starter_company_id, starter_user_id, account_user_id: user_id } = push
  if (starter_company_id !== null && starter_user_id !== null) {
    const state = toStkPushState(push)
    context.sockets.emitToUser(starter_company_id, starter_user_id, 'payment', state)
  }
  // The initiator's browser fetches the balance on `payment` already.
  if (push.status === 'completed' && !isForInitiator(push)) {
    notifyBalanceChanged(context, { company_id, user_id })
  }
}
