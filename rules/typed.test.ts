import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compactTyped, plainTyped } from './typed.ts'

test.each([
  ['\u202a0712\u202c', '0712'],
  ['a\u200bb\u00adc\u2060d\ufeffe', 'abcde'],
  ['  a\u00a0\u202f\tb\r\nc  ', 'a b c'],
  ['1–2—3\u20114−5‐6', '1-2-3-4-5-6'],
  ['０１２ＡＢ＋（）', '012AB+()'],
  ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
  ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
  ['०१२३४५६७८९', '0123456789'],
  ['𝟎𝟏𝟐𝟵', '0129'],
  ['7️⃣', '7'],
  ['5² ½ ①', '5² ½ ①'],
  ['Wanjikũ', 'Wanjikũ'],
  ['', ''],
])('%j is %j in plain characters', (typed, plain) => {
  expect(plainTyped(typed)).toBe(plain)
})

test('plain text stays as it is, and once is enough', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 40 }),
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      (ascii, any) => {
        expect(plainTyped(ascii)).toBe(ascii.replace(/\s+/g, ' ').trim())
        expect(plainTyped(plainTyped(any))).toBe(plainTyped(any))
        expect(plainTyped(any)).not.toMatch(/[\p{Cf}\p{Cc}]|(?![0-9])\p{Nd}/u)
      },
    ),
  )
})

test('the compact form has letters and digits only', () => {
  expect(compactTyped(' a 765–4321. ')).toBe('A7654321')
})
