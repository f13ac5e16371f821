import { type Concept, lexicon, stopWords } from './lexicon.ts'
import { wordsOf } from './match.ts'
import { towns } from './off-topic.ts'
import { remember } from './remember.ts'

/** A question as sets of concepts, one for each of its words or phrases. */
export interface Reading {
  concepts: Set<Concept>
  /** The concepts of each word that has any; a word may have several. */
  known: Concept[][]
  /** Words that are in no lexicon. */
  unknown: string[]
  words: string[]
}

/** A question's words; the rest of a longer text is not looked at. */
const MAX_WORDS = 80
const MAX_WORD_LENGTH = 24
/** From these lengths on, a word may be misspelt, by one letter and by two. */
const ONE_ERROR_FROM = 5
const TWO_ERRORS_FROM = 8

const exact = new Map<string, Set<Concept>>()
const roots = new Map<string, Set<Concept>>()
const add = <Key>(map: Map<Key, Set<Concept>>, key: Key, concept: Concept) => {
  const set = map.get(key) ?? new Set<Concept>()
  map.set(key, set.add(concept))
}
let longestPhrase = 1
let longestWord = 0
for (const [concept, words] of Object.entries(lexicon) as [Concept, string][]) {
  for (const word of words.split(' ')) {
    if (word.startsWith('~')) add(roots, word.slice(1), concept)
    else {
      add(exact, word.replaceAll('_', ' '), concept)
      longestPhrase = Math.max(longestPhrase, word.split('_').length)
    }
  }
}

/** The texts that are left when one letter is removed. */
const withoutOneLetter = (word: string) =>
  Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1))

/**
 * Words by their spellings without one letter: words that share one differ by one letter, or by two swapped ones.
 * They are many, so those of one spelling are one text, and they are listed only when a word is first corrected.
 */
let rests: Map<string, string> | undefined
function listRests() {
  const listed = new Map<string, string>()
  for (const word of exact.keys()) {
    if (word.includes(' ') || word.length < ONE_ERROR_FROM - 1) continue
    longestWord = Math.max(longestWord, word.length)
    for (const rest of new Set([word, ...withoutOneLetter(word)])) {
      const before = listed.get(rest)
      listed.set(rest, before ? `${before} ${word}` : word)
    }
  }
  return listed
}
function wordsWith(rest: string): string[] {
  rests ??= listRests()
  return rests.get(rest)?.split(' ') ?? []
}

/** Persons and noun classes, and the tenses behind them: `ni-me`, `zi-li`; negated `ha-wa-ja`, `si-ku`. */
const subjects = 'ni u a tu m wa i zi ki vi li ya ku'.split(' ')
const tenses = 'na me li ta ka nge mesha sha ki'.split(' ')
const negatedSubjects = 'si hu ha hatu ham hawa hau hai hazi haki havi hali haya haku haj'.split(
  ' ',
)
const negatedTenses = ['', 'ja', 'ku', 'ta', 'wezi']
const otherPrefixes =
  'nta nna nsha mshai hata kuto naku naki mmoja ame ima waka kuji naji ji haujs na me ka nge w'.split(
    ' ',
  )
/** `nina-yo-daiwa`: that which I owe. */
const relatives = 'yo cho zo vyo lo ko po ye o'.split(' ')
const verbPrefixes = [
  ...subjects,
  ...subjects.flatMap((subject) => tenses.map((tense) => subject + tense)),
  ...subjects.flatMap((subject) =>
    relatives.flatMap((that) => [`${subject}na${that}`, `${subject}li${that}`]),
  ),
  ...negatedSubjects.flatMap((subject) => negatedTenses.map((tense) => subject + tense)),
  ...otherPrefixes,
].toSorted((one, other) => other.length - one.length)
/** Objects between tense and root: `nimekulipa`, `wameniibia`. */
const objectMarks = ['', 'ni', 'ku', 'm', 'mw', 'wa', 'tu', 'i', 'zi', 'ki', 'li', 'u', 'ji', 'ya']
const verbEnding =
  /^(?:a|e|i|o|u|wa|ia|ea|iwa|ewa|iwi|ika|eka|isha|esha|ishwa|eni|ana|ani|aje|apo|ie|ilie|iani|wi|shwa|ni|iana|iwe|we)?$/
const prefixes = new Set(
  verbPrefixes.flatMap((prefix) => objectMarks.map((mark) => prefix + mark)).concat(''),
)
const pastPrefix = /^(?:ni|u|a|tu|m|wa|i|zi|ki|vi|li|ya)(?:me|li|mesha|sha)/
const negativePrefix = /^(?:si|ha|hu)/

