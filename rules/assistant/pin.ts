const pinWords =
  /(?<!\p{L})(?:(?:m-?)?pini?s?(?!\p{L})|(?:namba|nambari|neno) (?:ya|la) siri|siri yangu)/iu
/** Four digits by themselves: no part of an amount, a phone number or a time. */
const fourDigits =
  /(?<![\p{L}\d]|\d[ .,:-]|\b(?:ksh|kes|sh)s?\.? )(?:\d{4}|\d(?:[ -]\d){3})(?![ .,:-]?\d)(?! ?(?:bob|ksh|kes|sh)\b)/iu
const gluedToPin = /(?<!\p{L})(?:m-?)?pini?\d{4}(?!\d)/iu

/** Whether a text seems to tell an M-Pesa PIN: four lone digits beside a word for it, in English or Swahili. */
export const containsPin = (text: string): boolean =>
  gluedToPin.test(text) || (pinWords.test(text) && fourDigits.test(text))
