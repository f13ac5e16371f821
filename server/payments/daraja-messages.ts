import { fromMpesaTime } from '#rules/calendar.ts'
import { parseMpesaAmount } from '#rules/money.ts'
import { isCustomerPayment } from '#rules/mpesa-type.ts'

/**
 * Readers of M-Pesa's messages, which follow no schema: items come in any order and without values,
 * numbers as text and text as numbers. Each reader returns null rather than guess.
 */

type Fields = Record<string, unknown>

const fieldsOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null

function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return null
  // PostgreSQL stores neither NUL nor half a character (a reference cut within an emoji) as text.
  const text = value.toWellFormed().replaceAll('\u0000', '').trim()
  return text === '' ? null : text
}

/** Shown to users, so no longer than a sentence. */
const descriptionOf = (fields: Fields): string => (textOf(fields.ResultDesc) ?? '').slice(0, 200)

/** Upper case; null for anything that cannot be an M-Pesa receipt. */
function receiptOf(value: unknown): string | null {
  const receipt = textOf(value)?.toUpperCase() ?? ''
  return /^[A-Z0-9]{6,20}$/.test(receipt) ? receipt : null
}

const amountsOf = (value: unknown) => ({
  amount_text: textOf(value)?.slice(0, 40) ?? null,
  amount: parseMpesaAmount(value).exact,
})

export interface StkCallback {
  checkoutId: string | null
  code: string
  description: string
  receipt: string | null
  /** As M-Pesa wrote it, for the desk. */
  amount_text: string | null
  /** Null when none was sent or it was not whole shillings. */
  amount: number | null
  paid_at: Date | null
}

export function readStkCallback(body: unknown): StkCallback | null {
  const callback = fieldsOf(fieldsOf(fieldsOf(body)?.Body)?.stkCallback)
  const code = textOf(callback?.ResultCode)
  if (!callback || code === null) return null
  const list = fieldsOf(callback.CallbackMetadata)?.Item
  const items: Fields = {}
  for (const entry of Array.isArray(list) ? list : []) {
    const item = fieldsOf(entry)
    if (typeof item?.Name === 'string') items[item.Name] = item.Value
  }
  return {
    checkoutId: textOf(callback.CheckoutRequestID),
    code: code.slice(0, 20),
    description: descriptionOf(callback),
    receipt: receiptOf(items.MpesaReceiptNumber),
    ...amountsOf(items.Amount),
    paid_at: fromMpesaTime(items.TransactionDate),
  }
}

export interface PaybillPayment {
  receipt: string
  /** The paybill or till that was paid; null when M-Pesa names none, as on the statement. */
  shortcode: string | null
  /** A reversal, a payout or whatever else M-Pesa calls what isn't a customer's payment. */
  isOther?: true
  /** As the payer typed it. */
  reference: string
  /** As M-Pesa wrote it, for the desk. */
  amount_text: string
  /** Null when it was not whole shillings. */
  amount: number | null
  paid_at: Date | null
}

export function readPaybillPayment(body: unknown): PaybillPayment | null {
  const fields = fieldsOf(body)
  const receipt = receiptOf(fields?.TransID)
  const amount_text = textOf(fields?.TransAmount)
  if (!fields || !receipt || amount_text === null) return null
  return {
    receipt,
    shortcode: textOf(fields.BusinessShortCode),
    ...(!isCustomerPayment(textOf(fields.TransactionType)) && { isOther: true }),
    reference: (textOf(fields.BillRefNumber) ?? '').slice(0, 40),
    amount_text: amount_text.slice(0, 40),
    amount: parseMpesaAmount(amount_text).exact,
    paid_at: fromMpesaTime(fields.TransTime),
  }
}

/** The error format of Daraja, or of the gateway in front of it; null when it is neither. */
export function readRefusal(
  body: unknown,
): { by: 'daraja' | 'gateway'; code: string; message: string } | null {
  const fields = fieldsOf(body)
  const code = textOf(fields?.errorCode)
  if (code !== null) {
    return { by: 'daraja', code, message: textOf(fields?.errorMessage) ?? '' }
  }
  const fault = fieldsOf(fields?.fault)
  if (!fault) return null
  return {
    by: 'gateway',
    code: textOf(fieldsOf(fault.detail)?.errorcode) ?? 'fault',
    message: textOf(fault.faultstring) ?? '',
  }
}

