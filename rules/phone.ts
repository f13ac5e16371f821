import { plainTyped } from './typed.ts'

/** A phone number as somebody typed it: `254XXXXXXXXX`, or why it is none. */
export type TypedPhone =
  | { msisdn: string; problem: null }
  | { msisdn: null; problem: 'invalid' | 'several' }

/** No phone number is longer, with all that may stand around it. */
const LONGEST_TYPED = 200
/** Two numbers have at least these, each without its 0 or 254. */
const DIGITS_OF_TWO = 18

/** Labels before or after a number that only say that it is one. */
const label = String.raw`(?:(?:https?:\/\/)?wa\.me|tel(?:ephone|efon)?|(?:cell|tele)?phone|mobile|mob|cell|callto|call|sms|text|whatsapp|m-?pesa|simu|namba|nambari|ya|number|num|no|nr|ph)`
const labelsBefore = new RegExp(String.raw`^(?:${label}(?![a-z])[^\p{L}\d+]*)+`, 'iu')
const labelsAfter = new RegExp(String.raw`(?:[^\p{L}\d]+${label})+$`, 'iu')
/** A sign of an address stays: `254712345678@` begins one. */
const edges = /^[^\p{L}\p{N}+@]+|[^\p{L}\p{N}@]+$/gu
/** A spreadsheet's fraction. */
const fraction = /^(\+?\d{10,13})\.0{1,2}$/
const onlyNumber = /^\+?[\d ()[\]./,·•_-]*$/

/**
 * Reads a Kenyan mobile number: it keeps the digits and a + at the beginning, and folds `00` before 254 and the 0 after it.
 * Between digits, gaps, dashes, brackets and dots may stand; around them anything that is neither a letter nor a
 * digit, and a word for “phone”. Other letters are refused, never left out: an O for a 0 would be read as another number.
 */
export function readPhone(typed: string): TypedPhone {
  const plain = plainTyped(typed.slice(0, LONGEST_TYPED + 1))
  if (plain.replace(/\D/g, '').length >= DIGITS_OF_TWO) return { msisdn: null, problem: 'several' }
  const number = plain
    .replace(edges, '')
    .replace(labelsBefore, '')
    .replace(labelsAfter, '')
    .replace(edges, '')
    .replace(fraction, '$1')
  const msisdn = number
    .replace(/\D/g, '')
    .replace(/^0{1,2}(?=254)/, '')
    .replace(/^2540(?=[17]\d{8}$)/, '254')
    .replace(/^0(?=[17]\d{8}$)/, '254')
  return typed.length <= LONGEST_TYPED && onlyNumber.test(number) && MSISDN.test(msisdn)
    ? { msisdn, problem: null }
    : { msisdn: null, problem: 'invalid' }
}

const MSISDN = /^254[17]\d{8}$/

/** `254XXXXXXXXX` from 07…, 01…, 254… or +254… in any spelling, see `readPhone`; else null. */
export const toMsisdn = (typed: string): string | null => readPhone(typed).msisdn

/**
 * Digits by which stored numbers are searched: the whole number, or a part of it without the 0 that they don't have. Null for
 * what is no part of a number, and for fewer than the least digits.
 */
export function phoneDigits(typed: string, least: number): string | null {
  const msisdn = toMsisdn(typed)
  if (msisdn) return msisdn
  const number = plainTyped(typed).replace(edges, '')
  const digits = number.replace(/\D/g, '')
  return onlyNumber.test(number) && digits.length >= least
    ? digits.replace(/^(?:00)?2540?(?=[17])/, '254').replace(/^0/, '')
    : null
}

/**
 * A number to call, in Kenya or elsewhere, landlines too: its digits, a + at the beginning, and one blank where the digits
 * were set apart. Null for what has letters or too few or too many digits.
 */
export function readTelephone(typed: string): string | null {
  if (typed.length > LONGEST_TYPED) return null
  const number = plainTyped(typed).replace(edges, '').replace(labelsBefore, '').replace(edges, '')
  if (!onlyNumber.test(number)) return null
  const telephone = number.replace(/\(0\)/g, ' ').replace(/[^\d+]+/g, ' ')
  const digits = telephone.replace(/\D/g, '').length
  return digits >= 9 && digits <= 15 ? telephone.trim() : null
}

/** `0712345678` for `254712345678`. */
export const localPhone = (msisdn: string): string => `0${msisdn.slice(3)}`

/** `0712 345 678`; what is not a Kenyan number is returned unchanged. */
export function formatPhone(phone: string): string {
  const msisdn = toMsisdn(phone)
  if (!msisdn) return phone
  const local = localPhone(msisdn)
  return `${local.slice(0, 4)} ${local.slice(4, 7)} ${local.slice(7)}`
}

/** `2547…123` */
export const maskedPhone = (phone: string): string => `${phone.slice(0, 4)}…${phone.slice(-3)}`

/** Who paid over a pay link, as the tenant reads it: `Mum (2547…123)`. */
export const sponsorText = (label: string, phone: string): string =>
  `${label} (${maskedPhone(phone)})`
