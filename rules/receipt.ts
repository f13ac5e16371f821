import { groupByFour } from './account-number.ts'
import { dayOf, formatDateTime, formatDay } from './calendar.ts'
import { LARGEST_ID } from './id.ts'
import type { PaymentKind, Purpose } from './payment.ts'

/** The number on a receipt: our own, so that a payment has one before M-Pesa's code is known. */
export const receiptNumber = (payment_id: number): string =>
  `R${String(payment_id).padStart(6, '0')}`

/** The payment of a receipt number; null when it is none. */
export function paymentIdOf(number: string): number | null {
  const digits = /^R(\d{6,10})$/i.exec(number.trim())?.[1]
  const id = Number(digits)
  return digits && id > 0 && id <= LARGEST_ID && receiptNumber(id) === `R${digits}` ? id : null
}

const kindLabels: Record<PaymentKind, string> = {
  push: 'M-Pesa, by PIN prompt',
  paybill: 'M-Pesa, sent to the paybill',
  correction: 'Correction by the office',
}

interface ReceiptFields {
  full_name: string
  room_number: string | null
  account_number: string | null
  purpose: Purpose
  /** The name of the bundle, when it was for wifi. */
  bundle: string | null
  kind: PaymentKind
  mpesa_receipt_number: string
  paid_at: string
  reason: string | null
  voids: string | null
}

/** What a void receipt says first. */
export const voidSentence = ({ at }: { at: string }): string =>
  `Void since ${formatDay(dayOf(new Date(at)))}. This payment was credited to the wrong account and no longer counts.`

/** The last line: thanks for a payment that counts. The office's corrections are not payments. */
export const receiptClosing = ({ kind, voided }: { kind: PaymentKind; voided: unknown }): string =>
  kind === 'correction' || voided ? 'Questions?' : 'Asante. Questions?'

export interface ReceiptRow {
  label: string
  value: string
  /** In smaller letters below it. */
  hint?: string
}

/** The lines of a receipt below the amount, on screen and in the PDF. */
export function receiptRows(receipt: ReceiptFields): ReceiptRow[] {
  const { account_number, purpose, bundle, mpesa_receipt_number, kind } = receipt
  const isKnown = mpesa_receipt_number !== 'N/A'
  const rows: { label: string; value: string | null; hint?: string }[] = [
    { label: 'Tenant', value: receipt.full_name },
    { label: 'Room', value: receipt.room_number },
    // A bundle is not paid to the account.
    {
      label: 'Account number',
      value: purpose === 'rent' && account_number ? groupByFour(account_number) : null,
    },
    { label: 'For', value: purpose === 'rent' ? 'Rent' : `Wifi ${bundle ?? ''}`.trim() },
    { label: 'Paid by', value: kindLabels[kind] },
    { label: 'Reverses', value: receipt.voids && `Receipt ${receipt.voids}` },
    {
      label: 'M-Pesa code',
      value: kind === 'correction' ? null : mpesa_receipt_number,
      ...(!isKnown && { hint: 'M-Pesa hasn’t sent it yet.' }),
    },
    { label: 'Date', value: formatDateTime(new Date(receipt.paid_at)) },
    { label: 'Reason', value: receipt.reason },
  ]
  return rows.flatMap(({ value, ...row }) => (value ? [{ ...row, value }] : []))
}
