import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inFours, makeAccountNumber } from './account-number.ts'
import { withoutPersonalData } from './personal.ts'
import { makeVoucherCode, shownVoucherCode } from './wifi.ts'

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
  ['0712/345/678', '[removed]'],
  ['0712_345_678', '[removed]'],
  ['0712, 345, 678', '[removed]'],
  ['٠٧١٢ ٣٤٥ ٦٧٨', '[removed]'],
  ['Is it open for 30days at ksh650?', 'Is it open for 30days at ksh650?'],
  ['receipt UKL7X2M4QP', 'receipt [removed]'],
  ['Is a 3GB bundle Ksh 100 for 3 days in 2026?', 'Is a 3GB bundle Ksh 100 for 3 days in 2026?'],
  ['Is room A101 free, at 6500?', 'Is room A101 free, at 6500?'],
  ['Can visitors stay overnight', 'Can visitors stay overnight'],
])('%s is sent as %s', (typed, sent) => {
  expect(withoutPersonalData(typed)).toBe(sent)
})

const picked = fc.infiniteStream(fc.nat(1_000_000))
const fromStream = (stream: Iterator<number>) => (below: number) =>
  (stream.next().value as number) % below

test('no voucher code and no account number survives in a form that is accepted', () => {
  const gap = fc.constantFrom('', ' ', '-', '  ', ' - ', '\u00a0', '–')
  const around = fc.constantFrom('', 'code ', 'my code is ', '(', 'pay with: ')
  fc.assert(
    fc.property(
      picked,
      gap,
      around,
      fc.boolean(),
      fc.boolean(),
      (stream, between, before, low, account) => {
        const make = account ? makeAccountNumber : makeVoucherCode
        const code = make(fromStream(stream))
        const fours = `${code.slice(0, 4)}${between}${code.slice(4)}`
        const typed = low ? fours.toLowerCase() : fours
        // A word beside it may go with it.
        const sent = withoutPersonalData(`${before}${typed} please`).toUpperCase()
        expect(sent).not.toContain(code.slice(0, 4))
        expect(sent).not.toContain(code.slice(4))
        for (const shown of [code, shownVoucherCode(code), inFours(code)])
          expect(withoutPersonalData(shown)).toBe('[removed]')
      },
    ),
    { numRuns: 1000 },
  )
})

test('the writer’s own values go in whatever way they are typed', () => {
  const gaps = fc.array(fc.constantFrom('', ' ', '-', '.', '/', ' _ '), {
    minLength: 7,
    maxLength: 7,
  })
  fc.assert(
    fc.property(picked, gaps, (stream, between) => {
      const code = makeVoucherCode(fromStream(stream))
      const typed = [...code].map((sign, at) => sign + (between[at] ?? '')).join('')
      expect(withoutPersonalData(`use ${typed}`, [code])).toBe('use [removed]')
    }),
  )
})
