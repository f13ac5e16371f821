import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { MAX_IMPORT_CELL, MAX_IMPORT_COLUMNS } from '#rules/import-columns.ts'
import { isTotal, MAX_TITLE_ROWS, withoutArmour } from '#rules/import-rows.ts'
import { invalid } from '../http/errors.ts'
import type { Upload } from '../uploads/receive-form.ts'
import {
  MAX_NAMED,
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
  /** The hash of the file's bytes. */
  hash: string
  /** The rows that aren't empty. */
  lines: Line[]
  /** Rows that don't fit the headings or have a cell that is too long. */
  unfit: BadRow[]
  /** How it was read and what was left out, a sentence each. */
  notices: string[]
}

const bad = (message: string) => invalid('table', message)

/** Limit for all lines together: 20 columns in the largest allowed number of rows. */
const MAX_CELLS = 1_000_000
/** Bytes parsed in one go, which takes some milliseconds. */
const SLICE_BYTES = 64 * 1024

/** Feeds the parser in slices, because it would parse everything at once before other requests get their turn. */
async function* slices(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    yield bytes.subarray(at, at + SLICE_BYTES)
    await pause()
  }
}

interface Asked {
  mostRows: number
  /** The message for a file with more rows. */
  refusal: string
  /** Which of the first rows has the headings. */
  findHeading: (rows: string[][]) => number
}

/**
 * Reads a CSV file. Others get their turn while a large one is read.
 * @throws {HttpError} 400 that says what is wrong with the file
 */
export async function readTable(file: Upload | undefined, asked: Asked): Promise<Table> {
  if (!file || file.bytes === 0) throw bad('Please choose a file, or paste the table.')
  return tableReaders(() => read(file, asked)).catch((error: unknown) => {
    throw error instanceof TableError ? bad(error.message) : error
  })
}

async function read(file: Upload, asked: Asked): Promise<Table> {
  const bytes = await readFile(file.path)
  if (bytes.subarray(0, 2).toString('latin1') === 'PK' || bytes.subarray(0, 4).equals(OLE2)) {
    throw bad('This is an Excel workbook. In Excel choose “Save as” and then “CSV UTF-8”.')
  }
  const { utf8, notice } = toUtf8(bytes)
  if (utf8.includes(0)) throw bad('This isn’t a CSV file.')
  const { rest, separator } = readSeparatorLine(utf8)
  const delimiter = separator ?? separatorOf(rest)
  await requireOrdinaryText(rest, delimiter, MAX_CELLS)
  const records = parseRecords(rest, delimiter)
  try {
    const table = await readRecords(records, delimiter, asked)
    const hash = createHash('sha256').update(bytes).digest('hex')
    return { ...table, hash, notices: [...(notice === null ? [] : [notice]), ...table.notices] }
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (!code.startsWith('CSV_')) throw error
    throw bad('The file can’t be read. Is a quotation mark missing somewhere?')
  }
}

function parseRecords(utf8: Buffer, delimiter: string): AsyncIterable<Parsed> {
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
  return Readable.from(slices(utf8)).pipe(parser)
}

async function readRecords(
  records: AsyncIterable<Parsed>,
  delimiter: string,
  { mostRows, refusal, findHeading }: Asked,
): Promise<Omit<Table, 'hash'>> {
  let first: Parsed[] = []
  let headings: string[] | null = null
  const lines: Line[] = []
  const unfit: BadRow[] = []
  const notices: string[] = []
  const totals: number[] = []
  function add({ record, info }: Parsed, { length }: string[]) {
    if (isTotal(record)) {
      totals.push(info.lines)
      return
    }
    if (lines.length + unfit.length === mostRows) throw bad(refusal)
    const reason = reasonOf(record, length, delimiter)
    const cells = withoutEmptyEnd(record)
      .slice(0, 2 * MAX_IMPORT_COLUMNS)
      .map(withoutArmour)
    if (reason === null) lines.push({ line: info.lines, cells })
    else unfit.push({ line: info.lines, cells, reason })
  }
  function begin() {
    const rows = first.map(({ record }) => withoutEmptyEnd(record))
    const at = findHeading(rows)
    headings = readHeadings(rows[at] ?? [])
    if (at > 0) notices.push(titleNotice(rows.slice(0, at)))
    for (const one of first.slice(at + 1)) add(one, headings)
    first = []
  }
  for await (const one of records) {
    if (headings !== null) add(one, headings)
    else if (first.push(one) === MAX_TITLE_ROWS) begin()
  }
  if (headings === null && first.length > 0) begin()
  if (headings === null) throw bad('The file is empty.')
  if (lines.length + unfit.length === 0) throw bad('The file has a heading but no rows.')
  if (totals.length > 0) notices.push(totalNotice(totals))
  return { headings, lines, unfit, notices }
}

function readHeadings(headings: string[]): string[] {
  if (headings.length > MAX_IMPORT_COLUMNS) {
    throw bad(`The file has ${headings.length} columns; at most ${MAX_IMPORT_COLUMNS} can be read.`)
  }
  if (headings.some(isTooLong)) throw bad(`A heading has ${TOO_LONG}`)
  return headings
}

const MAX_SHOWN_TITLE = 60

function titleNotice(rows: string[][]): string {
  const text = rows.map((row) => row.filter(Boolean).join(' ')).join(' / ')
  const shown = text.length > MAX_SHOWN_TITLE ? `${text.slice(0, MAX_SHOWN_TITLE)}…` : text
  return `What stands above the headings is left out: “${shown}”.`
}

function totalNotice(lines: number[]): string {
  const more = lines.length - MAX_NAMED
  const named = `${lines.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  return lines.length === 1
    ? `Line ${named} is a total, and left out.`
    : `Lines ${named} are totals, and left out.`
}

/** A row without empty cells at its end, since spreadsheets make all rows as long as the longest one. */
const withoutEmptyEnd = (record: string[]) =>
  record.slice(0, record.findLastIndex((cell) => cell !== '') + 1)

const isTooLong = (cell: string) => cell.length > MAX_IMPORT_CELL
const TOO_LONG = `more than ${MAX_IMPORT_CELL.toLocaleString('en')} characters. Is a quotation mark missing in front of it?`

/** Why a row doesn't fit the headings, or null. */
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

/** Whether `6,500` without quotation marks has become two cells, which an empty cell after them can hide. */
const hasSplitSum = (cells: string[]) =>
  cells.some(
    (cell, at) =>
      /^(kshs?\.?|kes)?\s*-?\d{1,3}$/i.test(cell) && /^\d{3}(\.\d+)?$/.test(cells[at + 1] ?? ''),
  )

interface Parsed {
  record: string[]
  info: { lines: number }
}

/** How older Excel workbooks begin. */
const OLE2 = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])
