import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  compactCode,
  dayOfCode,
  findMpesaCode,
  readMpesaSms,
  withoutBalance,
} from './mpesa-code.ts'

const CODE = 'UKL41H4ZKU'

test.each([
  [CODE, 'UKL41H4ZKU'],
  [' ukl4 1h4z-ku. ', 'UKL41H4ZKU'],
  [`${CODE} Confirmed. Ksh50.00 sent`, 'UKL41H4ZKU'],
  ['UKL4 1H4Z KU confirmed.\nKsh50.00', 'UKL41H4ZKU'],
  ['UKL4 1H4Z KU Imethibitishwa. Ksh50.00', 'UKL41H4ZKU'],
  ['…', ''],
])('%j is compacted to %j', (typed, code) => {
  expect(compactCode(typed)).toBe(code)
})

const bought = `${CODE} Confirmed. Ksh100.00 sent to ACACIA COURT for account WIFI7Q2FMK94 on 21/11/26 at 6:24 PM New M-PESA balance is Ksh1,204.50. Transaction cost, Ksh0.00.Amount you can transact within the day is 499,900.00. Save frequent paybills for quick payment on M-PESA app https://bit.ly/mpesalnk`

test.each([
  ['the code alone', CODE],
  ['in small letters', CODE.toLowerCase()],
  ['with gaps', 'UKL4 1H4Z KU'],
  ['with dashes and a full stop', 'ukl4-1h4z-ku.'],
  ['a bundle’s SMS', bought],
  ['the same in small letters', bought.toLowerCase()],
  ['with line breaks', bought.replaceAll('. ', '.\n')],
  ['in quotation marks', `"${bought}"`],
  ['with the sender before it', `MPESA 21 Nov 2026 18:24\n${bought}`],
  ['with a sentence before it', `Good evening, I paid but no code came. ${bought} Please help`],
  ['forwarded', `Fwd: ${bought}`],
  [
    'in Swahili',
    `${CODE} Imethibitishwa. Ksh50.00 imetumwa kwa ACACIA COURT kwa akaunti nambari WIFI7Q2FMK94 tarehe 21/11/26 saa 6:24 PM Salio lako la M-PESA ni Ksh1,204.50. Gharama ya kutuma ni Ksh0.00.`,
  ],
  [
    'to a till',
    `${CODE} Confirmed. Ksh50.00 paid to ACACIA COURT. on 21/11/26 at 6:24 PM.New M-PESA balance is Ksh9.00. Transaction cost, Ksh0.00.`,
  ],
  ['without a space after it', `${CODE}. Confirmed. Ksh50.00 sent to ACACIA COURT`],
  ['with a second SMS below', `${bought}\nUKM52J5ABX Confirmed. Ksh650.00 sent to ACACIA COURT`],
  ['with a word of its form before it', `BLACKBOARD: ${bought}`],
])('the code is found: %s', (_, typed) => {
  expect(findMpesaCode(typed)).toBe(CODE)
})

test('a code without a digit is found where it stands alone', () => {
  expect(findMpesaCode('UKLABHCZKU')).toBe('UKLABHCZKU')
  expect(findMpesaCode('UKLABHCZKU Confirmed. Ksh50.00 sent')).toBe('UKLABHCZKU')
})

test.each([
  '',
  '   ',
  'N/A',
  '---',
  'my payment',
  'I do not know',
  'a blackboard please',
  'UKL7X2M4',
  'UKL41H4ZKU1',
  '0712345678',
  '254712345678',
  'I paid 50 shillings',
  'I paid yesterday at 6:24 PM from 0712 345 678 and no code has come since',
  'Ksh100.00 sent to ACACIA COURT for account WIFI7Q2FMK94 on 21/11/26 at 6:24 PM',
])('no code is found in %j', (typed) => {
  expect(findMpesaCode(typed)).toBeNull()
})

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const code = fc
  .tuple(
    fc.constantFrom(...letters),
    fc.constantFrom(...letters.slice(0, 12)),
    fc.array(fc.constantFrom(...letters, ...'0123456789'), { minLength: 7, maxLength: 7 }),
    fc.constantFrom(...'0123456789'),
  )
  .map(([year, month, rest, digit]) => year + month + digit + rest.join(''))
const withoutCode = fc.string({ maxLength: 60 }).filter((text) => !/[A-Z0-9]{10}/i.test(text))

