import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse'
import { MAX_IMPORT_CELL, MAX_IMPORT_COLUMNS } from '#rules/import-columns.ts'
import { invalid } from '../errors.ts'
import type { Upload } from '../uploads/receive-form.ts'

export interface Line {
  /** In the file, the heading being line 1. */
  line: number
  cells: string[]
}

export interface Table {
  headings: string[]
  /** Of the file's bytes. */
  hash: string
  /** The rows that aren't empty. */
  lines: Line[]
}

const bad = (message: string) => invalid('table', message)

/** UTF-8 and UTF-16 are recognised; what is neither is taken as Windows-1252, which older Excel writes. */
function decode(bytes: Buffer): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The separator that is most frequent in the heading. */
function separatorOf(text: string): string {
  const heading = text.slice(0, text.search(/[\r\n]|$/)).replace(/"[^"]*"/g, '')
  const count = (separator: string) => heading.split(separator).length
  return [',', ';', '\t'].toSorted((one, other) => count(other) - count(one))[0] ?? ','
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
  const text = decode(bytes)
  if (text.includes('\0')) throw bad('This isn’t a CSV file.')
  const parser = parse(text, {
    delimiter: separatorOf(text),
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    trim: true,
    max_record_size: 200_000,
    info: true,
  })
  let headings: string[] | null = null
  const lines: Line[] = []
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
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
      lines.push({ line: info.lines, cells: record.slice(0, headings.length) })
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

interface Parsed {
  record: string[]
  info: { lines: number }
}

/** How older Excel workbooks begin. */
const OLE2 = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])
