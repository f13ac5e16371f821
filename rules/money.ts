/** Amounts are whole Kenya shillings everywhere. */
const grouped = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 0 })

/** `6,500`, where the unit is given elsewhere. */
export const formatNumber = (shillings: number): string => grouped.format(shillings)

/** `1 tenant`, `1,200 tenants` */
export const counted = (count: number, one: string, more = `${one}s`): string =>
  `${grouped.format(count)} ${count === 1 ? one : more}`

/** `Ksh 6,500` in one line, with a true minus before it when negative. */
export function ksh(shillings: number): string {
  return `${shillings < 0 ? '−\u00a0' : ''}Ksh\u00a0${grouped.format(Math.abs(shillings))}`
}

const withCents = new Intl.NumberFormat('en-KE', { minimumFractionDigits: 2 })

/** The same for a sum in cents, as statements have them: `Ksh 1,234.50`, and `Ksh 1,234` without a fraction. */
export function kshCents(cents: number): string {
  if (cents % 100 === 0) return ksh(cents / 100)
  return `${cents < 0 ? '−\u00a0' : ''}Ksh\u00a0${withCents.format(Math.abs(cents) / 100)}`
}

/**
 * `6,500`, `Ksh 6500.00`, `(1,500)`, `-1500/=`: whole shillings; null for anything else. Commas, spaces and apostrophes
 * stand between groups of three digits only, so that `1500,50` isn't read as 150,050.
 */
export function readShillings(typed: string): number | null {
  const text = typed
    .replace(/(ksh?s?|kes|\/=|\/-)\.?/gi, '')
    .replace(/\s+/g, ' ')
    .trim()
  const [, open, minus, digits] =
    /^(\()?([-−])? ?(\d{1,9}|\d{1,3}(?:[,\s'’]\d{3}){1,2})(?:[.,]0{1,2})?\)?$/.exec(text) ?? []
  if (digits === undefined) return null
  const amount = Number(digits.replace(/\D/g, ''))
  return amount === 0 ? 0 : open || minus ? -amount : amount
}

interface MpesaAmount {
  /** Whole shillings as M-Pesa documents them (`6500`, `"6500.00"`): these count without staff. */
  exact: number | null
  /**
   * The most that staff may credit, at least 1: also of another notation (`KES 1,500.00`). A fraction of
   * a shilling is dropped, never rounded.
   */
  creditable: number | null
}

/** An amount as M-Pesa wrote it, text or number. */
export function parseMpesaAmount(amount: unknown): MpesaAmount {
  const text = typeof amount === 'number' ? String(amount) : amount
  const parts =
    typeof text === 'string' &&
    /^(kes|ksh)?\s*(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d+))?$/i.exec(text.trim())
  if (!parts) return { exact: null, creditable: null }
  const [, currency, digits = '', fraction = ''] = parts
  const whole = Number(digits.replaceAll(',', ''))
  const documented = !currency && !digits.includes(',') && /^0*$/.test(fraction)
  return {
    exact: documented ? whole : null,
    creditable: whole >= 1 && whole < 1e9 ? whole : null,
  }
}