test('the first of several codes is found, whatever stands around it', () => {
  fc.assert(
    fc.property(code, code, withoutCode, withoutCode, (first, second, before, after) => {
      const sms = `${before} ${first} Confirmed. ${after} ${second} ${after}`
      expect(findMpesaCode(sms)).toBe(first)
      expect(findMpesaCode(sms.toLowerCase())).toBe(first)
    }),
  )
})

test('whatever is found has M-Pesa’s form', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (typed) => {
      expect(findMpesaCode(typed) ?? CODE).toMatch(/^[A-Z][A-L][A-Z0-9]{8}$/)
    }),
  )
})

test('a long text without a code takes no time', () => {
  const started = performance.now()
  expect(findMpesaCode('confirmed UKL '.repeat(10_000))).toBeNull()
  expect(performance.now() - started).toBeLessThan(500)
})

test.each([
  ['SB6A41H4ZK', '2024-02-06'],
  ['TJK6H7T0JT', '2025-10-20'],
  ['TK5941H4ZK', '2025-11-05'],
  ['UHP41H4ZKU', '2026-08-25'],
  ['UKL41H4ZKU', '2026-11-21'],
  ['VAV41H4ZKU', '2027-01-31'],
  ['UBV41H4ZKU', null],
  ['UKZ41H4ZKU', null],
  ['UK041H4ZKU', null],
])('%s was made on %s', (made, day) => {
  expect(dayOfCode(made)).toBe(day)
})

test.each([
  [
    'TJK6H7T0JT Confirmed. Ksh1000.00 sent to Equity Paybill Account for account 123123 on 20/10/25 at 4:26 PM New M-PESA balance is Ksh123.12. Transaction cost, Ksh23.00.Amount you can transact within the day is 499,000.00',
    { receipt: 'TJK6H7T0JT', amount: 1000, on: '2025-10-20', account: '123123' },
  ],
  [
    'UKL41H4ZKU Confirmed. Ksh6,500.00 sent to ACACIA COURT for account AC7K 4M9X on 21/11/26 at 6:24 PM New M-PESA balance is Ksh1,204.50.',
    { receipt: 'UKL41H4ZKU', amount: 6500, on: '2026-11-21', account: 'AC7K 4M9X' },
  ],
  [
    'UKL41H4ZKU Imethibitishwa. Ksh50.00 imetumwa kwa ACACIA COURT kwa akaunti nambari WIFI7Q2FMK94 tarehe 2/1/26 saa 6:24 PM Salio lako la M-PESA ni Ksh1,204.50.',
    { receipt: 'UKL41H4ZKU', amount: 50, on: '2026-01-02', account: 'WIFI7Q2FMK94' },
  ],
  [
    'UKL41H4ZKU Confirmed. Ksh50.00 paid to ACACIA COURT. on 21/11/26 at 6:24 PM.New M-PESA balance is Ksh9.00.',
    { receipt: 'UKL41H4ZKU', amount: 50, on: '2026-11-21', account: null },
  ],
  [
    'I paid Ksh 20 before. UKL41H4ZKU Confirmed. Ksh50.50 paid to SHOP on 31/2/26',
    { receipt: 'UKL41H4ZKU', amount: null, on: null, account: null },
  ],
  ['ukl4 1h4z ku', { receipt: 'UKL41H4ZKU', amount: null, on: null, account: null }],
])('%s', (sms, read) => {
  expect(readMpesaSms(sms)).toEqual(read)
})

test('without a code there is nothing to read', () => {
  expect(readMpesaSms('I paid Ksh 6,500 on 21/11/26')).toBeNull()
})

test('whatever is pasted, what is read of it fits its column', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), fc.string({ maxLength: 300 }), (before, after) => {
      const read = readMpesaSms(`${before} UKL41H4ZKU Confirmed. Ksh6,500.00 ${after}`)
      if (!read) return
      expect(read.amount ?? 1).toBeGreaterThan(0)
      expect(read.on ?? '2026-01-01').toMatch(/^20\d\d-\d\d-\d\d$/)
      expect((read.account ?? '').length).toBeLessThanOrEqual(40)
    }),
  )
})

test('what is left on M-Pesa is cut off, and nothing that is read', () => {
  for (const balance of ['New M-PESA balance is Ksh9.00.', 'Salio lako la M-PESA ni Ksh9.00.']) {
    const sms = `UKL41H4ZKU Confirmed. Ksh50.00 sent to ACACIA COURT for account X on 21/11/26 at 6:24 PM ${balance} More`
    const kept = withoutBalance(sms)
    expect(kept).toMatch(/PM$/)
    expect(readMpesaSms(kept)).toEqual(readMpesaSms(sms))
  }
})
