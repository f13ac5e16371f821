import { groupByFour } from './account-number.ts'
import { dayOf, formatDateTime, formatDay } from './calendar.ts'
import { LARGEST_ID } from './id.ts'
import type { PaymentKind, Purpose } from './payment.ts'
import { compactTyped } from './typed.ts'

/** The number on a receipt: our own, so that a payment has one before M-Pesa's code is known. */
export const receiptNumber = (payment_id: number): string =>
  `R${String(payment_id).padStart(6, '0')}`

/** The payment of a receipt number; null when it is none. */
export function paymentIdOf(number: string): number | null {
  const digits = /^R(\d{6,10})$/.exec(compactTyped(number))?.[1]
  const id = Number(digits)
  return digits && id > 0 && id <= LARGEST_ID && receiptNumber(id) === `R${digits}` ? id : null
}

const kindLabels: Record<PaymentKind, string> = {
  push: 'M‑Pesa, by PIN prompt',
  paybill: 'M‑Pesa, sent to the paybill',
  cash: 'Cash, at the office',
  bank: 'Bank transfer',
  refund: 'Given back by the office',
  to_deposit: 'Moved to the deposit',
  from_deposit: 'Paid from the deposit',
  correction: 'Correction by the office',
}

const forNames = { rent: 'Rent', deposit: 'Deposit' }

interface ReceiptFields {
  full_name: string | null
  /** Who paid over a pay link. */
  sponsor: string | null
  room_number: string | null
  account_number: string | null
  purpose: Purpose
  /** The name of the bundle, when it was for wifi. */
  bundle: string | null
  kind: PaymentKind
  mpesa_receipt_number: string
  /** For an M-Pesa payment that was shared among accounts: which part of how many. */
  part: { number: number; of: number } | null
  paid_at: string
  /** The bank's code, or the code of a refund. */
  reference: string | null
  /** The member of staff who entered it; null for what M-Pesa reported, and for corrections. */
  entered_by: string | null
  /** The number of the eTIMS invoice. */
  etims_number: string | null
  reason: string | null
  /** The receipt that this one takes back; for a payment that counts again, the one that had taken it back. */
  voids: string | null
}

/** The first sentence of a void receipt. */
export const voidSentence = ({ at }: { at: string }, kind: PaymentKind): string => {
  const isFromMpesa = kind === 'push' || kind === 'paybill'
  return `Void since ${formatDay(dayOf(new Date(at)))}. This ${isFromMpesa ? 'payment was taken back' : 'was entered by mistake'} and no longer counts.`
}

/** The last line: thanks for a payment that counts. The office's corrections are not payments. */
export const receiptClosing = ({ kind, voided }: { kind: PaymentKind; voided: unknown }): string =>
  kind === 'correction' || kind === 'refund' || kind === 'to_deposit' || voided
    ? 'Questions?'
    : 'Asante. Questions?'

export interface ReceiptRow {
  label: string
  value: string
  /** In smaller letters below it. */
  hint?: string
}

/** The lines of a receipt below the amount, on screen and in the PDF. */
export function receiptRows(receipt: ReceiptFields): ReceiptRow[] {
  const { account_number, purpose, bundle, mpesa_receipt_number, kind } = receipt
  const isCorrection = kind === 'correction'
  const isKnown = mpesa_receipt_number !== 'N/A'
  const { part } = receipt
  const hint = part
    ? `Part ${part.number} of ${part.of} of this M‑Pesa payment.`
    : 'M‑Pesa hasn’t sent it yet.'
  const rows: { label: string; value: string | null; hint?: string }[] = [
    { label: 'Tenant', value: receipt.full_name },
    { label: 'Room', value: receipt.room_number },
    // A bundle is not paid to the account.
    {
      label: 'Account number',
      value: purpose !== 'wifi' && account_number ? groupByFour(account_number) : null,
    },
    { label: 'For', value: purpose === 'wifi' ? `Wifi ${bundle ?? ''}`.trim() : forNames[purpose] },
    receipt.sponsor === null
      ? isCorrection
        ? { label: 'Entry', value: receipt.voids ? 'Payment taken back' : kindLabels.correction }
        : { label: 'Paid by', value: kindLabels[kind] }
      : { label: 'Paid by', value: receipt.sponsor, hint: kindLabels[kind] },
    isCorrection
      ? { label: 'Takes back', value: receipt.voids && `Receipt ${receipt.voids}` }
      : { label: 'Credited again', value: receipt.voids && `After receipt ${receipt.voids}` },
    {
      label: 'M‑Pesa code',
      value: kind === 'push' || kind === 'paybill' ? mpesa_receipt_number : null,
      ...((part || !isKnown) && { hint }),
    },
    { label: 'Code', value: receipt.reference },
    { label: 'eTIMS invoice', value: receipt.etims_number },
    { label: 'Date', value: formatDateTime(new Date(receipt.paid_at)) },
    { label: kind === 'cash' ? 'Received by' : 'Entered by', value: receipt.entered_by },
    { label: 'Reason', value: receipt.reason },
  ]
  return rows.flatMap(({ value, ...row }) => (value ? [{ ...row, value }] : []))
}
