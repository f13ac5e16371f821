import { stringify } from 'csv-stringify/sync'
import { isoTimeInNairobi } from '#rules/calendar.ts'

export type Cell = string | number | boolean | Date | null

/** What a spreadsheet would run, or read as something else than text. */
const isFormula = /^[=+\-@%|\t\r＝＋－＠]/

/** Numbers stay numbers, also negative ones; only text can be a formula. */
const safe = (cell: Cell): Cell =>
  typeof cell === 'string' && isFormula.test(cell) ? `'${cell}` : cell

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
