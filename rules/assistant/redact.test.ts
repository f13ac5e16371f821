import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupByFour, makeAccountNumber } from '../account-number.ts'
import { createVoucherCode, formatVoucherCode } from '../wifi.ts'
import { redactPersonalData } from './redact.ts'

const account = makeAccountNumber((below) => below - 3)

test.each([
  ['call me on 0712 345 678 today', 'call me on [removed] today'],
  ['+254 712-345-678', '[removed]'],
  ['my ID is 12345678.', 'my ID is [removed].'],
  ['I am amina.otieno+x@mail.example, hello', 'I am [removed] hello'],
  [`account ${account}`, 'account [removed]'],
  [`account ${account.slice(0, 4)} ${account.slice(4)}`, 'account [removed]'],
  ['code H4TX-92KD', 'code [removed]'],
  [`code ${account.slice(0, 4)} ${account.slice(4)}`, 'code [removed]'],
  // The shape of a code in fours: better one word too many.
  ['Is room A234 free', 'Is room [removed]'],
  ['Have they been there when rent rates rise?', 'Have they been there when rent rates rise?'],
  ['Which payments do students make on Saturday?', 'Which payments do students make on Saturday?'],
  ['my code 3VC3 XVWB fails', 'my code [removed] fails'],
  ['my code h k q r - no', 'my code h k q r - no'],
  ['hkqrwxyz', '[removed]'],
  ['that 3VC3 XVWB fails', '[removed] fails'],
  ['3 V C 3 X V W B', '[removed]'],
  ['UKL7 X2M4 QP', '[removed]'],
  ['receipt ukl7x-2m4qp please', 'receipt [removed] please'],
  ['UKLQWXMRQP', '[removed]'],
  ['ukl7.x2m4.qp', '[removed]'],
  ['ukl7 - x2m4 / qp', '[removed]'],
  ['May I see the garden? 7 of us', 'May I see the garden? 7 of us'],
  ['0712/345/678', '[removed]'],
  ['0712_345_678', '[removed]'],
  ['0712, 345, 678', '[removed]'],
  ['٠٧١٢ ٣٤٥ ٦٧٨', '[removed]'],
  ['Is it open for 30days at ksh650?', 'Is it open for 30days at ksh650?'],
  ['receipt UKL7X2M4QP', 'receipt [removed]'],
  ['Is a 3GB bundle Ksh 100 for 3 days in 2026?', 'Is a 3GB bundle Ksh 100 for 3 days in 2026?'],
  ['Is room A101 free, at 6500?', 'Is room A101 free, at 6500?'],
  ['Can visitors stay overnight', 'Can visitors stay overnight'],
  ['my ID is 12,345,678', 'my ID is [removed]'],
  ['0712\u200d345\u200d678', '[removed]'],
  ['call 07\u200b12\u200b345678', 'call [removed]'],
  ['0\u20e3712\ufe0f345\u0301678', '[removed]'],
  ['0712\u{1f4de}345\u{1f4de}678', '[removed]'],
  ['0712 \u{1f468}\u200d\u{1f469}\u200d\u{1f467} 345678', '[removed]'],
  ['12:34:56:78', '[removed]'],
  ['\u2460\u2461\u2462\u2463\u2464\u2465\u2466\u2467', '[removed]'],
  ['\u2776\u2777\u2778\u2779\u277a\u277b\u277c\u277d', '[removed]'],
  ['0712\u00b3\u2074\u2075678', '[removed]'],
  ['H4TX.92KD', '[removed]'],
  ['H4TX:92KD', '[removed]'],
  ['H4TX_92KD', '[removed]'],
  ['H4TX/92KD', '[removed]'],
  ['H4TX => 92KD', '[removed]'],
  ['\uff35\uff2b\uff2c\uff17\uff38\uff12\uff2d\uff14\uff31\uff30', '[removed]'],
  ['amina\uff20mail.example', '[removed]'],
  ['Is it 7,500 a month, or 6,500?', 'Is it 7,500 a month, or 6,500?'],
  ['between 6,500 - 7,500', 'between 6,500 - 7,500'],
  ['a deposit of 250,000?', 'a deposit of 250,000?'],
  ['open 8:00-17:00', 'open 8:00-17:00'],
  ['Rent, then keys? When? Free!', 'Rent, then keys? When? Free!'],
])('%s is sent as %s', (typed, sent) => {
  expect(redactPersonalData(typed)).toBe(sent)
})

