import { type Reading, read } from './concepts.ts'
import { type Concept, farewells, greetings } from './lexicon.ts'
import { wordsOf } from './match.ts'
import { type Topic, topicRules } from './topic-rules.ts'

interface Rule {
  topic: Topic
  groups: Concept[][]
  banned: Concept[]
}
const parsed: Rule[] = topicRules.map(([topic, text]) => {
  const parts = text.split(' ')
  return {
    topic,
    groups: (parts[0] ?? '').split('+').map((group) => group.split('|') as Concept[]),
    banned: parts.slice(1).map((part) => part.slice(1) as Concept),
  }
})

/** They make a question more specific, but mean little by themselves. */
const functionConcepts = new Set<Concept>(
  'PAY HOW WANT WHEN WHERE MUCH NOT PAST NEW WHO WHICH OTHER TWO GET SEE USE SHOW LAST OPEN DAY YOU NUMBER WORK APP FRIEND FAMILY CHANGE SLEEP ROOM DETAILS ME MINE FLOOR NAME OWNER SHOW_ME RECENT OTHERS LOAN MUSIC APPLY'.split(
    ' ',
  ) as Concept[],
)
/** They appear in many questions without changing what is asked. */
const softConcepts = new Set<Concept>(
  'MONEY MPESA PHONE BELONGING FURNITURE REQUEST APP ACCOUNT FREE MINE HUMAN FLOOR'.split(
    ' ',
  ) as Concept[],
)
/** Taken off every topic's score when a message is about the world outside the residence. */
const OUTSIDE_PENALTY = 4

/** How much a concept says about what is asked. */
export const weightOf = (concept: Concept) => (functionConcepts.has(concept) ? 1.5 : 3)

/** Topics for which a single word is enough, whatever else a message says. */
const urgent = new Set<Topic>(['emergency', 'theft'])

/** Topics whose words hardly mean anything else. */
const telling = new Set<Topic>([
  ...(['pets', 'parking', 'mail', 'alcohol', 'deposit', 'receipt'] as const),
  ...(['complaint', 'move_out', 'password', 'push_problem', 'change_room'] as const),
  ...(['wifi_problem', 'address', 'part_payment', 'wrong_payment'] as const),
])
const URGENT_BONUS = 2

export interface Match {
  topic: Topic
  score: number
  /** The number of words that are not understood. */
  unknownWords: number
}

/** All topics that a message may ask for, the likeliest first. */
export function rankTopics(reading: Reading): Match[] {
  const best = new Map<Topic, Match>()
  const isOutside = reading.concepts.has('OUTSIDE')
  for (const { topic, groups, banned } of parsed) {
    const has = (concept: Concept) => reading.concepts.has(concept)
    if (banned.some(has) || !groups.every((group) => group.some(has))) continue
    const used = new Set(groups.flat())
    const outside = isOutside && !used.has('OUTSIDE') ? OUTSIDE_PENALTY : 0
    const score = groups.reduce(
      (sum, group) => sum + Math.max(...group.filter(has).map(weightOf)),
      0,
    )
    const foreign = reading.known.filter(
      (concepts) =>
        !concepts.some(
          (one) => used.has(one) || functionConcepts.has(one) || softConcepts.has(one),
        ),
    ).length
    const unknownWords = reading.unknown.length
    const match = {
      topic,
      score: score + (urgent.has(topic) ? URGENT_BONUS : -foreign) - outside,
      unknownWords,
    }
    if (match.score > (best.get(topic)?.score ?? 0)) best.set(topic, match)
  }
  return [...best.values()].toSorted((one, other) => other.score - one.score)
}

const MIN_SCORE = 3
/** Asked of a single sentence of a longer message. */
const CLEAR_SCORE = 4.5
/** Greetings and thanks are short. */
const MAX_SMALL_TALK = 6

const wholePhrase = (phrases: string[]) => new RegExp(`^(?:${phrases.join('|')})$`)

/** Words after which "what can you do" is still the whole question. */
const more =
  '(?: (?:me|us|here|today|with|please|for|about|exactly|else|do|to|on|in|this|app|know|answer|questions|you|of))*'
const place =
  '(?:us|you|yourselves|nyinyi|(?:(?:the|this|your) )?(?:company|residence|hostel|hosteli|kampuni|house|place|business)(?: hii| yenu| hiyo)?)'

const MAX_SENTENCES = 8

/** Questions that are recognised as a whole. */
const wholeQuestions: [Topic, RegExp][] = [
  [
    'what_can_you_do',
    wholePhrase([
      '(?:(?:hi|hello|hey) )?(?:help(?: me)?(?: please)?|menu|start|msaada)',
      `(?:so )?what (?:exactly )?(?:can|do|could|are) (?:you|i) (?:able to )?(?:do|help|know|answer|ask)${more}`,
      `how (?:can|could|will|do) you (?:help|assist)${more}`,
      'una(?:w)?eza (?:ku)?(?:ni|tu)?saidia(?: na| kwa)?(?: mambo| kitu)? (?:nini|gani|aje|vipi)',
      'unaweza kufanya nini|unafanya nini',
      '(?:are you|am i talking to) a (?:bot|robot|human|real person|person)',
    ]),
  ],
  ['hours', /^(?:the |your |what )?(?:hours|masaa)$/],
  [
    'about',
    wholePhrase([
      `(?:(?:can you )?(?:tell me|niambie|know|learn|hear|info|information)(?: (?:something|more|all|everything|a bit|a little))? )?(?:about|kuhusu) ${place}`,
    ]),
  ],
  [
    'about',
    /^(?:about|who are you(?: guys)?|what is (?:this|this place|this hostel)|what kind of (?:place|hostel) is this)$/,
  ],
]

/** The topic that a message asks for; null when it is not certain. `residence` is its name. */
export function findTopic(message: string, residence = ''): Topic | null {
  const reading = read(message)
  const { words } = reading
  if (words.length === 0) return null
  const name = wordsOf(residence).join(' ')
  const text = words.join(' ')
  const phrase = name === '' ? text : text.replace(name, 'this residence')
  if (phrase === 'this residence') return 'about'
  const whole = wholeQuestions.find(([, pattern]) => pattern.test(phrase))
  if (whole) return whole[0]
  if (words.length <= MAX_SMALL_TALK) {
    if (words.every((word) => farewells.has(word))) return 'thanks'
    if (words.every((word) => greetings.has(word))) return 'greeting'
  }
  return certainTopic(reading, MIN_SCORE) ?? topicOfSentences(message)
}

/** In a story of several sentences, one asks; when two ask for different topics, neither is certain. */
function topicOfSentences(message: string): Topic | null {
  const sentences = message.split(/[.?!;\n]+/).slice(0, MAX_SENTENCES)
  if (sentences.length < 2) return null
  const found = new Set<Topic>()
  for (const sentence of sentences) {
    const topic = certainTopic(read(sentence), CLEAR_SCORE)
    if (topic) found.add(topic)
  }
  const [only = null] = found
  return found.size === 1 ? only : null
}

/** The topic with the best score when that is at least `least` and the reading leaves little doubt. */
function certainTopic(reading: Reading, least: number): Topic | null {
  const [best] = rankTopics(reading)
  if (!best || best.score < least) return null
  if (urgent.has(best.topic)) return best.topic
  // The more of a message a rule explains, the more unknown words it may contain.
  const allowed = Math.floor((best.score - MIN_SCORE) / 1.5) + (telling.has(best.topic) ? 2 : 0)
  return best.unknownWords <= allowed ? best.topic : null
}
