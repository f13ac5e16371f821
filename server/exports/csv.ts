import { stringify } from 'csv-stringify/sync'
import { dayOf, formatTime } from '#rules/calendar.ts'

export type Cell = string | number | boolean | Date | null

/** Instants take two columns in the file, day and time in Nairobi, so that spreadsheets recognise the first as dates. */
export type Heading = string | { day: string; time: string }

export const TIME: Heading = { day: 'Date', time: 'Time' }

/** An instant as day and time; a cell with only a day has no time. */
const dayAndTime = (cell: Cell): Cell[] =>
  cell instanceof Date ? [dayOf(cell), formatTime(cell)] : [cell, null]

/** Matches text that a spreadsheet would run as a formula, or wouldn't read as text. */
const isFormula = /^(\s*[=+\-@%＝＋－＠]|[|\t\r])/

/**
 * Matches a formula within a cell, after a character that other spreadsheets take for the end of a cell or row. Depending on the
 * country they split at semicolons or tabs, and then don't see the quotes around our cell.
 */
const formulaInside = /([,;|\t\r\n][\s"]*)(?=[=+\-@%＝＋－＠])/g

/** Makes formulas in text harmless. Numbers stay numbers, including negative ones. */
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