const randomPicks = fc.infiniteStream(fc.nat(1_000_000))
const fromStream = (stream: Iterator<number>) => (below: number) =>
  (stream.next().value as number) % below

test('no voucher code or account number survives in any accepted spelling', () => {
  const gap = fc.constantFrom(
    ...['', ' ', '-', '  ', ' - ', '\u00a0', '–', '.', ':', '_', '/', '=>', ' | ', '+', '\u200d'],
    ...['\u{1f511}', '\u2060', '\ufe0f', ', '],
  )
  const around = fc.constantFrom('', 'code ', 'my code is ', '(', 'pay with: ')
  fc.assert(
    fc.property(
      randomPicks,
      gap,
      around,
      fc.boolean(),
      fc.boolean(),
      (stream, between, before, low, account) => {
        const make = account ? makeAccountNumber : createVoucherCode
        const code = make(fromStream(stream))
        const fours = `${code.slice(0, 4)}${between}${code.slice(4)}`
        const typed = low ? fours.toLowerCase() : fours
        // A word beside it may go with it.
        const sent = redactPersonalData(`${before}${typed} please`).toUpperCase()
        expect(sent).not.toContain(code.slice(0, 4))
        expect(sent).not.toContain(code.slice(4))
        for (const shown of [code, formatVoucherCode(code), groupByFour(code)])
          expect(redactPersonalData(shown)).toBe('[removed]')
      },
    ),
    { numRuns: 1000 },
  )
})

test('the user’s own values are removed however they are typed', () => {
  const gaps = fc.array(fc.constantFrom('', ' ', '-', '.', '/', ' _ '), {
    minLength: 7,
    maxLength: 7,
  })
  fc.assert(
    fc.property(randomPicks, gaps, (stream, between) => {
      const code = createVoucherCode(fromStream(stream))
      const typed = [...code].map((sign, at) => sign + (between[at] ?? '')).join('')
      expect(redactPersonalData(`use ${typed}`, [code])).toBe('use [removed]')
    }),
  )
})

test('no phone or ID number survives, whatever separates its digits', () => {
  const gap = fc
    .tuple(
      fc.constantFrom('', ' ', '\u200b'),
      fc.constantFrom('', ...',.:;_/|+*~=-–·#', '\u{1f4de}', '\u{1f468}\u200d\u{1f469}', '\u034f'),
      fc.constantFrom('', ' ', '\u2060'),
    )
    .map((signs) => signs.join(''))
  const figure = fc.nat(9)
  const zeros = fc.constantFrom(0x30, 0x660, 0x966, 0xff10, 0x1d7ce)
  const number = fc.array(fc.tuple(figure, gap), { minLength: 8, maxLength: 12 })
  fc.assert(
    fc.property(number, zeros, (signs, zero) => {
      const typed = signs.map(([digit, sign]) => String.fromCodePoint(zero + digit) + sign).join('')
      const last = signs.at(-1)?.[1] ?? ''
      const sent = redactPersonalData(`ID ${typed.slice(0, typed.length - last.length)} please`)
      expect(sent.match(/\p{N}/gu) ?? []).toEqual([])
    }),
    { numRuns: 1000 },
  )
})

test('all of them are removed from a text of any length, and other words stay', () => {
  const hostile = ['1,', 'H4-', 'a@', '\u34af', '\u0301', 'M A ', '9\u{1f4de}', '.@', '((']
  for (const piece of hostile) {
    const long = piece.repeat(5000)
    expect(redactPersonalData(`garden ${long} 0712345678`)).toMatch(/^garden (?!.*0712345678)/s)
  }
})
