import { createHash } from 'node:crypto'
import { toMpesaTime } from '#rules/calendar.ts'
import { type Payment, type Push, receiptOf } from './pushes.ts'
import { makeRequestId } from './receipts.ts'
import { descriptionOf, type ResultCode } from './script.ts'

/** The shapes Daraja sends, spelling mistakes included. */
export const acceptedPush = (push: Push) => ({
  MerchantRequestID: push.merchant_request_id,
  CheckoutRequestID: push.id,
  ResponseCode: '0',
  ResponseDescription: 'Success. Request accepted for processing',
  CustomerMessage: 'Success. Request accepted for processing',
})

export const queryReply = (push: Push, code: ResultCode) => ({
  ResponseCode: '0',
  ResponseDescription: 'The service request has been accepted successfully',
  MerchantRequestID: push.merchant_request_id,
  CheckoutRequestID: push.id,
  ResultCode: code,
  ResultDesc: descriptionOf(code).query,
})

export const c2bReply = (description: string) => ({
  OriginatorCoversationID: makeRequestId(),
  ResponseCode: '0',
  ResponseDescription: description,
})

/** Balance comes without a value, as it did in real traffic, or not at all; a failure has no metadata. */
export function callbackBody(
  push: Push,
  ended: { at: number; code: ResultCode },
  with_balance: boolean,
) {
  const stkCallback = {
    MerchantRequestID: push.merchant_request_id,
    CheckoutRequestID: push.id,
    // SFC_IC0003 came as a text among numbers.
    ResultCode: /^\d+$/.test(ended.code) ? Number(ended.code) : ended.code,
    ResultDesc: descriptionOf(ended.code).callback,
  }
  if (ended.code !== '0') return { Body: { stkCallback } }
  const Item = [
    { Name: 'Amount', Value: push.amount },
    { Name: 'MpesaReceiptNumber', Value: push.receipt },
    ...(with_balance ? [{ Name: 'Balance' }] : []),
    { Name: 'TransactionDate', Value: Number(toMpesaTime(new Date(ended.at))) },
    { Name: 'PhoneNumber', Value: Number(push.msisdn) },
  ]
  return { Body: { stkCallback: { ...stkCallback, CallbackMetadata: { Item } } } }
}

export const masked = (msisdn: string) => `${msisdn.slice(0, 4)} ***** ${msisdn.slice(-3)}`

const hashed = (msisdn: string) => createHash('sha256').update(msisdn).digest('hex')

/** Validation and confirmation share one flat body in which everything is text. */
export const paybillBody = (
  payment: Payment,
  paid_at: number,
  { balance, hash_phone = false }: { balance: number | null; hash_phone?: boolean },
) => ({
  TransactionType: 'Pay Bill',
  TransID: receiptOf(payment),
  TransTime: toMpesaTime(new Date(paid_at)),
  TransAmount: payment.amount.toFixed(2),
  BusinessShortCode: payment.shortcode,
  BillRefNumber: payment.reference,
  InvoiceNumber: '',
  OrgAccountBalance: balance === null ? '' : balance.toFixed(2),
  ThirdPartyTransID: payment.kind === 'paybill' ? payment.third_party_id : '',
  MSISDN: hash_phone ? hashed(payment.msisdn) : masked(payment.msisdn),
  FirstName: 'PRETEND',
  MiddleName: '',
  LastName: '',
})
