import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { MAX_IMPORT_CELL, MAX_IMPORT_COLUMNS } from '#rules/import-columns.ts'
import { invalid } from '../errors.ts'
import type { Upload } from '../uploads/receive-form.ts'
import { type Line, pause } from './rows.ts'

export interface Table {
  headings: string[]
  /** Of the file's bytes. */
  hash: string
  /** The rows that aren't empty. */
  lines: Line[]
}

const bad = (message: string) => invalid('table', message)

/** As UTF-8: that and UTF-16 are recognised; what is neither is taken as Windows-1252, which older Excel writes. */
function toUtf8(bytes: Buffer): Buffer {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return recode(bytes, 'utf-16le')
  if (first === 0xfe && second === 0xff) return recode(bytes, 'utf-16be')
  return isUtf8(bytes) ? bytes : recode(bytes, 'windows-1252')
}

const recode = (bytes: Buffer, encoding: string) =>
  Buffer.from(new TextDecoder(encoding).decode(bytes))

/** The separator that is most frequent in the heading. */
function separatorOf(utf8: Buffer): string {
  const text = utf8.toString('utf8', 0, MAX_HEADING_BYTES)
  const heading = text.slice(0, text.search(/[\r\n]|$/)).replace(/"[^"]*"/g, '')
  const count = (separator: string) => heading.split(separator).length
  return [',', ';', '\t'].toSorted((one, other) => count(other) - count(one))[0] ?? ','
}

const MAX_HEADING_BYTES = 200_000
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
 * @throws {HttpError} 400 that says what is wrong with the file
 */
export async function readTable(file: Upload | undefined, mostRows: number): Promise<Table> {
  if (!file || file.bytes === 0) throw bad('Please choose a file, or paste the table.')
  const bytes = await readFile(file.path)
  if (bytes.subarray(0, 2).toString('latin1') === 'PK' || bytes.subarray(0, 4).equals(OLE2)) {
    throw bad('This is an Excel workbook. In Excel choose “Save as” and then “CSV UTF-8”.')
  }
  const utf8 = toUtf8(bytes)
  if (utf8.includes(0)) throw bad('This isn’t a CSV file.')
  const parser = parse({
    delimiter: separatorOf(utf8),
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    trim: true,
    max_record_size: MAX_HEADING_BYTES,
    info: true,
  })
  let headings: string[] | null = null
  const lines: Line[] = []
  try {
    const records = Readable.from(slices(utf8)).pipe(parser)
    for await (const { record, info } of records as AsyncIterable<Parsed>) {
      if (headings === null) {
        headings = record
        if (headings.length > MAX_IMPORT_COLUMNS) {
          throw bad(
            `The file has ${headings.length} columns; at most ${MAX_IMPORT_COLUMNS} can be read.`,
          )
        }
        continue
      }
      if (lines.length === mostRows) {
        throw bad(`The file has more than ${mostRows.toLocaleString('en')} rows. Please split it.`)
      }
      if (record.some((cell) => cell.length > MAX_IMPORT_CELL)) {
        throw bad(`Line ${info.lines} has a cell of more than ${MAX_IMPORT_CELL} characters.`)
      }
      const cells = record.slice(0, headings.length).map(unquoted)
      lines.push({ line: info.lines, cells })
    }
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (!code.startsWith('CSV_')) throw error
    throw bad('The file can’t be read. Is a quotation mark missing somewhere?')
  }
  if (headings === null) throw bad('The file is empty.')
  if (lines.length === 0) throw bad('The file has a heading but no rows.')
  return { headings, lines, hash: createHash('sha256').update(bytes).digest('hex') }
}

/** In our own files an apostrophe keeps a spreadsheet from running what looks like a formula. */
const unquoted = (cell: string) => (/^'[=+\-@%|\t\r]/.test(cell) ? cell.slice(1) : cell)

interface Parsed {
  record: string[]
  info: { lines: number }
}

/** How older Excel workbooks begin. */
const OLE2 = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])
