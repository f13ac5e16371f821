import { type FieldName, type Fields, matchColumns } from './import-columns.ts'
import { type DayOrder, readDay } from './typed-day.ts'

/** Whether a cell has what an office writes for nothing: `-`, `nil`, `N/A`. */
export const isNothing = (cell: string): boolean =>
  /^([-–—−_.]{1,5}|nil|none|nothing|n\/?a|not (known|given|applicable)|hakuna)$/i.test(cell.trim())

/** Removes what spreadsheets put around a number to keep it text: `="0712…"`, `'0712…`; in our own files also before a sign. */
export function withoutArmour(cell: string): string {
  const inner = /^=\s*["“](.*)["”]$/s.exec(cell)?.[1]
  const text = (inner ?? cell).trim()
  return /^['’`](?=[\d=+\-@%|(\t\r])/.test(text) ? text.slice(1) : text
}

/** A row of sums below the others, whichever cell says so. */
export function isTotal(cells: readonly string[]): boolean {
  const given = cells.filter((cell) => cell.trim() !== '')
  const names = given.filter((cell) => TOTAL.test(cell.trim()))
  return names.length === 1 && given.every((cell) => names.includes(cell) || isSum(cell))
}
const TOTAL =
  /^[*=-]*\s*((grand|sub|overall|final|page|sum)[\s-]*)?(totals?|jumla|sum)\b[^,;@]{0,30}$/i
const isSum = (cell: string) =>
  isNothing(cell) ||
  /^(k?shs?\.?|kes)?\s*\(?[-−]?[\d,.\s'’]+\)?\s*(\/[=-]|[cd]r\.?|(ten|room)\w+)?$/i.test(cell)

/** Rows among which the headings are looked for. */
export const MAX_TITLE_ROWS = 20

/**
 * The row with the headings: the one that names most of the fields; where none does, the first with more than one cell, since
 * a title has one.
 */
export function headingRow(
  fields: Fields,
  rows: readonly (readonly string[])[],
  remembered: Readonly<Record<string, FieldName | null>> = {},
): number {
  const named = rows.map((row) =>
    matchColumns(fields, [...row], remembered).reduce((sum, name) => sum + (name ? 1 : 0), 0),
  )
  const most = Math.max(0, ...named)
  if (most >= 2) return named.indexOf(most)
  const wide = rows.findIndex((row) => row.filter((cell) => cell !== '').length > 1)
  return Math.max(0, most === 1 && wide < 0 ? named.indexOf(1) : wide)
}

/** How the days of a column are written: which comes first, either, or both ways in one column; null when it doesn't matter. */
export interface ColumnDays {
  order: DayOrder | 'either' | 'mixed' | null
  /** A day that may be two. */
  example: string | null
}

const readBoth = (cell: string) => ({ day: readDay(cell, 'day'), month: readDay(cell, 'month') })

/** Reads a column of days as a whole: one `9/15/2026` shows how all of them are written. */
export function columnDays(cells: readonly string[]): ColumnDays {
  let example: string | null = null
  const shown = new Set<DayOrder>()
  for (const cell of cells) {
    const { day, month } = readBoth(cell)
    if (day === month) continue
    if (day !== null && month !== null) example ??= cell
    else shown.add(day === null ? 'month' : 'day')
  }
  const [order, other] = shown
  return { order: other ? 'mixed' : (order ?? (example === null ? null : 'either')), example }
}

/** A day of such a column as `2026-09-01`; `unclear` where it may be two, null for what is no day. */
export function readColumnDay(cell: string, order: ColumnDays['order']): string | null {
  const { day, month } = readBoth(cell)
  if (order === 'day') return day ?? month
  if (order === 'month') return month ?? day
  return day !== null && month !== null && day !== month ? 'unclear' : (day ?? month)
}
