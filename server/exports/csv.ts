import { stringify } from 'csv-stringify/sync'
import { isoTimeInNairobi } from '#rules/calendar.ts'

export type Cell = string | number | boolean | Date | null

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
  date: isoTimeInNairobi,
  boolean: (value: boolean) => (value ? 'yes' : 'no'),
}

/** Rows of cells as CSV, with the byte order mark that spreadsheets need for UTF-8; a piece of text for each batch. */
export async function* csv(
  headings: readonly string[],
  batches: AsyncIterable<Cell[][]>,
): AsyncGenerator<string> {
  yield stringify([headings.map(safe)], { bom: true })
  for await (const rows of batches) {
    yield stringify(
      rows.map((row) => row.map(safe)),
      { cast },
    )
  }
}
