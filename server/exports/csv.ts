import { stringify } from 'csv-stringify/sync'
import { dayOf, formatTime } from '#rules/calendar.ts'

export type Cell = string | number | boolean | Date | null

/** A column of instants is two in the file, so that spreadsheets take the first for dates: the day and the time in Nairobi. */
export type Heading = string | { day: string; time: string }

export const TIME: Heading = { day: 'Date', time: 'Time' }

/** An instant as its day and time; what is known by its day only has no time. */
const dayAndTime = (cell: Cell): Cell[] =>
  cell instanceof Date ? [dayOf(cell), formatTime(cell)] : [cell, null]

/** What a spreadsheet would run, or read as something else than text. */
const isFormula = /^(\s*[=+\-@%＝＋－＠]|[|\t\r])/

/**
 * A formula behind what another country's spreadsheet takes for the end of a cell or row: they split at semicolons or tabs, and then
 * the quotes around ours are none.
 */
const formulaInside = /([,;|\t\r\n][\s"]*)(?=[=+\-@%＝＋－＠])/g

/** Numbers stay numbers, also negative ones; only text can be a formula. */
function safe(cell: Cell): Cell {
  if (typeof cell !== 'string') return cell
  const inside = cell.replace(formulaInside, "$1'")
  return isFormula.test(cell) ? `'${inside}` : inside
}

const cast = {
  boolean: (value: boolean) => (value ? 'yes' : 'no'),
}

/** Rows of cells as CSV, with the byte order mark that spreadsheets need for UTF-8; a piece of text for each batch. */
export async function* csv(
  headings: readonly Heading[],
  batches: AsyncIterable<Cell[][]>,
): AsyncGenerator<string> {
  const names = headings.flatMap((one) => (typeof one === 'string' ? [one] : [one.day, one.time]))
  yield stringify([names.map(safe)], { bom: true })
  for await (const rows of batches) {
    yield stringify(
      rows.map((row) =>
        row.flatMap((cell, at) =>
          typeof headings[at] === 'object' ? dayAndTime(cell) : [safe(cell)],
        ),
      ),
      { cast },
    )
  }
}
