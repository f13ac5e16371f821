import { isDay } from './calendar.ts'
import { readDay } from './import-columns.ts'

/** A cell of a spreadsheet or of a CSV file. The UTC parts of a date are those that the sheet shows. */
export type Cell = string | number | Date | null

/** A file that is no statement, or not a whole one: the sentence says what is wrong and what to do. */
export class StatementError extends Error {
  override name = 'StatementError'
}

/** Text that PostgreSQL can store and that stays in one line. */
export function textOf(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return cell.toISOString().slice(0, 19).replace('T', ' ')
  return String(cell)
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
}

/**
 * A cell that belongs to no heading: an unquoted comma has cut a sum or a text in two, and every cell after it is another one's.
 * @param heading of a CSV file; the cells of a spreadsheet aren't cut
 * @throws {StatementError}
 */
export function requireNoSurplus(cells: Cell[], heading: Cell[], line: number) {
  const width = heading.findLastIndex((cell) => !isBlank(cell)) + 1
  const count = cells.findLastIndex((cell) => !isBlank(cell)) + 1
  if (count <= width) return
  throw new StatementError(
    `Line ${line} has ${count} cells, but there are ${width} headings. A sum or text with a comma belongs in quotation marks: download the file again, as Excel if you can.`,
  )
}

export const isBlank = (cell: Cell | undefined): boolean => textOf(cell) === ''

const TIME = /[T ,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(?:([AP])\.?M\.?)?$/i
/** No time and no sum is longer; the patterns that read them would be slow on a cell full of spaces. */
const LONGEST_CELL = 60
const DAY_MS = 24 * 3_600_000
/** Excel's day 0, as it counts from March 1900 on. */
const EXCEL_START = Date.UTC(1899, 11, 30)
/** M-Pesa began in 2007. */
const EARLIEST = '2007-01-01'

const instantOf = (day: string, clock: string): Date | null =>
  isDay(day) && day >= EARLIEST ? new Date(`${day}T${clock}+03:00`) : null

/** A date with or without a time, in Nairobi: the day is before the month, or the year is first. Null for anything else. */
export function readTime(cell: Cell | undefined): Date | null {
  if (typeof cell === 'number' || cell instanceof Date) {
    const shown =
      typeof cell === 'number'
        ? new Date(EXCEL_START + Math.round((cell * DAY_MS) / 1000) * 1000)
        : cell
    if (Number.isNaN(shown.getTime())) return null
    const text = shown.toISOString()
    return instantOf(text.slice(0, 10), text.slice(11, 19))
  }
  const text = textOf(cell)
  if (text.length > LONGEST_CELL) return null
  const time = TIME.exec(text)
  const day = readDay(time ? text.slice(0, time.index) : text)
  if (day === null) return null
  if (!time) return instantOf(day, '00:00:00')
  const [, hours = '', minutes = '', seconds = '00', half] = time
  const hour = half ? (Number(hours) % 12) + (half.toUpperCase() === 'P' ? 12 : 0) : Number(hours)
  if (hour > 23 || (half && Number(hours) > 12) || minutes > '59' || seconds > '59') return null
  return instantOf(day, `${String(hour).padStart(2, '0')}:${minutes}:${seconds}`)
}

/** No statement has more than this; it also keeps sums exact. */
const MOST_CENTS = 1e13

/**
 * `1,234.50`, `KES 1,234.50`, `(100)`, `-100`, `100 DR`, `100/=`: cents. An empty cell and a dash are 0, and null stands for
 * anything else: `1.234,50` isn't guessed.
 */
export function readCents(cell: Cell | undefined): number | null {
  if (cell instanceof Date) return null
  if (typeof cell === 'number') {
    const cents = Math.round(cell * 100)
    return Math.abs(cents) <= MOST_CENTS ? cents || 0 : null
  }
  const typed = textOf(cell)
  if (typed.length > LONGEST_CELL) return null
  const text = typed.replace(/(kshs?|kes)\.?|\/=|\/-/gi, '').trim()
  if (text === '' || /^[-–—]$/.test(text)) return 0
  const [, open, before, digits, fraction = '0', close, after, side] =
    /^(\()?\s*([-−+])?\s*(\d{1,12}|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,4}))?\s*(\))?\s*([-−])?\s*(DR|CR)?\.?$/i.exec(
      text,
    ) ?? []
  if (digits === undefined || Boolean(open) !== Boolean(close)) return null
  const cents = Math.round(Number(`${digits.replaceAll(',', '')}.${fraction}`) * 100)
  if (cents > MOST_CENTS) return null
  const minus =
    Boolean(open) || /[-−]/.test(before ?? '') || Boolean(after) || side?.toUpperCase() === 'DR'
  return minus ? -cents || 0 : cents
}
