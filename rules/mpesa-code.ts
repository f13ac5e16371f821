/**
 * M-Pesa's code of a payment: ten characters that begin with the letters of a year and a month
 * (`UKK9R7C3WD` is of November 2026).
 */
const CODES = /(?<![A-Z0-9])[A-Z][A-L][A-Z0-9]{8}(?![A-Z0-9])/g
const ONE_CODE = /^[A-Z][A-L][A-Z0-9]{8}$/

/** A code that is typed with gaps is at most this long; a sentence is longer. */
const LONGEST_TYPED = 24

/** M-Pesa's SMS goes on with this word, in English and in Swahili. */
const untilConfirmed = (typed: string) =>
  typed
    .toUpperCase()
    .replace(/\b(CONFIRMED|IMETHIBITISHWA)\b.*$/s, '')
    .trim()

const withoutGaps = (text: string) => text.replace(/[^A-Z0-9]/g, '')

/** Letters and digits of a code in any form: in any case, with gaps, or with the SMS after it. */
export const compactCode = (typed: string): string => withoutGaps(untilConfirmed(typed))

/**
 * The code in what somebody typed or pasted: the code alone, in any case and with gaps, or a whole SMS, of
 * which it takes the first code. Null without one.
 */
export function findMpesaCode(typed: string): string | null {
  const codes = typed.toUpperCase().match(CODES) ?? []
  // Words of ten letters, such as BLACKBOARD, can have the form too.
  const code = codes.find((word) => /\d/.test(word))
  if (code) return code
  const head = untilConfirmed(typed)
  const compact = withoutGaps(head)
  const isText = head.length > LONGEST_TYPED || (!/\d/.test(compact) && /\S\s+\S/.test(head))
  return ONE_CODE.test(compact) && !isText ? compact : null
}
