import { inFours } from './account-number.ts'
import { dateAndTime } from './calendar.ts'

/** The number on a receipt: our own, so that a payment has one before M-Pesa's code is known. */
export const receiptNumber = (payment_id: number): string =>
  `R${String(payment_id).padStart(6, '0')}`

/** Which payment a receipt number stands for; null when it is none. */
export function paymentIdOf(number: string): number | null {
  const digits = /^R(\d{6,10})$/i.exec(number.trim())?.[1]
  const id = Number(digits)
  return digits && id > 0 && id <= 2_147_483_647 && receiptNumber(id) === `R${digits}` ? id : null
}

/** What a receipt says it was for, and how it was paid. */
const purposeWords = { rent: 'Rent', wifi: 'Wifi' } as const
const kindWords = {
  push: 'M-Pesa, asked for on the phone',
  paybill: 'M-Pesa, sent to the paybill',
  correction: 'Correction by the office',
} as const

interface Shown {
  full_name: string
  room_number: string | null
  account_number: string | null
  purpose: keyof typeof purposeWords
  kind: keyof typeof kindWords
  mpesa_receipt_number: string
  paid_at: string
  reason: string | null
}

export interface ReceiptRow {
  label: string
  value: string
  /** Said in smaller letters below it. */
  hint?: string
}

/** What stands on a receipt below the amount, line by line: the same on screen and on paper. */
export function receiptRows(receipt: Shown): ReceiptRow[] {
  const { account_number, mpesa_receipt_number, kind } = receipt
  const told = mpesa_receipt_number !== 'N/A'
  const rows: { label: string; value: string | null; hint?: string }[] = [
    { label: 'Tenant', value: receipt.full_name },
    { label: 'Room', value: receipt.room_number },
    { label: 'Account number', value: account_number && inFours(account_number) },
    { label: 'For', value: purposeWords[receipt.purpose] },
    { label: 'Paid by', value: kindWords[kind] },
    {
      label: 'M-Pesa receipt',
      value: kind === 'correction' ? null : mpesa_receipt_number,
      ...(!told && { hint: 'M-Pesa has not told its code yet.' }),
    },
    { label: 'Date', value: dateAndTime(new Date(receipt.paid_at)) },
    { label: 'Reason', value: receipt.reason },
  ]
  return rows.flatMap(({ value, ...row }) => (value ? [{ ...row, value }] : []))
}
