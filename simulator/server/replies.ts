import { createHash } from 'node:crypto'
import { toMpesaTime } from '#rules/calendar.ts'
import { createRequestId, type Push, receiptOf, type SimulatedPayment } from './payments.ts'
import { descriptionOf, type ResultCode } from './scripts.ts'

/** The bodies that Daraja sends, including its spelling mistakes. */
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
  OriginatorCoversationID: createRequestId(),
  ResponseCode: '0',
  ResponseDescription: description,
})

/** Balance comes without a value, as in real traffic, or not at all; a failure has no metadata. */
export function callbackBody(
  push: Push,
  end: { at: number; code: ResultCode },
  withBalance: boolean,
) {
  const stkCallback = {
    MerchantRequestID: push.merchant_request_id,
    CheckoutRequestID: push.id,
    // A real SFC_IC0003 came as a string, all other codes as numbers.
    ResultCode: /^\d+$/.test(end.code) ? Number(end.code) : end.code,
    ResultDesc: descriptionOf(end.code).callback,
  }
  if (end.code !== '0') return { Body: { stkCallback } }
  const Item = [
    { Name: 'Amount', Value: push.amount },
    { Name: 'MpesaReceiptNumber', Value: push.receipt },
    ...(withBalance ? [{ Name: 'Balance' }] : []),
    { Name: 'TransactionDate', Value: Number(toMpesaTime(new Date(end.at))) },
    { Name: 'PhoneNumber', Value: Number(push.msisdn) },
  ]
  return { Body: { stkCallback: { ...stkCallback, CallbackMetadata: { Item } } } }
}

export const masked = (msisdn: string) => `${msisdn.slice(0, 4)} ***** ${msisdn.slice(-3)}`

const hashed = (msisdn: string) => createHash('sha256').update(msisdn).digest('hex')

/** The body of validations and confirmations, in which every value is a string. */
export const paybillBody = (
  payment: SimulatedPayment,
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

/** A refusal in Daraja's own format. */
export class DarajaError extends Error {
  override name = 'DarajaError'
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** The body of every refusal. */
export const errorEnvelope = (error: DarajaError) => ({
  requestId: createRequestId(),
  errorCode: error.code,
  errorMessage: error.message,
})

export const systemBusy = () =>
  new DarajaError(500, '500.003.02', 'System is busy. Please try again in few minutes.')

export const lockedSubscriber = () =>
  new DarajaError(
    500,
    '500.001.1001',
    'Unable to lock subscriber, a transaction is already in process for the current subscriber',
  )

export const wrongCredentials = () =>
  new DarajaError(500, '500.001.1001', '[MerchantValidate] - Wrong credentials')

export const unknownTransaction = () =>
  new DarajaError(500, '500.001.1001', 'The transaction does not Exist')

export const invalidPayload = () => new DarajaError(400, '400.002.05', 'Invalid Request Payload')