export interface Accepted {
  checkoutId: string
  merchantId: string | null
}

/** The reply to a push that was queued. */
export function readAccepted(body: unknown): Accepted | null {
  const fields = fieldsOf(body)
  const checkoutId = textOf(fields?.CheckoutRequestID)
  if (textOf(fields?.ResponseCode) !== '0' || !checkoutId) return null
  return { checkoutId, merchantId: textOf(fields?.MerchantRequestID) }
}

/** The result in the reply to a status query; null when there is none, which never means failure. */
export function readQueryResult(body: unknown): { code: string; description: string } | null {
  const fields = fieldsOf(body)
  const code = textOf(fields?.ResultCode)
  return fields && code !== null
    ? { code: code.slice(0, 20), description: descriptionOf(fields) }
    : null
}

/** M-Pesa's code for a receipt that it doesn't know. */
export const isUnknownReceipt = (body: unknown): boolean =>
  textOf(fieldsOf(fieldsOf(body)?.Result)?.ResultCode) === '2032'

/** The number of a party, which stands before its name. */
const numberOf = (party: unknown) => /^\d+\b/.exec(textOf(party) ?? '')?.[0] ?? null

/**
 * The payment that a status query found; null when it found no completed one. `paybill` is who was paid, where M-Pesa says it:
 * nobody, when a business has moved its own money from one of its accounts to another, because then it is both parties.
 */
export function readTransactionStatusResult(body: unknown):
  | (Pick<PaybillPayment, 'receipt' | 'amount_text' | 'amount' | 'paid_at'> & {
      paybill: string | null
    })
  | null {
  const result = fieldsOf(fieldsOf(body)?.Result)
  if (textOf(result?.ResultCode) !== '0') return null
  const list = fieldsOf(result?.ResultParameters)?.ResultParameter
  const values: Fields = {}
  for (const entry of Array.isArray(list) ? list : [list]) {
    const item = fieldsOf(entry)
    // A key may come twice; its first value counts.
    if (typeof item?.Key === 'string' && item.Value !== undefined) values[item.Key] ??= item.Value
  }
  const receipt = receiptOf(values.ReceiptNo)
  const { amount_text, amount } = amountsOf(values.Amount)
  if (!receipt || !amount_text || textOf(values.TransactionStatus) !== 'Completed') return null
  const paybill = numberOf(values.CreditPartyName)
  return {
    receipt,
    amount_text,
    amount,
    paid_at: fromMpesaTime(values.FinalisedTime),
    paybill: paybill === numberOf(values.DebitPartyName) ? null : paybill,
  }
}

/** A page of the paybill's statement, a list within a list; null for any other reply. */
export function readStatementPage(
  body: unknown,
): { payment: PaybillPayment | null; raw: unknown }[] | null {
  const fields = fieldsOf(body)
  const code = textOf(fields?.ResponseCode)
  if (code === '1001') return []
  if (code !== '1000' || !Array.isArray(fields?.Response)) return null
  return fields.Response.flat().map((raw: unknown) => ({ payment: readStatementRow(raw), raw }))
}

function readStatementRow(raw: unknown): PaybillPayment | null {
  const row = fieldsOf(raw)
  // Its dates end in Z but are in Nairobi time.
  const stamp = textOf(row?.trxDate)?.replace(/\D/g, '').slice(0, 14)
  return readPaybillPayment({
    TransID: row?.transactionId,
    TransAmount: row?.amount,
    BillRefNumber: row?.billreference,
    TransactionType: row?.transactiontype,
    TransTime: stamp,
  })
}

/** Whether M-Pesa has accepted a registration, and its message if not. */
export function readRegistered(body: unknown): { ok: boolean; message: string | null } {
  const fields = fieldsOf(body)
  const code = textOf(fields?.ResponseCode) ?? textOf(fields?.ResponseStatus)
  const message = readRefusal(body)?.message ?? textOf(fields?.ResponseDescription)
  // The addresses are answered with 0, the statement with 1000, or 1001 when it was registered before.
  return { ok: code !== null && /^(0|1000|1001)$/.test(code), message }
}

export function readToken(body: unknown): { token: string; seconds: number } | null {
  const fields = fieldsOf(body)
  const token = textOf(fields?.access_token)
  return token ? { token, seconds: Number(fields?.expires_in) || 3599 } : null
}
