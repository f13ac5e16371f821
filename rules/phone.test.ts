import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatPhone, readPhone, readTelephone, sponsorText, toMsisdn } from './phone.ts'

const RIGHT = '254712345678'

test.each([
  ['0712345678'],
  ['254712345678'],
  ['+254 712 345 678'],
  ['0712-345-678'],
  ['\u202a+254 712 345 678\u202c'],
  ['\u200b0712345678\u200b'],
  ['0712\u2011345\u2011678'],
  ['0712–345–678'],
  ['(0712) 345 678'],
  ['0712.345.678'],
  ['+254 (0) 712 345 678'],
  ['+2540712345678'],
  ['00254712345678'],
  ['002540712345678'],
  ['０７１２３４５６７８'],
  ['＋２５４ ７１２ ３４５ ６７８'],
  ['tel:+254712345678'],
  ['TEL: 0712 345 678'],
  ['Phone no. 0712345678'],
  ['Namba ya simu: 0712 345 678'],
  ['https://wa.me/254712345678'],
  ['0712 345 678 (WhatsApp)'],
  ['0712 345 678 – M-Pesa'],
  ['📞 0712 345 678'],
  ['0️⃣7️⃣1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣8️⃣'],
  ['٠٧١٢٣٤٥٦٧٨'],
  ['०७१२३४५६७८'],
  ['𝟎𝟕𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖'],
  ["'0712345678"],
  ['="0712345678"'],
  ['*0712345678*'],
  ['<0712345678>,'],
  ['0712\u00a0345\u202f678'],
  ['07 12 34 56 78'],
  ['0712·345·678'],
  ['[0712] 345/678'],
  ['254,712,345,678'],
  ['254712345678.0'],
  ['0254712345678'],
  ['0712 345 678.'],
  ['0712\n345\t678'],
  ['\ufeff0712345678'],
  ['0\u00ad712345678'],
  ['0712 345−678'],
])('%j is read', (typed) => {
  expect(readPhone(typed)).toEqual({ msisdn: RIGHT, problem: null })
})

test.each([
  [''],
  ['   '],
  ['712345678'],
  ['0812345678'],
  ['07123456789'],
  ['25471234567'],
  ['07123x5678'],
  ['0712 O45 678'],
  ['O712345678'],
  ['0712 34S 678'],
  ['l712345678'],
  ['0712 345 67?8'],
  ['0712***678'],
  ['0712+345678'],
  ['0712345678²'],
  ['071234567⁸'],
  ['Mum 0712345678'],
  ['0712345678 x5'],
  ['2.54712E+11'],
  ['+255712345678'],
  ['+1 254 712 345 678'],
  ['254254712345678'],
  ['0712345678/9'],
  ['Tel'],
  ['254712345678@'],
  ['@0712345678'],
  [`0712345678${' '.repeat(300)}`],
])('%j is refused', (typed) => {
  expect(readPhone(typed)).toEqual({ msisdn: null, problem: 'invalid' })
})

test.each([
  ['0712345678 0722345678'],
  ['0712345678/0722345678'],
  ['0712 345 678 or +254 722 345 678'],
  ['0712345678, 0722345678'],
  ['0712345678\n0722345678'],
  ['0712345678 na 0112345678'],
  ['0712345678 0712345678'],
])('of %j only one is wanted', (typed) => {
  expect(readPhone(typed)).toEqual({ msisdn: null, problem: 'several' })
})

const local = fc
  .tuple(fc.constantFrom('7', '1'), fc.stringMatching(/^\d{8}$/))
  .map((all) => all.join(''))
const prefix = fc.constantFrom(
  '0',
  '254',
  '+254',
  '00254',
  '+2540',
  '+254 (0) ',
  '+254-',
  '(+254) ',
)
const gap = fc.constantFrom('', '', '', ' ', '-', '.', '\u200b', '\u2011', '\u00a0', '\u202d', '/')
const around = fc.constantFrom(
  '',
  ' ',
  '\u202a',
  '\u2068',
  '"',
  "'",
  '(',
  ')',
  ',',
  ';',
  '·',
  '☎ ',
  '\n',
)
const width = fc.constantFrom(
  (text: string) => text,
  (text: string) => text.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
  (text: string) => text.replace(/\d/g, (digit) => String.fromCharCode(0x0660 + Number(digit))),
)

test('a number is read whatever stands around it and between its digits', () => {
  fc.assert(
    fc.property(
      ...([
        local,
        prefix,
        fc.array(gap, { minLength: 9, maxLength: 9 }),
        around,
        around,
        width,
      ] as const),
      (digits, before, gaps, open, close, wide) => {
        const spelled = [...digits].map((digit, at) => digit + (at < 8 ? gaps[at] : '')).join('')
        expect(toMsisdn(wide(open + before + spelled + close))).toBe(`254${digits}`)
      },
    ),
  )
})

test('what is read are the last nine of all digits that were typed, and no letter was left out', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '0',
      '254',
      '+254',
      '00254',
      '7',
      '1',
      '07',
      'O',
      'l',
      'tel:',
      ' ',
      '(0)',
      '-',
      '.',
      '²',
    ),
    fc.stringMatching(/^\d{3,8}$/),
    fc.string({ maxLength: 2, unit: 'binary' }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const typed = pieces.join('')
      const read = toMsisdn(typed)
      if (read === null) return
      const plain = typed.normalize('NFKC')
      expect(plain).not.toMatch(/[Ol²]\d|\d[Ol²]/)
      // After a whole number a spreadsheet's fraction is none of its digits; before, the dot is a gap.
      const whole = plain.replace(/(?<!\d)(\d{10,13})\.0{1,2}(?=\D*$)/, '$1')
      expect(read.slice(3)).toBe(whole.replace(/\D/g, '').slice(-9))
    }),
    { numRuns: 500, examples: [[['07', '000000', '7', '.', '0']], [['0712345678', '.0', ' ']]] },
  )
})

test('any text takes no time', () => {
  for (const piece of ['tel ', 'no.', '(0)', '+', '0 ', 'ya-'])
    expect(readPhone(piece.repeat(100_000)).msisdn).toBeNull()
})

describe('a number to call', () => {
  test.each([
    ['0709 000 123', '0709 000 123'],
    ['+254 (0)20-222 33 44', '+254 20 222 33 44'],
    ['\u202a0709.000.123\u202c', '0709 000 123'],
    ['Tel: 020 222 3344', '020 222 3344'],
    ['０７０９０００１２３', '0709000123'],
    ['0709 OOO 123', null],
    ['12345', null],
    ['', null],
  ])('%j is %j', (typed, telephone) => {
    expect(readTelephone(typed)).toBe(telephone)
  })
})

test('numbers are shown in the usual spelling', () => {
  expect(formatPhone('254712345678')).toBe('0712 345 678')
  expect(formatPhone('no phone')).toBe('no phone')
})

test('of a sponsor’s phone the tenant reads the beginning and the end', () => {
  expect(sponsorText('Mum', '254712345123')).toBe('Mum (2547…123)')
})
