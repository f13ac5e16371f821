import { fromMpesaTime } from '#rules/calendar.ts'
import { maxPush } from '#rules/payment.ts'
import { DarajaError, invalidPayload, wrongCredentials } from './wire-error.ts'

export interface PushRequest {
  shortcode: string
  msisdn: string
  amount: number
  reference: string
  description: string
  callback_url: string
}

export interface Registration {
  shortcode: string
  /** What happens to a payment when the validation does not answer. */
  response_type: 'Completed' | 'Cancelled'
  validation_url: string
  confirmation_url: string
  /** The first version sends the payer's number as a hash, the second masked. */
  hash_phone?: boolean
}

export interface Simulation {
  shortcode: string
  msisdn: string
  amount: number
  reference: string
}

const stk = '400.002.02'
const c2b = '400.003.02'
export const shortcode = /^\d{5,7}$/
export const phone = /^254[17]\d{8}$/
const banned_in_urls = /m-?pesa|safaricom|exe|exec|cmd|sql|query/i

/** Reads one named field at a time, a number or a text, and refuses the first one that is wrong. */
export function reader(body: unknown, code: string) {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalidPayload()
  const fields = new Map<string, unknown>(Object.entries(body))
  return (name: string, right: RegExp | ((text: string) => boolean)): string => {
    const value = fields.get(name)
    const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : ''
    if (right instanceof RegExp ? right.test(text) : right(text)) return text
    throw new DarajaError(400, code, `Bad Request - Invalid ${name}`)
  }
}

export function isCallbackUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null
  return url !== null && /^https?:$/.test(url.protocol) && !banned_in_urls.test(text)
}

/** Shortcode, Password and Timestamp must have been made for each other; any passkey will do. */
function readMerchant(read: ReturnType<typeof reader>): string {
  const code = read('BusinessShortCode', shortcode)
  const password = read('Password', /^[\w+/-]+=*$/)
  const timestamp = read('Timestamp', (text) => fromMpesaTime(text) !== null)
  const secret = Buffer.from(password, 'base64').toString()
  const around = code.length + timestamp.length
  if (secret.startsWith(code) && secret.endsWith(timestamp) && secret.length > around) return code
  throw wrongCredentials()
}

export function readPush(body: unknown): PushRequest {
  const read = reader(body, stk)
  const merchant = readMerchant(read)
  read('TransactionType', /^Customer(PayBill|BuyGoods)Online$/)
  const amount = read('Amount', (text) => /^\d{1,6}$/.test(text) && isPushAmount(Number(text)))
  read('PartyA', phone)
  read('PartyB', shortcode)
  return {
    shortcode: merchant,
    amount: Number(amount),
    msisdn: read('PhoneNumber', phone),
    callback_url: read('CallBackURL', isCallbackUrl),
    reference: read('AccountReference', /^[A-Za-z0-9]{1,12}$/),
    description: read('TransactionDesc', /^.{0,13}$/),
  }
}

const isPushAmount = (amount: number) => amount >= 1 && amount <= maxPush

export function readQuery(body: unknown): { shortcode: string; id: string } {
  const read = reader(body, stk)
  return { shortcode: readMerchant(read), id: read('CheckoutRequestID', /^.{1,100}$/) }
}

export function readRegistration(body: unknown): Registration {
  const read = reader(body, c2b)
  return {
    shortcode: read('ShortCode', shortcode),
    response_type:
      read('ResponseType', /^(Completed|Cancelled)$/) === 'Completed' ? 'Completed' : 'Cancelled',
    confirmation_url: read('ConfirmationURL', isCallbackUrl),
    validation_url: read('ValidationURL', (text) => text === '' || isCallbackUrl(text)),
  }
}

/** Cents are let through: real confirmations may carry them, and whoever is told must cope. */
export function readSimulation(body: unknown): Simulation {
  const read = reader(body, c2b)
  read('CommandID', /^Customer(PayBill|BuyGoods)Online$/)
  const amount = read('Amount', /^\d{1,6}(\.\d{1,2})?$/)
  return {
    shortcode: read('ShortCode', shortcode),
    amount: Number(amount),
    msisdn: read('Msisdn', phone),
    reference: read('BillRefNumber', /^.{0,20}$/),
  }
}
