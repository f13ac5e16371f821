import { plainTyped } from '../typed.ts'

/** A word for a PIN, in English or Swahili; `pin4821` is one too. */
const secret =
  /(?:^|[^\p{L}])(?:(?:m[- ]?)?p[. ]?i[. ]?n(?:i|s|no|code)?(?!\p{L})|siri(?!\p{L})|(?:neno|namba|nambari)siri|nywila|pass ?(?:word|code|phrase)|passwd|pwd|(?:secret|security|private|hidden) (?:\p{L}+ ){0,2}(?:number|no|code|digits|key|word))/iu

const digitWords = new Map(
  [
    'zero sifuri oh',
    'one moja',
    'two mbili',
    'three tatu',
    'four nne',
    'five tano',
    'six sita',
    'seven saba',
    'eight nane',
    'nine tisa',
  ].flatMap((words, digit) => words.split(' ').map((word) => [word, String(digit)])),
)
const anyDigitWord = new RegExp(
  String.raw`(^|[^\p{L}])(${[...digitWords.keys()].join('|')})(?!\p{L})`,
  'giu',
)

/** Digits that are no PIN, whatever stands beside them. */
const others = [
  // Phone numbers, and days in numbers.
  /(?:\+? ?254|\b0)[ -]?[17](?:[ -]?\d){8}(?!\d)/g,
  /\b\d{1,2}[/.-]\d{1,2}[/.-]\d{4}\b|\b\d{4}[/.-]\d{1,2}[/.-]\d{1,2}\b/g,
  /\b(?:19|20)\d\d ?[/-] ?(?:20)?\d\d\b/g,
  // Sums.
  /\b(?:k(?:enya )?sh(?:illing)?s?|kes|shs?|shillings?)[.:]? ?\d[\d,.]*/gi,
  /\b\d[\d,.]* ?(?:\/[=-]|(?:bob|k?shs?|kes|shillings?)\b)/gi,
  /\b\d{1,3}(?:,\d{3})+(?:\.\d+)?\b|\b\d+\.\d{2}\b/g,
  /\b(?:paid|pay|paying|lipa|nimelipa|nililipa|kulipa|rent|kodi|amount|fee)(?: of| ya| is| ni)? \d{1,2}[05]00\b(?! (?:as|is|ni|kama)\b)/gi,
  // Quantities and places.
  /\b\d{4} ?(?:mb|gb|kb|mbps|minutes?|mins?|hours?|hrs?|people|students|times)\b/gi,
  /\b(?:room|rm|chumba|house|hse|door|block|plot|box)(?: (?:no|number|namba))?[.:# ]{0,2}\d{1,5}\b/gi,
  // M-Pesa's result codes.
  /\b(?:error|errors|kosa|makosa|hitilafu|fault|result|status)\b[^\d.]{0,25}\b(?:1001|1019|1025|1032|1036|1037|1050|2001|2006|2028|4999|8006|9999)\b/gi,
  /\b(?:1001|1019|1025|1032|1036|1037|1050|2001|2006|2028|4999|8006|9999) (?:error|kosa|fault)\b/gi,
  // Years.
  /\b(?:jan|feb|mar|mac|apr|may|mei|jun|jul|aug|ago|sept?|oct|okt|nov|dec|des)[a-z]{0,6}\.?,? ?(?:\d{1,2},? )?(?:of )?20[0-4]\d\b/gi,
  /\b20[0-4]\d,? (?:jan|feb|mar|mac|apr|may|mei|jun|jul|aug|ago|sep|oct|okt|nov|dec|des)[a-z]*/gi,
  /\b(?:years?|mwaka|wa|class of|intake|semester|term|muhula|since|tangu|in|from|until|till|hadi|mpaka|during|before|after) (?:of )?(?:19[89]|20[0-4])\d\b(?! (?:is|as|ni)\b)/gi,
  /\b20[0-4]\d (?:intake|semester|term|academic|class)\b/gi,
]
/** “Code” says that a result code follows, unless it is the word for a PIN. */
const resultCode =
  /(^|[^\p{L}])(?:pin|siri|pass|secret|security|private|hidden)?[ -]?code\b[^\d.]{0,12}\b(?:1001|1019|1025|1032|1036|1037|1050|2001|2006|2028|4999|8006|9999)\b/giu
const isOfPin = /pin|siri|pass|secret|security|private|hidden/i

/** Four digits by themselves, with any sign between them. */
const fourDigits =
  /(?:^|[^\p{L}\d]|p[. ]?i[. ]?ni?)(?:\d{4}|\d(?:[ .,*_/-]{1,3}\d){3})(?![\p{L}\d])/iu

/**
 * Whether a text seems to tell a PIN: four digits that are nothing else (a sum, a phone number, a day, a room, a year beside its
 * month, one of M-Pesa's result codes beside “error”), in a text with a word for it. In doubt it does: who is asked to leave
 * out four digits loses nothing.
 */
export function containsPin(text: string): boolean {
  const plain = plainTyped(text.replace(/_/g, ' '))
  if (!secret.test(plain.replace(/\d/g, ' '))) return false
  let rest = plain
    .replace(anyDigitWord, (_, before, word) => before + digitWords.get(word.toLowerCase()))
    .replace(resultCode, (found) => (isOfPin.test(found) ? found : ' … '))
  for (const other of others) rest = rest.replace(other, ' … ')
  return fourDigits.test(rest)
}
