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
export const purposeWords = { rent: 'Rent', wifi: 'Wifi' } as const
export const kindWords = {
  push: 'M-Pesa, asked for on the phone',
  paybill: 'M-Pesa, sent to the paybill',
  correction: 'Correction by the office',
} as const
