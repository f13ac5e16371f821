import { type Day, isDay } from './calendar.ts'
import { readShillings } from './money.ts'

/**
 * M-Pesa's code of a payment: ten characters that begin with the letters of a year and a month and with the
 * character of a day (`UKK9R7C3WD` is of 20 November 2026).
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

/** Such as the blank without width that comes along when a code is copied. */
const INVISIBLE = /\p{Cf}/gu

/**
 * The code in what somebody typed or pasted: the code alone, in any case and with gaps, or a whole SMS, of
 * which it takes the first code. Null without one.
 */
export function findMpesaCode(text: string): string | null {
  const typed = text.replaceAll(INVISIBLE, '')
  const codes = typed.toUpperCase().match(CODES) ?? []
  // Words of ten letters, such as BLACKBOARD, can have the form too.
  const code = codes.find((word) => /\d/.test(word))
  if (code) return code
  const head = untilConfirmed(typed)
  const compact = withoutGaps(head)
  const isText = head.length > LONGEST_TYPED || (!/\d/.test(compact) && /\S\s+\S/.test(head))
  return ONE_CODE.test(compact) && !isText ? compact : null
}

/** Of a code's third character: the days 1 to 31. */
const DAYS = '123456789ABCDEFGHIJKLMNOPQRSTUV'

/**
 * The day on which M-Pesa made a code, by its first three characters: the year (A is 2006), the month and the day. M-Pesa
 * doesn't document it, so it is a hint that something was typed wrongly, and never a reason to refuse. Null for no day.
 */
export function dayOfCode(code: string): Day | null {
  const [year = 0, month = 0] = [...code.slice(0, 2)].map((letter) => letter.charCodeAt(0) - 65)
  const date = DAYS.indexOf(code.charAt(2)) + 1
  const two = (part: number) => String(part).padStart(2, '0')
  const day = `${2006 + year}-${two(month + 1)}-${two(date)}`
  return isDay(day) ? day : null
}

/** What somebody says they paid: of M-Pesa's SMS, or of a code alone. It is never money. */
export interface ClaimedPayment {
  receipt: string
  amount: number | null
  on: Day | null
  /** What they typed as the account number. */
  account: string | null
}

/**
 * Reads M-Pesa's SMS about a payment, in English or in Swahili; of a code alone, the code. What else it says, such as the
 * balance, concerns nobody. Null without a code.
 */
export function readMpesaSms(text: string): ClaimedPayment | null {
  const receipt = findMpesaCode(text)
  if (!receipt) return null
  // Another SMS may follow.
  const from = text.slice(Math.max(0, text.toUpperCase().indexOf(receipt)))
  const amount = readShillings(/ksh\s*([\d,]+(?:\.\d{1,2})?)/i.exec(from)?.[1] ?? '')
  const account = /\b(?:account|akaunti(?: nambari)?)\s+(?!on\b)(.{1,40}?)\s+(?:on|tarehe)\s/i.exec(
    from.replace(/\bAccount for account\b/i, 'account'),
  )?.[1]
  return {
    receipt,
    amount: amount && amount > 0 ? amount : null,
    on: dayIn(from),
    account: account?.trim() || null,
  }
}

/** `20/10/25`: the day first. */
function dayIn(text: string): Day | null {
  const [, date = '', month = '', year = ''] =
    /\b(\d{1,2})\/(\d{1,2})\/(?:20)?(\d\d)\b/.exec(text) ?? []
  const day = `20${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return isDay(day) ? day : null
}

/** An SMS up to where it goes on with what is left on M-Pesa, which concerns nobody. */
export const withoutBalance = (sms: string): string =>
  sms.replace(/\b(new m-pesa balance|salio)\b.*$/is, '').trim()
