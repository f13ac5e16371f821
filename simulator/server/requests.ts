import { fromMpesaTime } from '#rules/calendar.ts'
import { MAX_PUSH_AMOUNT } from '#rules/payment.ts'
import type {
  AsyncRequest,
  PullQuery,
  PullRegistration,
  ReversalRequest,
  TransactionStatusQuery,
} from './reconciliation.ts'
import { DarajaError, invalidPayload, wrongCredentials } from './replies.ts'

export interface PushRequest {
  shortcode: string
  msisdn: string
  amount: number
  reference: string
  description: string
  callback_url: string
}

export interface UrlRegistration {
  shortcode: string
  /** The end of a payment when the validation URL does not answer. */
  response_type: 'Completed' | 'Cancelled'
  validation_url: string
  confirmation_url: string
  /** v1 sends the payer's number hashed, v2 masked. */
  hash_phone?: boolean
}

export interface PaybillRequest {
  shortcode: string
  msisdn: string
  amount: number
  reference: string
}

const stk = '400.002.02'
const c2b = '400.003.02'
export const shortcode = /^\d{5,7}$/
export const PHONE_PATTERN = /^254[17]\d{8}$/
const BANNED_IN_URLS = /m-?pesa|safaricom|exe|exec|cmd|sql|query/i

/** Returns a function that reads one field, a number or a string, and refuses it when it is wrong. */
export function reader(body: unknown, code: string) {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalidPayload()
  const fields = new Map<string, unknown>(Object.entries(body))
  return (name: string, expected: RegExp | ((text: string) => boolean)): string => {
    const value = fields.get(name)
    const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : ''
    if (expected instanceof RegExp ? expected.test(text) : expected(text)) return text
    throw new DarajaError(400, code, `Bad Request - Invalid ${name}`)
  }
}

function isCallbackUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null
  return url !== null && /^https?:$/.test(url.protocol) && !BANNED_IN_URLS.test(text)
}

/** Password must hold the shortcode and the timestamp; any passkey is accepted. */
function parseMerchant(read: ReturnType<typeof reader>): string {
  const code = read('BusinessShortCode', shortcode)
  const password = read('Password', /^[\w+/-]+=*$/)
  const timestamp = read('Timestamp', (text) => fromMpesaTime(text) !== null)
  const secret = Buffer.from(password, 'base64').toString()
  const around = code.length + timestamp.length
  if (secret.startsWith(code) && secret.endsWith(timestamp) && secret.length > around) return code
  throw wrongCredentials()
}

export function parsePush(body: unknown): PushRequest {
  const read = reader(body, stk)
  const merchant = parseMerchant(read)
  read('TransactionType', /^Customer(PayBill|BuyGoods)Online$/)
  const amount = read('Amount', (text) => /^\d{1,6}$/.test(text) && isPushAmount(Number(text)))
  read('PartyA', PHONE_PATTERN)
  read('PartyB', shortcode)
  return {
    shortcode: merchant,
    amount: Number(amount),
    msisdn: read('PhoneNumber', PHONE_PATTERN),
    callback_url: read('CallBackURL', isCallbackUrl),
    reference: read('AccountReference', /^[A-Za-z0-9]{1,12}$/),
    description: read('TransactionDesc', /^.{0,13}$/),
  }
}

const isPushAmount = (amount: number) => amount >= 1 && amount <= MAX_PUSH_AMOUNT

export function parseQuery(body: unknown): { shortcode: string; id: string } {
  const read = reader(body, stk)
  return { shortcode: parseMerchant(read), id: read('CheckoutRequestID', /^.{1,100}$/) }
}

export function parseRegistration(body: unknown): UrlRegistration {
  const read = reader(body, c2b)
  return {
    shortcode: read('ShortCode', shortcode),
    response_type:
      read('ResponseType', /^(Completed|Cancelled)$/) === 'Completed' ? 'Completed' : 'Cancelled',
    confirmation_url: read('ConfirmationURL', isCallbackUrl),
    validation_url: read('ValidationURL', (text) => text === '' || isCallbackUrl(text)),
  }
}

/** Cents are allowed: real confirmations may have them, and the business must cope with them. */
export function parsePaybillRequest(body: unknown): PaybillRequest {
  const read = reader(body, c2b)
  read('CommandID', /^Customer(PayBill|BuyGoods)Online$/)
  const amount = read('Amount', /^\d{1,6}(\.\d{1,2})?$/)
  return {
    shortcode: read('ShortCode', shortcode),
    amount: Number(amount),
    msisdn: read('Msisdn', PHONE_PATTERN),
    reference: read('BillRefNumber', /^.{0,20}$/),
  }
}

const pull = '400.002.02'
const asynchronous = '400.003.02'

export function parsePullRegistration(body: unknown): PullRegistration {
  const read = reader(body, pull)
  read('RequestType', /^Pull$/)
  return {
    shortcode: read('ShortCode', shortcode),
    nominated_number: read('NominatedNumber', PHONE_PATTERN),
    callback_url: read('CallBackURL', isCallbackUrl),
  }
}

const digits = (time: string) => time.replace(/\D/g, '')

/** `2026-11-20 08:00:00`, Nairobi time. */
const isPullTime = (text: string) =>
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) && fromMpesaTime(digits(text)) !== null

export function parsePullQuery(body: unknown): PullQuery {
  const read = reader(body, pull)
  return {
    shortcode: read('ShortCode', shortcode),
    start: digits(read('StartDate', isPullTime)),
    end: digits(read('EndDate', isPullTime)),
    offset: Number(read('OffSetValue', /^\d{1,9}$/)),
  }
}

/** The fields that all asynchronous requests share. */
function parseAsyncRequest(
  read: ReturnType<typeof reader>,
  command: RegExp,
): Omit<AsyncRequest, 'shortcode'> {
  read('Initiator', /^.{1,100}$/)
  read('SecurityCredential', /^[\w+/-]+=*$/)
  read('CommandID', command)
  read('Remarks', /^.{1,100}$/)
  return {
    result_url: read('ResultURL', isCallbackUrl),
    timeout_url: read('QueueTimeOutURL', isCallbackUrl),
    occasion: read('Occasion', /^.{0,100}$/),
  }
}

export function parseTransactionStatusQuery(body: unknown): TransactionStatusQuery {
  const read = reader(body, asynchronous)
  read('IdentifierType', /^4$/)
  const conversation = read('OriginalConversationID', /^.{0,100}$/)
  return {
    ...parseAsyncRequest(read, /^TransactionStatusQuery$/),
    shortcode: read('PartyA', shortcode),
    receipt: read('TransactionID', conversation ? /^\w{0,20}$/ : /^\w{1,20}$/),
    conversation,
  }
}

/** `Reciever` is Daraja's own spelling. */
export function parseReversal(body: unknown): ReversalRequest {
  const read = reader(body, asynchronous)
  read('RecieverIdentifierType', /^11$/)
  return {
    ...parseAsyncRequest(read, /^TransactionReversal$/),
    shortcode: read('ReceiverParty', shortcode),
    receipt: read('TransactionID', /^\w{1,20}$/),
    amount: Number(read('Amount', /^\d{1,6}(\.\d{1,2})?$/)),
  }
}
