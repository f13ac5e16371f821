import { isUtf8 } from 'node:buffer'
import { setImmediate } from 'node:timers/promises'
import { createQueue } from '../queue.ts'

/** A file that can't be read as a table: the sentence says what is wrong with it. */
export class TableError extends Error {
  override name = 'TableError'
}

/** Tables are read one at a time in each process, whatever they are of: a large one takes memory and time. */
export const tableReaders = createQueue(1, 8)

/** A cell has at most 2,000 characters, so no line of a table has more. */
const MAX_LINE_BYTES = 500_000
/** The most characters in one record of the parser, however many lines it has. */
export const MAX_RECORD = 500_000
/** A table of an office has dozens of columns. */
const MAX_SEPARATORS = 1000
/** A sheet of Excel has fewer; most of them are empty, where it was formatted down to its end. */
const MAX_LINES = 1_200_000
/** Bytes looked at in one go: some milliseconds. */
const SLICE_BYTES = 256 * 1024

const NEWLINE = 10
const RETURN = 13

const QUOTE = ' Is a quotation mark missing somewhere?'

/**
 * Refuses what no office has, before a parser makes a value of each cell: it counts bytes, whatever stands between quotation
 * marks, so that there is nothing to talk it out of.
 * @param mostCells of all lines in which anything stands
 * @throws {TableError} with the line
 */
export async function requireOrdinaryText(utf8: Buffer, separator: string, mostCells: number) {
  const between = separator.charCodeAt(0)
  let [line, bytes, separators, cells] = [1, 0, 0, 0]
  let isBlank = true
  for (let start = 0; start < utf8.length; start += SLICE_BYTES) {
    const end = Math.min(start + SLICE_BYTES, utf8.length)
    for (let at = start; at < end; at++) {
      const byte = utf8[at]
      if (byte === NEWLINE || byte === RETURN) {
        if (byte === NEWLINE && utf8[at - 1] === RETURN) continue
        if (!isBlank) cells += separators + 1
        line++
        bytes = 0
        separators = 0
        isBlank = true
        if (cells > mostCells) throw tooMany(mostCells)
        if (line > MAX_LINES) throw new TableError('The file has too many lines. Please split it.')
        continue
      }
      if (++bytes > MAX_LINE_BYTES) {
        throw new TableError(`Line ${line} is too long to be one of a table.${QUOTE}`)
      }
      if (byte === between) {
        if (++separators > MAX_SEPARATORS) {
          const most = MAX_SEPARATORS.toLocaleString('en')
          throw new TableError(`Line ${line} has more than ${most} cells, so this isn’t a table.`)
        }
      } else if (byte !== 32) isBlank = false
    }
    await setImmediate()
  }
  if (!isBlank && cells + separators + 1 > mostCells) throw tooMany(mostCells)
}

const tooMany = (most: number) =>
  new TableError(`The file has more than ${most.toLocaleString('en')} cells. Please split it.`)

/** Lines that a sentence names; the rest are counted. */
export const MAX_NAMED = 10

const GUESSED =
  'The file isn’t UTF-8, so it was read as older Excel writes it (Windows-1252). Check names with accents; if they look wrong, save the file as “CSV UTF-8”.'

/**
 * A table as UTF-8: that and UTF-16 are recognised; what is neither is taken as Windows-1252, which older Excel writes. In a file
 * that is UTF-8 except for some bytes, only those are.
 * @param notice what to look at, because the file doesn't say how it is written
 */
export function toUtf8(bytes: Buffer): { utf8: Buffer; notice: string | null } {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return { utf8: recode(bytes, 'utf-16le'), notice: null }
  if (first === 0xfe && second === 0xff) return { utf8: recode(bytes, 'utf-16be'), notice: null }
  if (isUtf8(bytes)) return { utf8: bytes, notice: null }
  const { isElseUtf8, ...stray } = findStray(bytes)
  if (!isElseUtf8) return { utf8: recode(bytes, 'windows-1252'), notice: GUESSED }
  return { utf8: repair(bytes, stray.count), notice: strayNotice(stray) }
}

/** Piece by piece: as one text a file takes several times its size. */
function recode(bytes: Buffer, encoding: string): Buffer {
  const decoder = new TextDecoder(encoding)
  const parts: Buffer[] = []
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    const piece = bytes.subarray(at, at + SLICE_BYTES)
    parts.push(Buffer.from(decoder.decode(piece, { stream: true })))
  }
  return Buffer.concat([...parts, Buffer.from(decoder.decode())])
}

