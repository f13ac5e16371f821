import { toMpesaTime } from '#rules/calendar.ts'
import { type Payment, type Push, receiptOf } from './pushes.ts'
import { makeRequestId } from './receipts.ts'
import { descriptions, type ResultCode } from './script.ts'

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
  ResultDesc: descriptions[code].query,
})

export const c2bReply = (description: string) => ({
  OriginatorCoversationID: makeRequestId(),
  ResponseCode: '0',
  ResponseDescription: description,
})

/** Balance comes without a value, as it did in real traffic; a failure has no metadata at all. */
export function callbackBody(push: Push, ended: { at: number; code: ResultCode }) {
  const stkCallback = {
    MerchantRequestID: push.merchant_request_id,
    CheckoutRequestID: push.id,
    ResultCode: Number(ended.code),
    ResultDesc: descriptions[ended.code].callback,
  }
  if (ended.code !== '0') return { Body: { stkCallback } }
  const Item = [
    { Name: 'Amount', Value: push.amount },
    { Name: 'MpesaReceiptNumber', Value: push.receipt },
    { Name: 'Balance' },
    { Name: 'TransactionDate', Value: Number(toMpesaTime(new Date(ended.at))) },
    { Name: 'PhoneNumber', Value: Number(push.msisdn) },
  ]
  return { Body: { stkCallback: { ...stkCallback, CallbackMetadata: { Item } } } }
}

const masked = (msisdn: string) => `${msisdn.slice(0, 4)} ***** ${msisdn.slice(-3)}`

/** Validation and confirmation share one flat body in which everything is text. */
export const paybillBody = (payment: Payment, paid_at: number, balance: number | null) => ({
  TransactionType: 'Pay Bill',
  TransID: receiptOf(payment),
  TransTime: toMpesaTime(new Date(paid_at)),
  TransAmount: payment.amount.toFixed(2),
  BusinessShortCode: payment.shortcode,
  BillRefNumber: payment.reference,
  InvoiceNumber: '',
  OrgAccountBalance: balance === null ? '' : balance.toFixed(2),
  ThirdPartyTransID: payment.kind === 'paybill' ? payment.third_party_id : '',
  MSISDN: masked(payment.msisdn),
  FirstName: 'PRETEND',
  MiddleName: '',
  LastName: '',
})
