/** Replaces personal data. */
const REMOVED = '[removed]'

/** Invisible characters, and marks on or around digits and letters. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Me}]|(?<=[A-Za-z\p{N}])\p{M}+/gu

/** Turns full-width letters and circled or raised digits into plain ones, and removes invisible characters. */
const normalise = (text: string) => text.normalize('NFKC').replace(invisible, '')

const email = /(?<![^\s@<>])[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+/g
const separators = String.raw`(?:[\p{P}\p{S}]{1,2}|\p{Extended_Pictographic}{1,5})\s{0,3}`
/** Phone and ID numbers in the digits of any script, with separators. */
const longNumber = new RegExp(String.raw`\+?\p{N}(?:\s{0,3}(?:${separators})?\p{N}){5,}`, 'gu')
const time = String.raw`(?:[01]?\d|2[0-3])[:.][0-5]\d`
const price = String.raw`[1-9]\d?,\d{3}`
const timeAndPriceRanges = [time, price].map(
  (one) => new RegExp(`^${one}(?:,?\\s|\\s?[\\p{Pd}/]\\s?)${one}$`, 'u'),
)

/** Times and prices can have as many digits: `8:00 - 17:00`, `250,000`, `6,500-7,500`. */
function isLongNumber(found: string): boolean {
  const digits = found.match(/\p{N}/gu)?.length ?? 0
  const least = found.includes(',') ? 7 : 6
  return digits >= least && !timeAndPriceRanges.some((range) => range.test(found))
}

/** The characters of voucher codes and account numbers: no 0, O, 1, I or L. */
const codeCharacter = '[2-9A-HJKMNP-Z]'
const between = String.raw`(?:\s{0,3}${separators}|\s{1,3})`
const alone = (pattern: string, flags: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, flags)
const eight = alone(`${codeCharacter}{8}`, 'giu')
const spelled = alone(
  `${codeCharacter}(?:${between}${codeCharacter}){7}|${codeCharacter}{2}(?:${between}${codeCharacter}{2}){3}`,
  'giu',
)
const twoFours = alone(`${codeCharacter}{4}${between}${codeCharacter}{4}`, 'giu')
/** M-Pesa receipts begin with year, month and day: `UKL7X2M4QP`. */
const receiptGap = String.raw`(?:\s{1,3}(?:[\p{P}\p{S}]{1,2}\s{1,3})?|[\p{P}\p{S}]{1,2})?`
const receipt = alone(
  `[M-Z]${receiptGap}[A-L]${receiptGap}[1-9A-V](?:${receiptGap}[A-Z0-9]){7}`,
  'giu',
)
/** A word of letters and digits that is too long for a room number or a size. */
const mixedWord = alone('(?=[A-Z]*[0-9])(?=[0-9]*[A-Z])[A-Z0-9]{5,}', 'giu')
const amount =
  /^(?:\d+(?:days?|weeks?|months?|years?|hours?|hrs?|mins?|minutes?|mbps|gbps|sh|ksh|kes|bob|th)|(?:ksh|kes|sh)\d+)$/i

const list = (words: string) => new Set(words.split(' '))
/** Common words that look like half a code; one code in 80 million is two of them. */
const commonFours = list(
  'that they them then than been have were what when week year rent free data used uses make made take need pays same even ever here meet next near name must just gate keys beds desk safe east west best rest text test cash card bank save send sent sees seen keep kept days term fees fast very want went area park past part gets gave turn away back base hear head heat hand harm hard asks bags cars exam team warm damp dark bath tank pump mess menu eggs rats bugs many much such',
)
const commonEights = list(
  'answered happened payments students transfer separate standard semester weekends weekdays saturday thursday february december entrance exchange research hardware basement mattress campuses accepted absences departed teachers partners breakers managers warranty suggests presents requests referred returned repeated',
)
const isCommon = (words: Set<string>, word = '') => words.has(word.toLowerCase())
const hasDigit = (text: string) => /\d/.test(text)

const isOrdinaryPair = (pair: string) =>
  pair.split(/[\s\p{P}\p{S}]+/u).every((word) => isCommon(commonFours, word))
const isReceipt = (found: string) =>
  hasDigit(found) || (found === found.toUpperCase() && !/\s/.test(found))

/** Patterns to search for, and whether a match is personal data. */
const shapes: [RegExp, (found: string) => boolean][] = [
  [email, () => true],
  [longNumber, isLongNumber],
  [spelled, () => true],
  [eight, (word) => !isCommon(commonEights, word)],
  [twoFours, (pair) => !isOrdinaryPair(pair)],
  [receipt, isReceipt],
  [mixedWord, (word) => !amount.test(word)],
]

type Range = [from: number, to: number]

/** Matches may overlap: the word before a code may have four letters too. */
function findRanges(text: string, [pattern, isPersonal]: (typeof shapes)[number]): Range[] {
  const ranges: Range[] = []
  pattern.lastIndex = 0
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
    const end = found.index + found[0].length
    if (isPersonal(found[0])) ranges.push([found.index, end])
    // Numbers and e-mail addresses do not overlap.
    pattern.lastIndex = pattern === email || pattern === longNumber ? end : found.index + 1
  }
  return ranges
}

/** Matches a value of the user, with any separators between its characters. */
function shapeOf(value: string): (typeof shapes)[number] | null {
  const signs = normalise(value).match(/[\p{L}\p{N}]/gu) ?? []
  return signs.length < 4 ? null : [new RegExp(signs.join('[\\s\\p{P}\\p{S}]*'), 'giu'), () => true]
}

/**
 * Removes personal data from a text: phone, ID and account numbers, receipts, codes, e-mail addresses,
 * and `own`, further values of the user. In doubt it removes a word too many. The rest is normalised:
 * no invisible characters, plain letters and digits.
 */
export function redactPersonalData(typed: string, own: string[] = []): string {
  const text = normalise(typed)
  const ownShapes = own.map(shapeOf).filter((shape) => shape !== null)
  const ranges = [...shapes, ...ownShapes].flatMap((shape) => findRanges(text, shape))
  let redacted = ''
  let at = 0
  for (const [from, to] of ranges.toSorted((one, other) => one[0] - other[0])) {
    if (from >= at) redacted += text.slice(at, from) + REMOVED
    at = Math.max(at, to)
  }
  return redacted + text.slice(at)
}