/** How many bytes the character that begins here has in UTF-8; null for a byte that begins none. */
function lengthOf(bytes: Buffer, at: number): number | null {
  const byte = bytes[at] ?? 0
  if (byte < 0x80) return 1
  const length = byte < 0xc2 ? 0 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : byte < 0xf5 ? 4 : 0
  for (let next = 1; next < length; next++) {
    if (((bytes[at + next] ?? 0) & 0xc0) !== 0x80) return null
  }
  return length || null
}

interface Stray {
  count: number
  /** The first lines that have any, and how many have. */
  lines: number[]
  lineCount: number
}

/** The bytes that belong to no character in UTF-8. */
function findStray(bytes: Buffer): Stray & { isElseUtf8: boolean } {
  const found = { count: 0, lines: [] as number[], lineCount: 0, isElseUtf8: false }
  let [line, latest] = [1, 0]
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] ?? 0
    if (byte === NEWLINE || (byte === RETURN && bytes[at + 1] !== NEWLINE)) line++
    const length = lengthOf(bytes, at)
    if (length !== null && length > 1) found.isElseUtf8 = true
    if (length === null) {
      found.count++
      if (latest !== line) found.lineCount++
      if (latest !== line && found.lines.length < MAX_NAMED) found.lines.push(line)
      latest = line
    }
    at += length ?? 1
  }
  return found
}

const MOST_BYTES_OF_ONE = 3
/** From 0x80 on. */
const windows1252 = Array.from({ length: 128 }, (_, at) =>
  Buffer.from(new TextDecoder('windows-1252').decode(Uint8Array.of(0x80 + at))),
)

function repair(bytes: Buffer, count: number): Buffer {
  const utf8 = Buffer.alloc(bytes.length + count * (MOST_BYTES_OF_ONE - 1))
  let end = 0
  for (let at = 0; at < bytes.length; ) {
    const length = lengthOf(bytes, at)
    if (length === null) {
      end += windows1252[(bytes[at] ?? 0) - 0x80]?.copy(utf8, end) ?? 0
      at++
    } else {
      for (const after = at + length; at < after; at++) utf8[end++] = bytes[at] ?? 0
    }
  }
  return utf8.subarray(0, end)
}

/** `Line 4 is`, `Lines 4, 7 and 2 more are` */
function strayNotice({ lines, lineCount }: Stray): string {
  const more = lineCount - lines.length
  const named = `${lines.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  const which = lineCount === 1 ? `Line ${named} is` : `Lines ${named} are`
  return `${which} not UTF-8, as the rest of the file is: letters there were read as older Excel writes them (Windows-1252). Check the names there.`
}

/** A line before the table that tells Excel the separator, which Excel doesn't show. */
export function readSeparatorLine(utf8: Buffer): { rest: Buffer; separator: string | null } {
  const start = utf8.toString('utf8', 0, 20)
  const [line, separator = null] = /^\ufeff?"?sep=([^\r\n"])"?(?:\r\n|\r|\n)/i.exec(start) ?? ['']
  return { rest: utf8.subarray(Buffer.byteLength(line)), separator }
}

/** Where a table is looked at for its separator. */
const MAX_SAMPLE_BYTES = 200_000
const MAX_SAMPLE_LINES = 40

/** The separator that is in most lines, and in most of them as often; title rows and remarks have others. */
export function separatorOf(utf8: Buffer): string {
  const lines = utf8
    .toString('utf8', 0, MAX_SAMPLE_BYTES)
    .replace(/"[^"]*"/g, '')
    .split(/\r\n?|\n/, MAX_SAMPLE_LINES)
  const rank = (separator: string): [lines: number, cells: number] => {
    const counts = lines.map((line) => line.split(separator).length - 1).filter(Boolean)
    const alike = Map.groupBy(counts, (count) => count)
    const [often, some = []] = [...alike].reduce(
      (most, one) => (one[1].length > (most[1]?.length ?? 0) ? one : most),
      [0, []] as [number, number[]],
    )
    return [some.length, often]
  }
  const ranked = [',', ';', '\t', '|'].map((separator) => ({ separator, rank: rank(separator) }))
  const [best] = ranked.toSorted(
    ({ rank: [lines, cells] }, { rank: [otherLines, otherCells] }) =>
      otherLines - lines || otherCells - cells,
  )
  return best?.separator ?? ','
}
