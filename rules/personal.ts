/** What stands in the place of something that is only a person's. */
const removed = '[removed]'

const email = /[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+/g
/** Phones and ID numbers in any script's digits, with the signs people put between them. */
const long_number = /\+?\p{Nd}(?:[\s().\-/*|~·\p{Pd}\p{Pc}]{0,3}\p{Nd}){5,}/gu
const kenyan_phone =
  /(?<!\p{Nd})(?:254|[0٠۰])[\s\p{P}]{0,2}\p{Nd}{3}[\s\p{P}]{1,2}\p{Nd}{3}[\s\p{P}]{1,2}\p{Nd}{3}(?!\p{Nd})/gu

/** No 0, O, 1, I or L: voucher codes and account numbers. */
const sign = '[2-9A-HJKMNP-Z]'
const between = '(?:[\\s\\p{Pd}]{1,3})'
const alone = (pattern: string, flags: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, flags)
const eight = alone(`${sign}{8}`, 'giu')
const spelled = alone(
  `${sign}(?:${between}${sign}){7}|${sign}{2}(?:${between}${sign}{2}){3}`,
  'giu',
)
const two_fours = alone(`${sign}{4}${between}${sign}{4}`, 'giu')
/** M-Pesa's ten begin with year, month and day: `UKL7X2M4QP`. */
const receipt = alone(`[M-Z]${between}?[A-L]${between}?[1-9A-V](?:${between}?[A-Z0-9]){7}`, 'giu')
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
  pair.split(/[\s\p{Pd}]+/u).every((word) => isCommon(common_fours, word))
const isReceipt = (found: string) =>
  hasDigit(found) || (found === found.toUpperCase() && !/\s/.test(found))

/** What is looked for, and whether a find is meant. */
const shapes: [RegExp, (found: string) => boolean][] = [
  [email, () => true],
  [long_number, () => true],
  [kenyan_phone, () => true],
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
  const signs = own.match(/[\p{L}\p{N}]/gu) ?? []
  return signs.length < 4 ? null : [new RegExp(signs.join('[\\s\\p{P}]*'), 'giu'), () => true]
}

/**
 * A text without what leads to a person: phones, ID and account numbers, receipts, codes, e-mail
 * addresses, and `own`, values that are the writer's. Rather one word too many.
 */
export function withoutPersonalData(text: string, own: string[] = []): string {
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