/** The concepts of a Swahili verb: of its root, whether it is past, and whether it is negated. */
export function conceptsOfVerb(word: string): Set<Concept> | null {
  if (otherWords.has(word)) return null
  const found = new Set<Concept>()
  for (let from = 0; from <= Math.min(8, word.length - 2); from++) {
    const prefix = word.slice(0, from)
    if (!prefixes.has(prefix)) continue
    for (let to = from + 2; to <= word.length; to++) {
      const concepts = roots.get(word.slice(from, to))
      // A short root is found only behind a prefix: `uz` is not in `uzuri`.
      if (!concepts || (to - from < 3 && from < 2) || !verbEnding.test(word.slice(to))) continue
      for (const concept of concepts) found.add(concept)
      if (pastPrefix.test(prefix)) found.add('PAST')
      if (negativePrefix.test(prefix)) found.add('NOT')
    }
  }
  return found.size > 0 ? found : null
}

/** Common words that differ by a letter from one of ours. */
const otherWords = new Set(
  'belly self words double writing take takes taking condition conditions layer layers pure bother chance batch contrast nice piece pieces shape lots brought stray spent stars team teams band shot shut camel fired seven titles purge mini gain union drawn finer monkey linear prime electronic closer yang roots spans resort nearly lacks unusable pain poke scream stock stick bang flash seal booth bull pulse thorn swift trapped partly parity joint chose shade appeal portal pike muse leader headed cheat games reminder companion patent offending retain consult roles basic parse cloning grave sole reflection simulated settled spend spends saying keeps food plays played plan plans bread shirt hotel river stove black brown mango apple shares worker storm wake clock vacation sweep county interest storey stair large best counter sharp easier closest newer walks latter raise scale seems stops falling haven tables stale chain basis difference clone chai leads owned owner passed type types shell spell seed files file lines line leading lists list style proto though timer timers crash store short stuff drop cast certain later least older guess whole logic react remote thread header stack small whose stays stay translation parsing compile constant locate rule spelling mark caller record couldn store haiku quite place plane great light might fight sight tight house horse close clothe these three there where which while white write those whom sound round ground found wound sheet sweet street still steel stall spare share scare score store stone story started start state status station begin being bring thing think thank third thirty weather whether matter letter better butter'.split(
    ' ',
  ),
)

/** The word that a misspelt one stands for; null when there is none or the word is common. */
function correct(word: string): string | null {
  if (word.length < ONE_ERROR_FROM - 1 || stopWords.has(word) || otherWords.has(word)) return null
  const found = new Set<string>()
  for (const rest of [word, ...withoutOneLetter(word)])
    for (const candidate of wordsWith(rest))
      if (isMisspelling(word, candidate)) found.add(candidate)
  if (found.size === 0 && word.length >= TWO_ERRORS_FROM && word.length <= longestWord + 2)
    for (const once of withoutOneLetter(word))
      for (const rest of [once, ...withoutOneLetter(once)])
        for (const candidate of wordsWith(rest))
          if (candidate.length >= TWO_ERRORS_FROM && candidate[0] === word[0]) found.add(candidate)
  return (
    [...found].toSorted(
      (one, other) => Math.abs(one.length - word.length) - Math.abs(other.length - word.length),
    )[0] ?? null
  )
}

/** Whether one letter is missing, added or another one, or two neighbours are swapped. */
function isMisspelling(word: string, meant: string): boolean {
  if (word[0] !== meant[0]) return false
  if (word.length !== meant.length)
    return Math.min(word.length, meant.length) >= ONE_ERROR_FROM - 1 && meant.length >= 4
  let at = 0
  while (at < word.length && word[at] === meant[at]) at++
  const swapped =
    word[at] === meant[at + 1] &&
    word[at + 1] === meant[at] &&
    word.slice(at + 2) === meant.slice(at + 2)
  return swapped || (word.length >= ONE_ERROR_FROM && word.slice(at + 1) === meant.slice(at + 1))
}

/** Sheng puts Swahili prefixes before English verbs: `inalag`, `nimepay`, `imeblock`. */
function conceptsOfSheng(word: string): Set<Concept> | null {
  for (let from = Math.min(6, word.length - 3); from >= 2; from--) {
    const prefix = word.slice(0, from)
    const concepts = prefixes.has(prefix) && exact.get(word.slice(from))
    if (!concepts) continue
    const found = new Set(concepts)
    if (pastPrefix.test(prefix)) found.add('PAST')
    if (negativePrefix.test(prefix)) found.add('NOT')
    return found
  }
  return null
}

const pastEnglish = new Set('paid payed sent bought lost overpaid'.split(' '))

/** `chumbani` is in the room, `inalipwaje` asks how it is paid, `mnafuanga` is what you do as a habit. */
const withoutEnding = (word: string) =>
  word.replace(/(?<=\w{4})(?:ni|je|pi)$/, '').replace(/(?<=\w{4}a)nga$/, '')

const neverGuessed: Concept[] = ['EMERGENCY', 'FIRE', 'DEATH', 'OUTSIDE']

