import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { requireOrdinaryText, separatorOf, TableError, toUtf8 } from './table-text.ts'

const utf8Of = (bytes: Uint8Array) => toUtf8(Buffer.from(bytes)).utf8.toString()

describe('the encoding of a table', () => {
  test.each([
    ['one letter of older Excel in a file of UTF-8', 'Ngũgĩ\nCaf\xe9\nOtieno\n', 'Line 2 is not'],
    ['in the same line as others', 'Ngũgĩ Caf\xe9\n', 'Line 1 is not UTF-8'],
    ['two lines', 'Ngũgĩ\n\xe9\r\n\xe8\r', 'Lines 2, 3 are not UTF-8'],
    ['many lines', `ũ\n${'\xe9\n'.repeat(14)}`, 'Lines 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 4 more'],
    ['a file that was cut off within a letter', 'Ngũgĩ\nOti\xc4', 'Line 2 is not'],
  ])('%s is read, and its line is named', (_, text, notice) => {
    // What is above Latin-1 is written as UTF-8, the rest as one byte.
    const bytes = [...text].flatMap((letter) => {
      const code = letter.codePointAt(0) ?? 0
      return code < 256 ? [code] : [...Buffer.from(letter)]
    })
    const read = toUtf8(Buffer.from(bytes))
    expect(read.utf8.toString()).toBe(text)
    expect(read.notice).toContain(notice)
  })

  test('whatever is written in it, nothing is lost and UTF-8 is left alone', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        expect(utf8Of(Buffer.from(text))).toBe(Buffer.from(text).toString())
      }),
    )
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        const { utf8, notice } = toUtf8(Buffer.from(bytes))
        const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
        if (isUtf16 || (bytes[0] === 0xfe && bytes[1] === 0xff)) return
        // Overlong forms are the only ones that may become a mark of their own.
        if (notice === null) expect(utf8).toEqual(Buffer.from(bytes))
        else expect(utf8.length).toBeGreaterThan(bytes.length)
      }),
    )
  })
})

test.each([
  ['Room;Rent;Notes\nN1;5000;a, b, c, d, e\n', ';'],
  ['Room,Rent\nN1,5000\n', ','],
  ['Room\tRent\tNotes\nN1\t6,500\tbig, bright\nN2\t6,500\t\n', '\t'],
  ['ACACIA HOSTEL, NAIROBI, KENYA, P.O. Box 1, 2\n\nRoom;Rent\nN1;1\nN2;2\n', ';'],
  ['Room|Rent\nN1|6,500\nN2|6,500\n', '|'],
  ['"a,b";"c,d";x\n"a,b";"c,d";y\n', ';'],
  ['Room', ','],
  ['', ','],
])('the separator of %j is %j', (text, separator) => {
  expect(separatorOf(Buffer.from(text))).toBe(separator)
})

describe('before a parser sees a table', () => {
  const isRefused = (text: string, cells = 10_000) =>
    requireOrdinaryText(Buffer.from(text), ',', cells).then(
      () => null,
      (error: unknown) => (error instanceof TableError ? error.message : error),
    )

  test.each([
    ['a line of commas', `a,b\n${','.repeat(1001)}`, 'Line 2 has more than 1,000 cells'],
    ['commas in quotation marks', `"${','.repeat(2000)}"`, 'Line 1 has more than 1,000 cells'],
    ['a long line', `a\r\nb\r\n${'x'.repeat(500_001)}`, 'Line 3 is too long'],
    ['many cells', 'a,b,c\n'.repeat(3400), 'more than 10,000 cells'],
    ['many cells without an end of line', `${'a,b\n'.repeat(4999)}a,b,c`, 'more than 10,000 cells'],
    ['old Macs', `a\rb\r${','.repeat(1001)}`, 'Line 3 has more'],
  ])('%s is refused', async (_, text, message) => {
    expect(await isRefused(text)).toContain(message)
  })

  test.each([
    ['empty lines down to the end of the sheet', `a,b\n${', ,,,\r\n'.repeat(30_000)}`],
    ['a long cell', `a,${'x'.repeat(400_000)}`],
    ['as many cells as there may be', 'a,b\n'.repeat(5000)],
    ['nothing', ''],
  ])('%s is not', async (_, text) => {
    expect(await isRefused(text)).toBe(null)
  })
})
