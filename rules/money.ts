import { plainTyped } from './typed.ts'

/** Amounts are whole Kenya shillings everywhere. */
const grouped = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 0 })

/** `6,500`, where the unit is given elsewhere. */
export const formatNumber = (shillings: number): string => grouped.format(shillings)

/** `1 tenant`, `1,200 tenants` */
export const counted = (count: number, one: string, more = `${one}s`): string =>
  `${grouped.format(count)} ${count === 1 ? one : more}`

/** `Ksh 6,500` in one line, with a true minus before it when negative. */
export function ksh(shillings: number): string {
  return `${shillings < 0 ? '−' : ''}Ksh\u00a0${grouped.format(Math.abs(shillings))}`
}

const withCents = new Intl.NumberFormat('en-KE', { minimumFractionDigits: 2 })

/** A sum in cents, as statements have them: `Ksh 1,234.50`, and `Ksh 1,234` without a fraction. */
export function kshCents(cents: number): string {
  if (cents % 100 === 0) return ksh(cents / 100)
  return `${cents < 0 ? '−' : ''}Ksh\u00a0${withCents.format(Math.abs(cents) / 100)}`
}

const currency = String.raw`(?:k(?:enya)?\.? ?sh(?:s|illings?)?|kes|sh(?:s|illings?)?|bob)\.?`
/** The groups of three are all separated by the same sign, or there are no groups. */
const whole = String.raw`\d{1,12}|\d{1,3}(?:,\d{3}){1,3}|\d{1,3}(?: \d{3}){1,3}|\d{1,3}(?:['’]\d{3}){1,3}`
const sum = new RegExp(
  String.raw`^(\()?([-+])? ?(?:${currency}:? ?)?([-+])? ?(${whole})(?:\.(\d{1,4})|,(0{1,2})|\/(00))? ?(?:\/? ?=|\/ ?-)? ?(?:${currency})?(?: ?only)?(\))?$`,
  'i',
)
/** No sum is longer; the pattern would be slow on a text full of blanks. */
const LONGEST_SUM = 60

/** A sum as somebody typed it, in cents. */
export interface TypedSum {
  cents: number
  /** Nothing but zeros stands after the point. */
  isWhole: boolean
}

/**
 * `6,500`, `Ksh 6500.00`, `6 500/=`, `(1,500)`, `-1500`: it keeps the digits, what is below a shilling, and a minus or brackets
 * around all. Groups are of three digits, so that `1500,50` isn't read as 150,050. Null where it may be two sums: `6.500` and
 * `6,500,00`.
 */
export function readSum(typed: string): TypedSum | null {
  if (typed.length > LONGEST_SUM) return null
  const text = plainTyped(typed).replace(/^['"‘“=]+ ?|['"’”]+$/g, '')
  const [, open, before, after, digits = '', fraction = '', zeros, , close] = sum.exec(text) ?? []
  const isGroupedByComma = digits.includes(',')
  if (digits === '' || Boolean(open) !== Boolean(close) || (zeros && isGroupedByComma)) return null
  if (before && after) return null
  const cents = Math.round(Number(`${digits.replace(/\D/g, '')}.${fraction || '0'}`) * 100)
  const isMinus = Boolean(open) || before === '-' || after === '-'
  return { cents: isMinus && cents !== 0 ? -cents : cents, isWhole: /^0*$/.test(fraction) }
}

/** Whole shillings as people type them, see `readSum`; null for anything else. */
export function readShillings(typed: string): number | null {
  const read = readSum(typed)
  return read?.isWhole && Math.abs(read.cents) < MOST_CENTS ? read.cents / 100 : null
}

const MOST_CENTS = 1e11

/** Reads a debt as ledgers write it: `500 DR` is owed, and `500 CR` or `CR 500` is a credit, which is negative. */
export function readOwed(typed: string): number | null {
  const [side = '', letter = ''] =
    /^\s*([cd])r\b\.?|([cd])r\.?\s*$/i.exec(typed)?.filter(Boolean) ?? []
  if (side === '') return readShillings(typed)
  const sum = readShillings(typed.replace(side, ''))
  if (sum === null || sum < 0) return null
  return letter.toLowerCase() === 'c' && sum > 0 ? -sum : sum
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
