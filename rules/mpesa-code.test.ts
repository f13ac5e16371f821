import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compactCode, findMpesaCode } from './mpesa-code.ts'

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
