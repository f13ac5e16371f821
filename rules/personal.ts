/** What stands in the place of something that is only a person's. */
const removed = '[removed]'

/** Signs that are not seen, marks upon figures and letters, and frames around them. */
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Me}]|(?<=[A-Za-z\p{N}])\p{M}+/gu

/** Full-width letters, circled and raised figures become plain ones; what is not seen goes. */
const folded = (text: string) => text.normalize('NFKC').replace(unseen, '')

const email = /(?<![^\s@<>])[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+/g
const signs_between = String.raw`(?:[\p{P}\p{S}]{1,2}|\p{Extended_Pictographic}{1,5})\s{0,3}`
/** Phones and ID numbers in any script's figures, with the signs people put between them. */
const long_number = new RegExp(String.raw`\+?\p{N}(?:\s{0,3}(?:${signs_between})?\p{N}){5,}`, 'gu')
const time = String.raw`(?:[01]?\d|2[0-3])[:.][0-5]\d`
const price = String.raw`[1-9]\d?,\d{3}`
const ranges = [time, price].map(
  (one) => new RegExp(`^${one}(?:,?\\s|\\s?[\\p{Pd}/]\\s?)${one}$`, 'u'),
)

/** Times and prices may have as many figures: `8:00 - 17:00`, `250,000`, `6,500-7,500`. */
function isLongNumber(found: string): boolean {
  const figures = found.match(/\p{N}/gu)?.length ?? 0
  const least = found.includes(',') ? 7 : 6
  return figures >= least && !ranges.some((range) => range.test(found))
}

/** No 0, O, 1, I or L: voucher codes and account numbers. */
const sign = '[2-9A-HJKMNP-Z]'
const between = String.raw`(?:\s{0,3}${signs_between}|\s{1,3})`
const alone = (pattern: string, flags: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, flags)
const eight = alone(`${sign}{8}`, 'giu')
const spelled = alone(
  `${sign}(?:${between}${sign}){7}|${sign}{2}(?:${between}${sign}{2}){3}`,
  'giu',
)
const two_fours = alone(`${sign}{4}${between}${sign}{4}`, 'giu')
/** M-Pesa's ten begin with year, month and day: `UKL7X2M4QP`. The end of a sentence is no gap in one. */
const in_receipt = String.raw`(?:\s{1,3}(?:[\p{P}\p{S}]{1,2}\s{1,3})?|[\p{P}\p{S}]{1,2})?`
const receipt = alone(
  `[M-Z]${in_receipt}[A-L]${in_receipt}[1-9A-V](?:${in_receipt}[A-Z0-9]){7}`,
  'giu',
)
/** Letters and digits in one word that is too long for a room or a size. */
const mixed_word = alone('(?=[A-Z]*[0-9])(?=[0-9]*[A-Z])[A-Z0-9]{5,}', 'giu')
const amount =
  /^(?:\d+(?:days?|weeks?|months?|years?|hours?|hrs?|mins?|minutes?|mbps|gbps|sh|ksh|kes|bob|th)|(?:ksh|kes|sh)\d+)$/i

const list = (words: string) => new Set(words.split(' '))
/** Words of a code's letters that are common here; a code is two of them once in 80 million. */
const common_fours = list(
  'that they them then than been have were what when week year rent free data used uses make made take need pays same even ever here meet next near name must just gate keys beds desk safe east west best rest text test cash card bank save send sent sees seen keep kept days term fees fast very want went area park past part gets gave turn away back base hear head heat hand harm hard asks bags cars exam team warm damp dark bath tank pump mess menu eggs rats bugs many much such',
)
const common_eights = list(
  'answered happened payments students transfer separate standard semester weekends weekdays saturday thursday february december entrance exchange research hardware basement mattress campuses accepted absences departed teachers partners breakers managers warranty suggests presents requests referred returned repeated',
)
const isCommon = (words: Set<string>, word = '') => words.has(word.toLowerCase())
const hasDigit = (text: string) => /\d/.test(text)

const isOrdinaryPair = (pair: string) =>
  pair.split(/[\s\p{P}\p{S}]+/u).every((word) => isCommon(common_fours, word))
const isReceipt = (found: string) =>
  hasDigit(found) || (found === found.toUpperCase() && !/\s/.test(found))

/** What is looked for, and whether a find is meant. */
const shapes: [RegExp, (found: string) => boolean][] = [
  [email, () => true],
  [long_number, isLongNumber],
  [spelled, () => true],
  [eight, (word) => !isCommon(common_eights, word)],
  [two_fours, (pair) => !isOrdinaryPair(pair)],
  [receipt, isReceipt],
  [mixed_word, (word) => !amount.test(word)],
]

type Range = [from: number, to: number]

/** Where it is found; finds may overlap, for the word before a code may have four letters too. */
function findsOf(text: string, [pattern, isMeant]: (typeof shapes)[number]): Range[] {
  const finds: Range[] = []
  pattern.lastIndex = 0
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
    const end = found.index + found[0].length
    if (isMeant(found[0])) finds.push([found.index, end])
    // A number or an address is taken whole.
    pattern.lastIndex = pattern === email || pattern === long_number ? end : found.index + 1
  }
  return finds
}

/** A value of somebody's own, whatever signs stand between its characters. */
function ownShape(own: string): (typeof shapes)[number] | null {
  const signs = folded(own).match(/[\p{L}\p{N}]/gu) ?? []
  return signs.length < 4 ? null : [new RegExp(signs.join('[\\s\\p{P}\\p{S}]*'), 'giu'), () => true]
}

/**
 * A text without what leads to a person: phones, ID and account numbers, receipts, codes, e-mail
 * addresses, and `own`, values that are the writer's. Rather one word too many. What stays is plain text:
 * without invisible signs, and with ordinary letters and figures.
 */
export function withoutPersonalData(typed: string, own: string[] = []): string {
  const text = folded(typed)
  const own_shapes = own.map(ownShape).filter((shape) => shape !== null)
  const finds = [...shapes, ...own_shapes].flatMap((shape) => findsOf(text, shape))
  let kept = ''
  let at = 0
  for (const [from, to] of finds.toSorted((one, other) => one[0] - other[0])) {
    if (from >= at) kept += text.slice(at, from) + removed
    at = Math.max(at, to)
  }
  return kept + text.slice(at)
}
