import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { csvOf, payBill, portalName, portalRows } from '../testing/statements.ts'
import { readStatementFile } from './read-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'bweni-statement-'))
afterAll(() => rmSync(folder, { recursive: true }))

function fileOf(rows: number) {
  const path = join(folder, String(rows))
  const lines = Array.from({ length: rows }, (_, at) => ({
    receipt: `UKK${String(at).padStart(7, '0')}`,
    at: new Date(Date.parse('2026-11-20T05:00:00Z') + at * 100),
    details: payBill('x'),
    cents: 100,
  }))
  const text = csvOf(portalRows(lines))
  writeFileSync(path, text)
  return { field: 'table', path, bytes: text.length }
}

const name = portalName('174379', '2026-11-20')
const hints = { account: '', remembered: {}, columns: null, shortcode: '174379' }
const TOO_MUCH = 'This file takes too long to read.'

test('a file that takes too much memory is refused, and this process goes on', async () => {
  const limits = { megabytes: 12, milliseconds: 60_000 }
  await expect(readStatementFile(fileOf(40_000), name, hints, limits)).rejects.toThrow(TOO_MUCH)
})

test('a file that takes too much time is refused', async () => {
  const limits = { megabytes: 512, milliseconds: 1 }
  await expect(readStatementFile(fileOf(10), name, hints, limits)).rejects.toThrow(TOO_MUCH)
})

/** A zip as small as can be, of files that are stored and not packed. */
function zipOf(files: [name: string, content: string, declared?: number][]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, content, declared = content.length] of files) {
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50)
    local.writeUInt32LE(content.length, 18)
    local.writeUInt32LE(declared, 22)
    local.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50)
    entry.writeUInt32LE(content.length, 20)
    entry.writeUInt32LE(declared, 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(at, 42)
    const part = Buffer.concat([local, Buffer.from(name), Buffer.from(content)])
    parts.push(part)
    directory.push(entry, Buffer.from(name))
    at += part.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, ...directory, end])
}

test.each<[string, Parameters<typeof zipOf>[0], string]>([
  [
    'a cell at the end of the world',
    [['xl/worksheets/sheet1.xml', '<row r="9999999"><c r="ZZZ9999999"><v>1</v></c></row>']],
    'larger than a statement',
  ],
  [
    'a cell far to the right',
    [['xl/worksheets/sheet1.xml', '<c r="XFD1"><v>1</v></c>']],
    'larger than a statement',
  ],
  [
    'more files than any workbook has',
    Array.from({ length: 200 }, (_, at) => [`${at}.xml`, 'x']),
    'damaged or cut off',
  ],
  [
    'more tags than a statement has cells',
    [['xl/sharedStrings.xml', '<a/>'.repeat(6_000_000)]],
    'larger than a statement',
  ],
  ['a file that is said to be large', [['a.xml', 'x', 600_000]], 'damaged or cut off'],
])('%s is refused before the library sees it', async (title, files, message) => {
  const zip = zipOf(files)
  const path = join(folder, title.replaceAll(' ', '-'))
  writeFileSync(path, zip)
  const file = { field: 'table', path, bytes: zip.length }
  await expect(readStatementFile(file, name, hints)).rejects.toThrow(message)
})

test('a cell full of spaces takes no time', async () => {
  const text = `Receipt No,Completion Time,Details,Transaction Status,Paid In (KSHs),Withdrawn (KSHs),Balance (KSHs)\nUKK0000001,"20/11/2026${' '.repeat(150_000)}x",x,Completed,"1${' '.repeat(150_000)}x",0.00,1.00`
  const path = join(folder, 'spaces')
  writeFileSync(path, text)
  const limits = { megabytes: 512, milliseconds: 20_000 }
  const file = { field: 'table', path, bytes: text.length }
  await expect(readStatementFile(file, name, hints, limits)).rejects.not.toThrow(TOO_MUCH)
})

test('many rows come in parts, and all of them', async () => {
  const { parts, head } = await readStatementFile(fileOf(4500), name, hints)
  const rows: { row_key: string }[] = parts.flatMap((json) => JSON.parse(json))
  const keys = new Set(rows.map(({ row_key }) => row_key))
  expect([parts.length > 1, keys.size, head?.row_count]).toEqual([true, 4500, 4500])
  expect(head?.latest).toEqual(new Date(Date.parse('2026-11-20T05:07:29Z')))
})
