import { type Reading, read } from './concepts.ts'
import {
  areAlike,
  isNewWord,
  type Label,
  labelsOf,
  likelihoods,
  likelihoodsOfParts,
  shareOfNewWords,
  subjectsOf,
} from './known-questions.ts'
import { type Concept, farewells, greetings, smallTalkFillers } from './lexicon.ts'
import { wordsOf } from './match.ts'
import { remember } from './remember.ts'
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
  'PAY HOW WANT WHEN WHERE MUCH NOT PAST NEW WHO WHICH OTHER TWO GET SEE USE SHOW LAST OPEN DAY YOU NUMBER WORK APP FRIEND FAMILY CHANGE SLEEP ROOM DETAILS ME MINE FLOOR NAME OWNER SHOW_ME RECENT OTHERS LOAN MUSIC APPLY ALLOWED WEATHER NEAR AMOUNT COUNT TRY INCLUDED ADVERT DATE INSIDE INSTEAD'.split(
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
/** Topics whose words are seldom used about the world outside. */
const plain = new Set<Topic>([
  ...(['visitors', 'repair', 'hot_water', 'services', 'change_room'] as const),
  ...(['free_rooms', 'login', 'account_details', 'privacy', 'history', 'balance'] as const),
  ...(['due_date', 'late_rent', 'paybill', 'lost_payment', 'wifi_prices', 'buy_wifi'] as const),
  ...(['use_wifi', 'wifi_code', 'wifi_devices', 'wifi_left'] as const),
])
/** The number of unknown words that a message for a topic may have, however little of it is explained. */
const allowance = (topic: Topic) => (telling.has(topic) ? 2 : plain.has(topic) ? 1 : 0)
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
    const has = (concept: Concept) =>
      concept === 'UNKNOWN'
        ? reading.unknown.length > 0
        : concept === 'MORE'
          ? reading.unknown.length + reading.known.length > 1
          : reading.concepts.has(concept)
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

/** Whether a message has a word of the world outside the residence. */
export const isOutside = (message: string) => read(message).concepts.has('OUTSIDE')

const MIN_SCORE = 3
/** Asked of a single sentence of a longer message. */
const CLEAR_SCORE = 4.5
/** Greetings and thanks are short. */
const MAX_SMALL_TALK = 9

const wholePhrase = (phrases: string[]) => new RegExp(`^(?:${phrases.join('|')})$`)

/** Words after which "what can you do" is still the whole question. */
const more =
  '(?: (?:me|us|here|today|with|please|for|about|exactly|else|do|to|on|in|this|app|know|answer|questions|you|of))*'
const place =
  '(?:us|you|yourselves|nyinyi|(?:(?:the|this|your) )?(?:company|residence|hostel|hosteli|kampuni|house|place|business)(?: hii| yenu| hiyo)?)'

const MAX_SENTENCES = 8

const adverbs = /\b(?:actually|exactly|really|just|so|basically|even) /g

/** Questions that are recognised as a whole. */
const wholeQuestions: [Topic, RegExp][] = [
  ['greeting', /^how (?:are|r) (?:you|u)(?: doing)?(?: today)?$/],
  [
    'what_can_you_do',
    wholePhrase([
      '(?:i need|need|naomba|nahitaji|nataka) (?:help|msaada|usaidizi|saidia|assistance)',
      '(?:(?:hi|hello|hey) )?(?:help(?: me)?(?: please)?|menu|start|msaada)',
      `what (?:else )?(?:can|do|could|are) (?:you|i) (?:able to )?(?:do|help|know|answer|ask)${more}`,
      'what do you do',
      '(?:can you )?(?:tell me )?what (?:is )?(?:this|the) (?:chat|assistant|bot|chatbot)(?: is)?(?: for| about)?',
      'what (?:kinds?|sorts?|types?) of (?:things|questions|stuff) can i ask(?: you)?|(?:so )?what (?:things|stuff|questions) can i ask(?: you)?(?: here)?',
      `how (?:can|could|will|do) you (?:help|assist)${more}`,
      'una(?:w)?eza (?:ku)?(?:ni|tu)?saidia(?: na| kwa)?(?: mambo| kitu)? (?:nini|gani|aje|vipi)',
      'unaweza kufanya nini|unafanya (?:nini|kazi gani)(?: hapa)?',
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
    /^(?:about|who are you(?: guys)?|what is (?:this|this place|this hostel)|what kind of (?:place|hostel) is this|what is (?:this|the|your) (?:hostel|place|residence|app) (?:all )?about)$/,
  ],
]

/** The topic that a message asks for; null when it is not certain. `residence` is its name. */
export const findTopic = remember(100, (message: string, residence = ''): Topic | null => {
  const { words } = read(message)
  if (words.length === 0) return null
  const name = wordsOf(residence).join(' ')
  const text = words.join(' ')
  const phrase = name === '' ? text : text.replace(name, 'this residence')
  if (phrase === 'this residence') return 'about'
  const bare = phrase.replace(adverbs, '')
  const whole = wholeQuestions.find(([, pattern]) => pattern.test(bare))
  if (whole) return whole[0]
  if (words.length <= MAX_SMALL_TALK) {
    if (isSmallTalk(words, farewells)) return 'thanks'
    if (isSmallTalk(words, greetings)) return 'greeting'
  }
  const asked = topicsOfSentences(message)
  if (asked.size > MAX_TOPICS) return null
  const [only = null] = asked
  const reading = read(phrase)
  const ruled = certainTopic(reading, MIN_SCORE) ?? (asked.size === 1 ? only : null)
  if (ruled !== null && isUndoubted(ruled, reading)) return ruled
  const found = confirmed(ruled, reading)
  if (found === null || labelsOf(reading)) return found
  return isRuledOut(found, reading) || namesAnother(found, reading) ? null : found
})

/** Whether the best rule is one for another topic, although known questions leave some doubt. */
function isRuledOut(topic: Topic, reading: Reading): boolean {
  const rules = rankTopics(reading)
  const [best] = rules
  const own = rules.find((one) => labelOf(one.topic) === labelOf(topic))
  const likelihood = likelihoods(reading).get(labelOf(topic)) ?? 0
  return best !== undefined && best.score > (own?.score ?? 0) && likelihood < OVERRULES
}

/** How likely a part of the message must make another topic for it to be a second one. */
const SECOND = 0.5
/** ... and one that often helps with the same questions. */
const SECOND_ALIKE = 0.8
/** A word names another topic when so much of what is asked about it is about that one, */
const NAMED = 0.5
/** ... and hardly anything about the topic that was found. */
const HARDLY = 0.05

/** A question that names another person is often about what they have to do with the topic. */
const persons = new Set<Concept>(['FRIEND', 'FAMILY'])

const isOther = (label: Label, topics: Topic[]) =>
  label !== 'unknown' && !topics.some((topic) => labelOf(topic) === label)

/** Whether a part of a message asks for another topic, so that neither is certain to be the one it asks for. */
export const asksAnotherToo = (reading: Reading, topics: Topic[], least = SECOND): boolean =>
  [...likelihoodsOfParts(reading.words.join(' '))].some(([label, likelihood]) => {
    if (!isOther(label, topics)) return false
    const isAlike = topics.some((topic) => areAlike(labelOf(topic), label))
    return likelihood >= (isAlike ? SECOND_ALIKE : least)
  })

/** Whether a message asks for another topic too, or has a word that leads from the topic to another. */
const namesAnother = (topic: Topic, reading: Reading): boolean =>
  asksAnotherToo(reading, [topic]) ||
  reading.known.some((concepts) => {
    const subjects = subjectsOf({ concepts: new Set(concepts) })
    if ((subjects.get(labelOf(topic)) ?? 0) >= HARDLY) return false
    return (
      concepts.some((one) => persons.has(one)) ||
      [...subjects].some(([label, share]) => isOther(label, [topic]) && share >= NAMED)
    )
  })

/** Facilities with so few known questions that these say little. */
const rare = new Set<Topic>(
  'gym pool study_room lift tv_room generator cctv water_tank'.split(' ') as Topic[],
)
/** Topics that an emergency is often told with. */
const withEmergency = new Set<Topic | 'unknown'>(
  'emergency theft complaint repair human unknown'.split(' ') as Topic[],
)
/** How likely another topic must be for the words of an emergency or a facility to be said in passing. */
const IN_PASSING = 0.8

/** Emergencies must never be missed; the words for a gym or a lift hardly mean anything else. */
function isUndoubted(topic: Topic, reading: Reading): boolean {
  if (topic !== 'emergency' && (!rare.has(topic) || labelsOf(reading))) return false
  return [...likelihoods(reading)].every(
    ([other, likelihood]) =>
      likelihood < IN_PASSING ||
      other === topic ||
      (topic === 'emergency' ? withEmergency.has(other) : other === 'unknown'),
  )
}

/** A topic by rule is doubted when known questions with its words rather ask for something else. */
const MIN_LIKELIHOOD = 0.35
/** `MIN_LIKELIHOOD` for a question with a word that neither the rules nor the known questions know. */
const MIN_LIKELIHOOD_NEW_WORD = 0.5
/** How many times as likely as any other topic the answered one must be. */
const LEAD = 3
/** `LEAD` beside a topic that the same questions ask for, or beside none when each word is understood. */
const LEAD_OF_ALIKE = 1.25
/** How likely a topic must be to be answered although the best rule is another one's. */
const OVERRULES = 0.95
/**
 * Where the best rule isn't certain, known questions are enough for an answer when they leave little doubt, in one way
 * or the other.
 */
const ALONE = [
  { likelihood: 0.8, lead: 1, unknown: 0.03, newWords: 0.33 },
  { likelihood: 0.5, lead: 8, unknown: 0.02, newWords: 0.33 },
]
/** Two words without a rule could mean anything. */
const ALONE_WORDS = 3
/** Without the weakest of rules, and with a word that isn't understood, even that is not enough. */
const ALONE_WITHOUT_ANY_RULE = 0.85
/** The hours of a gym are not those of the office, nor is anything outside: these need a rule. */
const elsewhere: Concept[] = [
  'OUTSIDE',
  'GYM',
  'POOL',
  'STUDY_ROOM',
  'LIFT',
  'TV_ROOM',
  'GENERATOR',
  'CCTV',
  'WATER_TANK',
]

/** The topic that both the rules and the known questions allow, or that known questions leave no doubt of. */
function confirmed(ruled: Topic | null, reading: Reading): Topic | null {
  const exactly = labelsOf(reading)
  if (exactly) {
    if (ruled !== null && exactly.includes(labelOf(ruled))) return ruled
    const [only = 'unknown'] = exactly
    return only === 'unknown' || exactly.length > 1 ? null : only
  }
  const found = likelihoods(reading)
  const [likeliest, second] = [...found].toSorted((one, other) => other[1] - one[1])
  if (!likeliest || !second) return ruled
  if (ruled !== null) {
    const label = labelOf(ruled)
    const share = found.get(label) ?? 1
    const [rival, rivalShare] = likeliest[0] === label ? second : likeliest
    const isNear = rival === 'unknown' ? reading.unknown.length === 0 : areAlike(label, rival)
    const lead = isNear ? LEAD_OF_ALIKE : LEAD
    const least = reading.unknown.some(isNewWord) ? MIN_LIKELIHOOD_NEW_WORD : MIN_LIKELIHOOD
    if (share >= least && share >= lead * rivalShare) return ruled
    const isOther = label !== likeliest[0] && !areAlike(label, likeliest[0])
    if (isOther && likeliest[1] < OVERRULES) return null
  }
  return withoutRule(reading, likeliest, second[1], found.get('unknown') ?? 0)
}

/** The likeliest topic when known questions alone leave little doubt of it. */
function withoutRule(
  reading: Reading,
  [topic, likelihood]: [Topic | 'unknown', number],
  second: number,
  unknown: number,
): Topic | null {
  const newWords = shareOfNewWords(reading)
  const isSure = ALONE.some(
    (least) =>
      likelihood >= least.likelihood &&
      likelihood >= least.lead * second &&
      unknown < least.unknown &&
      newWords < least.newWords,
  )
  const hasRule = rankTopics(reading).some((one) => labelOf(one.topic) === topic)
  const isPlain = likelihood >= ALONE_WITHOUT_ANY_RULE && reading.unknown.length === 0
  const isElsewhere = elsewhere.some((concept) => reading.concepts.has(concept))
  const isLong = reading.words.length >= ALONE_WORDS
  const isFound = isLong && isSure && (hasRule || isPlain) && !isElsewhere
  return isFound && topic !== 'unknown' ? topic : null
}

/** In the known questions, late rent is a part of when it is due. */
export const labelOf = (topic: Topic): Topic => (topic === 'late_rent' ? 'due_date' : topic)

const isSmallTalk = (words: string[], phrases: Set<string>) =>
  words.every((word) => phrases.has(word)) && !words.every((word) => smallTalkFillers.has(word))

/** A message that asks for more topics than this gets no answer: it would be to one of them only. */
const MAX_TOPICS = 2

/** The topics of a story's sentences. One of them asks; when two ask for different topics, neither is certain. */
function topicsOfSentences(message: string): Set<Topic> {
  const sentences = message.split(/[.?!;\n]+/).slice(0, MAX_SENTENCES)
  if (sentences.length < 2) return new Set()
  const topics = sentences.map((sentence) => certainTopic(read(sentence), CLEAR_SCORE))
  return new Set(topics.filter((topic) => topic !== null))
}

/** The topic with the best score when that is at least `least` and the reading leaves little doubt. */
function certainTopic(reading: Reading, least: number): Topic | null {
  const [best] = rankTopics(reading)
  if (!best || best.score < least) return null
  if (urgent.has(best.topic)) return best.topic
  // The more of a message a rule explains, the more unknown words it may contain.
  const allowed = Math.floor((best.score - MIN_SCORE) / 1.5) + allowance(best.topic)
  return best.unknownWords <= allowed ? best.topic : null
}
