import { inflateRawSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { MAX_STATEMENT_ROWS } from '#rules/statement.ts'
import { type Cell, StatementError } from '#rules/statement-cells.ts'
import {
  MAX_RECORD,
  readSeparatorLine,
  requireOrdinaryText,
  separatorOf,
  toUtf8,
} from '../uploads/table-text.ts'

const TOO_LARGE = `This file is larger than a statement of ${MAX_STATEMENT_ROWS.toLocaleString('en')} rows. Download a shorter time.`
const CUT_OFF = 'The file can’t be read: it is damaged or cut off. Download it again.'
/** Bytes of all files in a workbook together, unpacked. */
const MAX_UNPACKED = 128 * 1024 * 1024
const MAX_COLUMNS = 60
/** Title rows and what stands below the table. */
const MORE_ROWS = 100
/** Cells of a CSV file: 30 columns in as many rows as there may be. */
const MAX_CELLS = 3_000_000

/** How an older Excel workbook begins, and a zip file, which a newer one is. */
const OLE2 = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])
const ZIP = Buffer.from('PK\u0003\u0004')

/**
 * The cells of a file, by what is in it and not by its name. Runs in a thread of its own: a workbook can be made to take any
 * time and memory.
 * @throws {StatementError}
 */
export async function readCells(bytes: Buffer): Promise<{ cells: Cell[][]; is_text: boolean }> {
  const isText = !bytes.subarray(0, 4).equals(OLE2) && !bytes.subarray(0, 4).equals(ZIP)
  const cells = await (isText ? readText(bytes) : readWorkbook(bytes))
  if (cells.length > MAX_STATEMENT_ROWS + MORE_ROWS) throw new StatementError(TOO_LARGE)
  return { cells: cells.map((row) => row.slice(0, MAX_COLUMNS)), is_text: isText }
}

async function readWorkbook(bytes: Buffer): Promise<Cell[][]> {
  try {
    return await (bytes.subarray(0, 4).equals(OLE2) ? readXls(bytes) : readXlsx(bytes))
  } catch (error) {
    if (error instanceof StatementError) throw error
    throw new StatementError(CUT_OFF)
  }
}

/** Loaded only when needed, as they take longer to start than a CSV file to read. Formulas are not computed. */
async function readXls(bytes: Buffer): Promise<Cell[][]> {
  const { read, utils } = await import('@e965/xlsx')
  const book = read(bytes, {
    dense: true,
    sheets: 0,
    cellFormula: false,
    cellHTML: false,
    cellText: false,
    sheetRows: MAX_STATEMENT_ROWS + MORE_ROWS + 1,
  })
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  if (!sheet) throw new StatementError(CUT_OFF)
  const rows = utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: true, blankrows: true })
  return rows.map((row) => Array.from(row, toCell))
}

async function readXlsx(bytes: Buffer): Promise<Cell[][]> {
  requireOrdinary(bytes)
  const { default: readSheets } = await import('read-excel-file/universal')
  const [sheet] = await readSheets(new Blob([new Uint8Array(bytes)]))
  if (!sheet) throw new StatementError(CUT_OFF)
  return sheet.data.map((row) => row.map(toCell))
}

function toCell(value: unknown): Cell {
  if (typeof value === 'string' || typeof value === 'number' || value instanceof Date) return value
  return value === null || value === undefined ? null : String(value)
}

/**
 * Tags of all files in a workbook together: a cell has four, and a text that no other cell has four more. The library makes an object
 * of nearly each, outside of any limit of the thread while it is one huge array. 100,000 rows of the newer table have 4.6 million.
 */
const MAX_TAGS = 6_000_000

/** A workbook of a statement has a dozen files. The library starts a thread for each large one. */
const MAX_FILES = 100

/**
 * Unpacks every file of a zip up to a limit before a library may: what the zip says of its sizes may be a lie, and a cell far
 * away makes the library fill all that lies before it.
 * @throws {StatementError}
 */
function requireOrdinary(bytes: Buffer) {
  const end = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006'))
  if (end < 0 || end + 22 > bytes.length) throw new StatementError(CUT_OFF)
  let at = bytes.readUInt32LE(end + 16)
  let left = MAX_UNPACKED
  let tags = 0
  if (bytes.readUInt16LE(end + 10) > MAX_FILES) throw new StatementError(CUT_OFF)
  for (let count = bytes.readUInt16LE(end + 10); count > 0; count--) {
    if (bytes.readUInt32LE(at) !== 0x02014b50) throw new StatementError(CUT_OFF)
    const method = bytes.readUInt16LE(at + 10)
    const packed = bytes.readUInt32LE(at + 20)
    const local = bytes.readUInt32LE(at + 42)
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const content = bytes.subarray(start, start + packed)
    const unpacked = method === 0 ? content : unpack(content, left)
    left -= unpacked.length
    if (left < 0) throw new StatementError(TOO_LARGE)
    if (bytes.readUInt32LE(at + 24) !== unpacked.length) throw new StatementError(CUT_OFF)
    tags += countTags(unpacked, MAX_TAGS - tags)
    if (tags >= MAX_TAGS) throw new StatementError(TOO_LARGE)
    const name = bytes.subarray(at + 46, at + 46 + bytes.readUInt16LE(at + 28)).toString()
    if (/sheet[^/]*\.xml$/i.test(name)) requireNearCells(unpacked)
    at +=
      46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
}

/** At most so many. */
function countTags(content: Buffer, most: number): number {
  let count = 0
  for (let at = content.indexOf(60); at >= 0 && count < most; at = content.indexOf(60, at + 1)) {
    count++
  }
  return count
}

const PIECE = 4 * 1024 * 1024

/** @throws {StatementError} when a cell is beyond the columns and rows of any statement */
function requireNearCells(xml: Buffer) {
  for (let at = 0; at < xml.length; at += PIECE) {
    // An address that a piece cuts through is whole in the next one.
    const piece = xml.subarray(Math.max(0, at - 40), at + PIECE).toString('latin1')
    for (const [, letters = '', row = ''] of piece.matchAll(/\br="([A-Za-z]{0,12})(\d{1,20})"/g)) {
      const isNear = /^([A-Z]|A[A-Z]|B[A-H])?$/i.test(letters)
      if (!isNear || Number(row) > MAX_STATEMENT_ROWS + MORE_ROWS)
        throw new StatementError(TOO_LARGE)
    }
  }
}

function unpack(packed: Buffer, most: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, most) })
  } catch (error) {
    const isTooLong = (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE'
    throw new StatementError(isTooLong ? TOO_LARGE : CUT_OFF)
  }
}

async function readText(bytes: Buffer): Promise<Cell[][]> {
  const { utf8 } = toUtf8(bytes)
  if (utf8.includes(0)) {
    throw new StatementError(
      'This isn’t a statement that can be read. Download it as CSV or Excel, not as a PDF or a picture.',
    )
  }
  if (utf8.subarray(0, 4).toString() === '%PDF') {
    throw new StatementError('This is a PDF. Download the statement as CSV or Excel.')
  }
  const { rest, separator } = readSeparatorLine(utf8)
  const delimiter = separator ?? separatorOf(rest)
  await requireOrdinaryText(rest, delimiter, MAX_CELLS)
  try {
    return parse(rest, {
      delimiter,
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
      trim: true,
      max_record_size: MAX_RECORD,
      to: MAX_STATEMENT_ROWS + MORE_ROWS + 1,
    })
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (!code.startsWith('CSV_')) throw error
    throw new StatementError(CUT_OFF)
  }
}
