/** Whole Kenya shillings everywhere; an amount is never a fraction. */
const grouped = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 0 })

/** `6,500`, where the unit is said beside it. */
export const bareAmount = (shillings: number): string => grouped.format(shillings)

/** `Ksh 6,500`, with a true minus before it when negative. */
export function ksh(shillings: number): string {
  return `${shillings < 0 ? '− ' : ''}Ksh ${grouped.format(Math.abs(shillings))}`
}

/**
 * Whole shillings from M-Pesa's text or number (`6500`, `"6500.00"`), else null.
 * A fraction of a shilling is null too: it goes to the desk and is never rounded.
 */
export function wholeShillings(amount: unknown): number | null {
  const text = typeof amount === 'number' ? String(amount) : amount
  if (typeof text !== 'string' || !/^\d{1,9}(\.0+)?$/.test(text.trim())) return null
  return Number.parseInt(text, 10)
}
