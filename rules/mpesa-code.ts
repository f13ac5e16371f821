import { type Day, isDay } from './calendar.ts'
import { readShillings } from './money.ts'
import { plainTyped } from './typed.ts'
import { readDay } from './typed-day.ts'

/**
 * M-Pesa's code of a payment: ten characters that begin with the letters of a year and a month and with the
 * character of a day (`UKK9R7C3WD` is of 20 November 2026).
 */
const ONE_CODE = /^[A-Z][A-L][A-Z0-9]{8}$/

/** The most characters read of a text: no SMS is a tenth as long. */
const LONGEST_TEXT = 10_000
/** A code that is typed with gaps is at most this long; a sentence is longer. */
const LONGEST_TYPED = 24

/** M-Pesa's SMS goes on with this word, in English and in Swahili. */
const CONFIRMED = '(?:CONFIRMED|[IU]METHIBITISHWA)'
const isConfirmed = new RegExp(`^${CONFIRMED}$`)

const untilConfirmed = (plain: string) =>
  plain
    .toUpperCase()
    .replace(new RegExp(String.raw`\b${CONFIRMED}\b.*$`), '')
    .trim()

const withoutGaps = (text: string) => text.replace(/[^A-Z0-9]/g, '')

/** Letters and digits of a code in any form: in any case, with gaps, or with the SMS after it. */
export const compactCode = (typed: string): string => withoutGaps(untilConfirmed(plainTyped(typed)))

/** Words beside a code that say no more than what it is or where it comes from. */
const leads = new Set(
  'M PESA MPESA FW FWD RE CODE REF REFERENCE TRANSACTION TRANS ID NO NUMBER MY IS THE THIS RECEIPT SMS MESSAGE AM PM NAMBA NAMBARI YA YANGU NI MUAMALA KODI'.split(
    ' ',
  ),
)
const accountWords = new Set(['ACCOUNT', 'AKAUNTI', 'ACC'])
const numberWords = new Set(['NAMBARI', 'NAMBA', 'NUMBER', 'NO', 'YA'])

interface FoundCode {
  code: string
  at: number
  /**
   * 0 before “Confirmed”; 1 has a digit; 2 has none, but its capitals or the words around it say that it is no word; 3 stands where
   * an account number does.
   */
  doubt: 0 | 1 | 2 | 3
}

/** No code was made earlier that anybody asks about; a word in capitals is taken for a code from then on only. */
const EARLIEST_OF_LETTERS = '2020-01-01'
/** The most codes of one text that are looked up. */
const MOST_CODES = 10

/** The codes in a plain text, the likeliest first. */
function codesIn(plain: string): FoundCode[] {
  const words = [...plain.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: typed, index }) => ({
    typed,
    word: typed.toUpperCase(),
    at: index,
  }))
  const hasSmall = /\p{Ll}/u.test(plain)
  const areLeads = words.every(
    ({ word }) => ONE_CODE.test(word) || leads.has(word) || /^\d+$/.test(word),
  )
  const doubtOf = (code: string, typed: string, place: number): FoundCode['doubt'] | null => {
    const [before = '', earlier = ''] = [words[place - 1]?.word, words[place - 2]?.word]
    if (accountWords.has(before) || (numberWords.has(before) && accountWords.has(earlier))) return 3
    if (/\d/.test(code)) return 1
    const isWritten = (hasSmall && typed === code) || areLeads
    return isWritten && (dayOfCode(code) ?? '') >= EARLIEST_OF_LETTERS ? 2 : null
  }
  const found: FoundCode[] = []
  for (const [place, { word, typed, at }] of words.entries()) {
    if (isConfirmed.test(word)) {
      const code = beforeConfirmed(words.slice(Math.max(0, place - 6), place))
      if (code) found.push({ ...code, doubt: 0 })
    } else if (ONE_CODE.test(word)) {
      const doubt = doubtOf(word, typed, place)
      if (doubt !== null) found.push({ code: word, at, doubt })
    }
  }
  const seen = new Set<string>()
  return found
    .sort((one, other) => one.doubt - other.doubt || one.at - other.at)
    .filter(({ code }) => !seen.has(code) && seen.add(code))
    .slice(0, MOST_CODES)
}

/** The code at the end of the words; with gaps it needs a digit, or any ten letters would be one. */
function beforeConfirmed(words: { word: string; at: number }[]) {
  let code = ''
  for (const { word, at } of [...words].reverse()) {
    const isWhole = code === ''
    code = word + code
    if (code.length >= 10)
      return ONE_CODE.test(code) && (isWhole || /\d/.test(code)) ? { code, at } : null
  }
  return null
}

/** A text that is nothing but a code, with gaps or without. */
function codeAlone(plain: string): string | null {
  const head = untilConfirmed(plain)
  const compact = withoutGaps(head)
  const isText = head.length > LONGEST_TYPED || (!/\d/.test(compact) && /\S\s+\S/.test(head))
  return ONE_CODE.test(compact) && !isText ? compact : null
}

