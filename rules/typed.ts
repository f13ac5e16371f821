/**
 * Turns what people type and paste into plain characters. Every rule that reads a kind of it (phone numbers, sums, days, codes)
 * begins with this, so that characters that are invisible or only look different are dealt with once.
 */

/** Raised, lowered and circled digits and fractions: a note or a part of something else, never a digit of a number. */
const otherNumbers = /\p{No}+/u
/** Characters that show nothing, or surround another, as in the keycap 7️⃣. Line breaks and tabs are gaps. */
const invisible = /[\p{Cf}\p{Me}\p{Default_Ignorable_Code_Point}]/gu
const gaps = /[\s\p{Cc}\p{Z}\u2800]+/gu
const dashes = /[\p{Pd}\u2212\u2043\u02d7]/gu
const otherDigits = /(?![0-9])\p{Nd}/gu
const isDigit = /^\p{Nd}$/u

/** As nearly everything is. */
const plain = /^[!-~]+(?: [!-~]+)*$/

/** Digits stand in blocks of ten that begin with the 0. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let value = 0
  while (isDigit.test(String.fromCodePoint(code - value - 1))) value++
  return String(value % 10)
}

/**
 * The text in plain characters: without invisible ones, with one blank for every gap, a hyphen for every dash, and
 * the digits 0 to 9 for those of any width and script.
 */
export function plainTyped(typed: string): string {
  if (plain.test(typed)) return typed
  const parts = typed.split(otherNumbers)
  const between = typed.match(/\p{No}+/gu) ?? []
  return parts
    .map((part, at) => part.normalize('NFKC') + (between[at] ?? ''))
    .join('')
    .replace(invisible, '')
    .replace(gaps, ' ')
    .replace(dashes, '-')
    .replace(otherDigits, asciiDigit)
    .trim()
}

/** A text's letters and digits in capitals: how codes and numbers of papers are compared, however they are written. */
export const compactTyped = (typed: string): string =>
  plainTyped(typed)
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