/** Looking for what a word is a misspelling of takes a fifth of a millisecond, and messages repeat words. */
const conceptsOfWord = remember(5000, (word: string): Set<Concept> | null => {
  if (towns.includes(word)) return null
  const known = conceptsOfForm(word)
  if (known) return pastEnglish.has(word) ? new Set([...known, 'PAST' as const]) : known
  const base = conceptsOfForm(withoutEnding(word))
  if (base) return word.endsWith('je') ? new Set([...base, 'HOW' as const]) : base
  const meant = correct(word)
  const concepts = meant === null ? undefined : exact.get(meant)
  // A flight is no fight, and giving is no marrying: these are not guessed.
  return concepts && !neverGuessed.some((one) => concepts.has(one)) ? concepts : null
})

const conceptsOfForm = (word: string) =>
  exact.get(word) ?? conceptsOfVerb(word) ?? exact.get(singular(word)) ?? conceptsOfSheng(word)

const singular = (word: string) => word.replace(/(?<=\w{3})(?:es|s|ing|ed)$/, '')

/** Short forms that people type for common words. */
const shortForms = new Map(
  Object.entries({
    ...{
      gud: 'good',
      u: 'you',
      ur: 'your',
      r: 'are',
      hw: 'how',
      wat: 'what',
      wats: 'whats',
      wen: 'when',
    },
    ...{
      wer: 'where',
      acount: 'account',
      accnt: 'account',
      pls: 'please',
      plz: 'please',
      thx: 'thanks',
      ofc: 'office',
      acct: 'account',
    },
    ...{
      b4: 'before',
      nyt: 'night',
      tmrw: 'tomorrow',
      tmr: 'tomorrow',
      n: 'and',
      fone: 'phone',
      nw: 'now',
    },
    ...{
      whr: 'where',
      whn: 'when',
      wht: 'what',
      hav: 'have',
      hv: 'have',
      snd: 'send',
      frnd: 'friend',
    },
    ...{ dnt: 'dont', cnt: 'cant', plis: 'please', bn: 'been', thru: 'through', ryt: 'right' },
    ...{ msg: 'message', pwd: 'password', yr: 'year', mth: 'month', hse: 'house', rm: 'room' },
  }),
)

/** Letters that are typed three times or more are one: `heeelp`. */
const plain = (word: string) =>
  word
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z])\1{2,}/g, '$1')
    .slice(0, MAX_WORD_LENGTH)

/** Reads a message: its concepts, and the words that are not understood. An answer reads its message several times. */
export const read = remember(100, (message: string): Reading => {
  const typed = wordsOf(message).slice(0, MAX_WORDS).map(plain)
  const words = typed.map((word) => shortForms.get(word) ?? word)
  const reading: Reading = { concepts: new Set(), known: [], unknown: [], words }
  for (let at = 0; at < words.length; ) {
    let length = Math.min(longestPhrase, words.length - at)
    let found: Set<Concept> | null | undefined
    for (; length > 1; length--) {
      found = exact.get(words.slice(at, at + length).join(' '))
      if (found) break
    }
    const word = words[at] ?? ''
    found ??= conceptsOfNumber(word) ?? conceptsOfWord(word)
    if (found) {
      reading.known.push([...found])
      for (const concept of found) reading.concepts.add(concept)
    } else if (negatedVerb.test(word)) {
      reading.known.push(['NOT'])
      reading.concepts.add('NOT')
    } else if (auxiliary.test(word)) {
      if (word.endsWith('je')) reading.concepts.add('HOW')
    } else if (!stopWords.has(word) && countsAsUnknown.test(word)) reading.unknown.push(word)
    if (pastEnglish.has(word)) reading.concepts.add('PAST')
    at += length
  }
  return reading
})

/** Sums of money, as they are typed: `3000`, `2k`, `500bob`. */
const amount = /^(?:(?:ksh|kes|sh)?\d{3,6}|\d{1,3}k|\d{2,6}(?:bob|sh|ksh|kes|\/))$/
/** `1st`, `15th` */
const dayOfMonth = /^\d{1,2}(?:st|nd|rd|th)$/
function conceptsOfNumber(word: string): Set<Concept> | null {
  if (amount.test(word)) return new Set(['AMOUNT'])
  return dayOfMonth.test(word) ? new Set(['DATE']) : null
}

/** Words in other scripts, numbers and times do not count as unknown. */
const countsAsUnknown = /^(?!\d+(?:st|nd|rd|th|am|pm|k|hrs?|bob)?$)[a-z\d]+$/
/** Swahili and Sheng for can, should and must, with any person. */
const auxiliary = /^[a-z]{0,3}n?a(?:paswa|takiwa|weza|eza|faa|stahili|hitajika)(je)?$/
/** Swahili verbs whose root is unknown, such as `haishiki` or `siwezi`. */
const negatedVerb = /^(?:hai|hazi|haki|hau|haya|hawa|hatu|sij|siw|hawez)[a-z]+[aei]$/
