import { expect, test } from 'vitest'
import { makeAccountNumber } from './account-number.ts'
import { withoutPersonalData } from './personal.ts'

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
  ['Is room A234 free', 'Is room A234 free'],
  ['receipt UKL7X2M4QP', 'receipt [removed]'],
  ['Is a 3GB bundle Ksh 100 for 3 days in 2026?', 'Is a 3GB bundle Ksh 100 for 3 days in 2026?'],
  ['Is room A101 free, at 6500?', 'Is room A101 free, at 6500?'],
  ['Can visitors stay overnight', 'Can visitors stay overnight'],
])('%s is sent as %s', (typed, sent) => {
  expect(withoutPersonalData(typed)).toBe(sent)
})
