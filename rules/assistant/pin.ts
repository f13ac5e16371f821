const pinWords =
  /(?:^|\P{L})(?:(?:m-?)?pini?s?(?!\p{L})|(?:namba|nambari|neno) (?:ya|la) siri|siri yangu)/iu
const fourDigits = /(?:\d{4}|\d(?:[ -]\d){3})(?![ .,:-]?\d)(?! ?(?:bob|ksh|kes|sh)\b)/giu
const partOfMoreBefore = /(?:[\p{L}\d]|\d[ .,:-]|\b(?:ksh|kes|sh)s?\.? )$/iu
/** Longer than what can stand in front of an amount. */
const BEFORE = 10
const gluedToPin = /(?:^|\P{L})(?:m-?)?pini?\d{4}(?!\d)/iu

/** Four digits by themselves: no part of an amount, a phone number or a time. */
const hasFourDigits = (text: string): boolean =>
  [...text.matchAll(fourDigits)].some(
    ({ index }) => !partOfMoreBefore.test(text.slice(Math.max(0, index - BEFORE), index)),
  )

/** Whether a text seems to tell an M-Pesa PIN: four lone digits beside a word for it, in English or Swahili. */
export const containsPin = (text: string): boolean =>
  gluedToPin.test(text) || (pinWords.test(text) && hasFourDigits(text))
