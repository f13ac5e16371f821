import { isAccountNumber, normaliseAccountNumber } from './account-number.ts'

/** What stands in the place of something that is only a person's. */
const removed = '[removed]'

const email = /[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+/g
/** Phones and ID numbers, with the gaps and dashes people put into them. */
const long_number = /\+?\d(?:[\s().-]{0,2}\d){5,}/g
/** A voucher code or an account number may be shown in two fours. */
const two_fours = /\b[2-9A-Z]{4}[ -][2-9A-Z]{4}\b/gi
const one_word = /\b[A-Z0-9]{8,12}\b/gi

const hasDigit = (text: string) => /\d/.test(text)

function isCode(word: string): boolean {
  const code = normaliseAccountNumber(word)
  if (isAccountNumber(code) && (hasDigit(word) || word === code)) return true
  // M-Pesa's receipts and voucher codes: letters and digits in one word.
  return hasDigit(word) && /[A-Z]/i.test(word)
}

const isInFours = (fours: string) =>
  isAccountNumber(normaliseAccountNumber(fours)) || (fours[4] === '-' && hasDigit(fours))

/** Looks at every pair of fours, since a word before a code may have four letters too. */
function withoutFours(text: string): string {
  let left = text
  two_fours.lastIndex = 0
  for (let found = two_fours.exec(left); found; found = two_fours.exec(left)) {
    const end = found.index + found[0].length
    if (isInFours(found[0])) left = left.slice(0, found.index) + removed + left.slice(end)
    two_fours.lastIndex = found.index + 1
  }
  return left
}

/**
 * A text without the numbers that lead to a person: phones, ID and account numbers, receipts, codes
 * and e-mail addresses. What else people write of themselves stays.
 */
export const withoutPersonalData = (text: string): string =>
  withoutFours(text.replace(email, removed))
    .replace(one_word, (word) => (isCode(word) ? removed : word))
    .replace(long_number, removed)
