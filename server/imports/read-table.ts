import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { MAX_IMPORT_CELL, MAX_IMPORT_COLUMNS } from '#rules/import-columns.ts'
import { invalid } from '../errors.ts'
import type { Upload } from '../uploads/receive-form.ts'
import {
  MAX_RECORD,
  readSeparatorLine,
  requireOrdinaryText,
  separatorOf,
  TableError,
  tableReaders,
  toUtf8,
} from '../uploads/table-text.ts'
import { type BadRow, type Line, pause } from './rows.ts'

export interface Table {
  headings: string[]
  /** Of the file's bytes. */
  hash: string
  /** The rows that aren't empty. */
  lines: Line[]
  /** Rows that don't fit the headings or have a cell that is too long. */
  unfit: BadRow[]
  /** What to look at, because the file doesn't say how it is written. */
  notices: string[]
}

const bad = (message: string) => invalid('table', message)

/** Of all lines together: 20 columns in as many rows as there may be. */
const MAX_CELLS = 1_000_000
/** What is parsed in one go: some milliseconds. */
const SLICE_BYTES = 64 * 1024

/** A parser that is given everything at once reads it all before anybody else gets their turn. */
async function* slices(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    yield bytes.subarray(at, at + SLICE_BYTES)
    await pause()
  }
}

/**
 * Reads a CSV file. Others get their turn while a large one is read.
 * @param refusal of a file with more rows
 * @throws {HttpError} 400 that says what is wrong with the file
 */
export async function readTable(
  file: Upload | undefined,
  mostRows: number,
  refusal: string,
): Promise<Table> {
  if (!file || file.bytes === 0) throw bad('Please choose a file, or paste the table.')
  return tableReaders(() => read(file, mostRows, refusal)).catch((error: unknown) => {
    throw error instanceof TableError ? bad(error.message) : error
  })
}

async function read(file: Upload, mostRows: number, refusal: string): Promise<Table> {
  const bytes = await readFile(file.path)
  if (bytes.subarray(0, 2).toString('latin1') === 'PK' || bytes.subarray(0, 4).equals(OLE2)) {
    throw bad('This is an Excel workbook. In Excel choose “Save as” and then “CSV UTF-8”.')
  }
  const { utf8, notice } = toUtf8(bytes)
  if (utf8.includes(0)) throw bad('This isn’t a CSV file.')
  const { rest, separator } = readSeparatorLine(utf8)
  const delimiter = separator ?? separatorOf(rest)
  await requireOrdinaryText(rest, delimiter, MAX_CELLS)
  const parser = parse({
    delimiter,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    trim: true,
    max_record_size: MAX_RECORD,
    info: true,
  })
  let headings: string[] | null = null
  const lines: Line[] = []
  const unfit: BadRow[] = []
  try {
    const records = Readable.from(slices(rest)).pipe(parser)
    for await (const { record, info } of records as AsyncIterable<Parsed>) {
      if (headings === null) {
        headings = withoutEmptyEnd(record)
        if (headings.length > MAX_IMPORT_COLUMNS) {
          throw bad(
            `The file has ${headings.length} columns; at most ${MAX_IMPORT_COLUMNS} can be read.`,
          )
        }
        if (headings.some(isTooLong)) throw bad(`A heading has ${TOO_LONG}`)
        continue
      }
      if (lines.length + unfit.length === mostRows) throw bad(refusal)
      const reason = reasonOf(record, headings.length, delimiter)
      const cells = withoutEmptyEnd(record)
        .slice(0, 2 * MAX_IMPORT_COLUMNS)
        .map(unquoted)
      if (reason === null) lines.push({ line: info.lines, cells })
      else unfit.push({ line: info.lines, cells, reason })
    }
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (!code.startsWith('CSV_')) throw error
    throw bad('The file can’t be read. Is a quotation mark missing somewhere?')
  }
  if (headings === null) throw bad('The file is empty.')
  if (lines.length + unfit.length === 0) throw bad('The file has a heading but no rows.')
  const hash = createHash('sha256').update(bytes).digest('hex')
  return { headings, lines, unfit, notices: notice === null ? [] : [notice], hash }
}

/** Spreadsheets make all rows as long as the longest one. */
const withoutEmptyEnd = (record: string[]) =>
  record.slice(0, record.findLastIndex((cell) => cell !== '') + 1)

const isTooLong = (cell: string) => cell.length > MAX_IMPORT_CELL
const TOO_LONG = `more than ${MAX_IMPORT_CELL.toLocaleString('en')} characters. Is a quotation mark missing in front of it?`

/** Why a row isn't what its headings say, or null. */
function reasonOf(record: string[], headings: number, delimiter: string): string | null {
  if (record.some(isTooLong)) return `A cell has ${TOO_LONG}`
  const cells = withoutEmptyEnd(record)
  const isSurplus = cells.length > headings
  if (!isSurplus && !(delimiter === ',' && record.length > headings && hasSplitSum(cells))) {
    return null
  }
  const there = headings === 1 ? 'there is 1 heading' : `there are ${headings} headings`
  return `This row has ${isSurplus ? cells.length : record.length} cells, but ${there}. ${
    delimiter === ','
      ? 'A sum with a comma belongs in quotation marks.'
      : 'Each cell needs a heading.'
  }`
}

/** `6,500` without quotation marks is two cells; with an empty cell after it, nothing else tells that one is too many. */
const hasSplitSum = (cells: string[]) =>
  cells.some(
    (cell, at) =>
      /^(kshs?\.?|kes)?\s*-?\d{1,3}$/i.test(cell) && /^\d{3}(\.\d+)?$/.test(cells[at + 1] ?? ''),
  )

/** In our own files an apostrophe keeps a spreadsheet from running what looks like a formula. */
const unquoted = (cell: string) => (/^'[=+\-@%|\t\r]/.test(cell) ? cell.slice(1) : cell)

interface Parsed {
  record: string[]
  info: { lines: number }
}

/** How older Excel workbooks begin. */
const OLE2 = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])