/**
 * The code in what somebody typed or pasted: the code alone, in any case and with gaps, or a whole SMS, of which the word before
 * “Confirmed” is the code. Null without one, and for words of ten letters, such as BLACKBOARD.
 */
export function findMpesaCode(text: string): string | null {
  const plain = plainTyped(text.slice(0, LONGEST_TEXT))
  const [first] = codesIn(plain).filter(({ doubt }) => doubt !== 2)
  return first?.code ?? codeAlone(plain)
}

/**
 * All codes that may be meant, the likeliest first: of several SMS, or of one beside whatever has the form of a code. Whoever can
 * look them up takes the one that is known.
 */
export const findMpesaCodes = (text: string): string[] =>
  readMpesaMessages(text).map(({ receipt }) => receipt)

/** The days 1 to 31, as the third character of a code has them. */
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

/** A payment that somebody says they made, read from M-Pesa's SMS or from a code alone. It is never money. */
export interface ClaimedPayment {
  receipt: string
  amount: number | null
  on: Day | null
  /** The account number that they typed. */
  account: string | null
  /** The SMS tells that M-Pesa took this payment back: the code of the reversal, which is the payment's where it isn't told. */
  reversal: string | null
}

const REVERSAL =
  /\brevers(?:al|ed)\b|\b(?:[iu]me|ku|[iu]li)?(?:rejesh|rudish|batilish)w[ae]\b|\bmarejesho\b/i

/**
 * Reads M-Pesa's SMS, one or several, in English or in Swahili; a code alone gives the code. The rest, such as the balance,
 * concerns nobody. The likeliest comes first. In the SMS of a reversal the payment is the one that was taken back.
 */
export function readMpesaMessages(text: string): ClaimedPayment[] {
  const plain = plainTyped(text.slice(0, LONGEST_TEXT))
  const codes = codesIn(plain)
  const alone = codes.length === 0 ? codeAlone(plain) : null
  if (alone !== null) return [readMessage(alone, plain, null)]
  const messages = codes.filter(({ doubt }) => doubt === 0)
  const endOf = (at: number) =>
    Math.min(plain.length, ...messages.flatMap((other) => (other.at > at ? [other.at] : [])))
  const read = codes.flatMap(({ code, at, doubt }): ClaimedPayment[] => {
    const message = plain.slice(at, endOf(at))
    const own = messages.find((one) => one.at < at && endOf(one.at) > at)
    // A code within another payment's SMS has no sum and day of its own.
    if (own && doubt > 0) return [readMessage(code, '', null)]
    if (!REVERSAL.test(message)) return [readMessage(code, message, null)]
    const takenBack = codesIn(message.slice(code.length)).find((one) => one.code !== code)
    return [readMessage(takenBack?.code ?? code, message, code)]
  })
  // The payment's own SMS, where it was pasted too, has the account.
  return read.flatMap((one, place) => {
    const same = read.filter(({ receipt }) => receipt === one.receipt)
    if (read.findIndex(({ receipt }) => receipt === one.receipt) !== place) return []
    const [first, ...others] = same
    return [
      others.reduce<ClaimedPayment>(
        (all, other) => ({
          receipt: one.receipt,
          amount: all.amount ?? other.amount,
          on: all.on ?? other.on,
          account: all.account ?? other.account,
          reversal: all.reversal ?? other.reversal,
        }),
        first ?? one,
      ),
    ]
  })
}

function readMessage(receipt: string, message: string, reversal: string | null): ClaimedPayment {
  const amount = readShillings(/ksh\.? ?([\d,]+(?:\.\d{1,2})?)/i.exec(message)?.[1] ?? '')
  const account = /\b(?:account|akaunti(?: nambari)?) (?!on\b)(.{1,40}?) (?:on|tarehe) /i.exec(
    message.replace(/\bAccount for account\b/i, 'account'),
  )?.[1]
  const day = readDay(/\b\d{1,2}\/\d{1,2}\/(?:20)?\d\d\b/.exec(message)?.[0] ?? '')
  return {
    receipt,
    amount: amount && amount > 0 ? amount : null,
    // The SMS of a reversal has the day of that.
    on: reversal === null ? day : null,
    account: (reversal === null && account?.trim()) || null,
    reversal,
  }
}

const balance =
  /\b(?:new m-?pesa (?:account )?balance|salio)\b.*?(?=$|[^a-z0-9][a-z][a-l][a-z0-9]{8}[^a-z0-9]{0,5}(?:confirmed|[iu]methibitishwa)\b)/gis

/** One SMS or several, each up to where it goes on with what is left on M-Pesa, which concerns nobody. */
export const withoutBalance = (sms: string): string => sms.replace(balance, '').trim()
