import {
  type AnswerData,
  isOwnTopic,
  isResidenceTopic,
  type PreparedAnswer,
  serviceAnswer,
  topicAnswer,
} from './answers.ts'
import { type Reading, read } from './concepts.ts'
import { isSpecificQuestion, matchFaq, matchService, wordsOf } from './match.ts'
import type { Topic } from './topic-rules.ts'
import { findTopic, rankTopics, weightOf } from './topics.ts'

export interface FaqEntry {
  question: string
  answer: string
}

interface KnownQuestion {
  reading: Reading
  topic: Topic | null
}

/** A cache for the questions of FAQs, which are compared with every message. */
const knownQuestions = new Map<string, KnownQuestion>()
const MAX_KNOWN_QUESTIONS = 2000

function known(question: string): KnownQuestion {
  const before = knownQuestions.get(question)
  if (before) return before
  const entry = { reading: read(question), topic: findTopic(question) }
  if (knownQuestions.size >= MAX_KNOWN_QUESTIONS) knownQuestions.clear()
  knownQuestions.set(question, entry)
  return entry
}

/** Two questions with at least this similarity ask for the same thing. */
const SAME_QUESTION = 0.65

/** From 0 to 1: the share of what the two questions are about that they have in common. */
function similarity(one: Reading, other: Reading): number {
  if (one.concepts.has('OUTSIDE') !== other.concepts.has('OUTSIDE')) return 0
  let both = 0
  let all = 0
  for (const concept of new Set([...one.concepts, ...other.concepts])) {
    const weight = weightOf(concept)
    all += weight
    if (one.concepts.has(concept) && other.concepts.has(concept)) both += weight
  }
  const words = new Set(other.unknown)
  for (const word of new Set([...one.unknown, ...other.unknown])) {
    all += UNKNOWN_WEIGHT
    if (words.has(word) && one.unknown.includes(word)) both += UNKNOWN_WEIGHT
  }
  return all === 0 ? 0 : both / all
}
const UNKNOWN_WEIGHT = 3

function mostSimilar(faq: FaqEntry[], reading: Reading, least: number): FaqEntry | null {
  let best: FaqEntry | null = null
  let bestSimilarity = least
  for (const entry of faq) {
    const share = similarity(reading, known(entry.question).reading)
    if (share > bestSimilarity) [best, bestSimilarity] = [entry, share]
  }
  return best
}

function faqAnswer(topic: Topic, faq: FaqEntry[], reading: Reading): string | null {
  const entries = faq.filter(({ question }) => known(question).topic === topic)
  const least = isResidenceTopic(topic) ? -1 : SAME_QUESTION
  return mostSimilar(entries, reading, least)?.answer ?? null
}

/**
 * The prepared answer to a question, from the FAQ of the residence, its other data and how the app works; null when
 * none is certain to fit. What only the asker's own data answers is not answered here.
 */
export function prepareAnswer(
  message: string,
  faq: FaqEntry[],
  data: AnswerData,
): PreparedAnswer | null {
  const { company, services } = data
  const topic = findTopic(message, company.name)
  const urgent = topic === 'emergency' || topic === 'theft' || topic === 'lost_payment'
  const entry = urgent ? null : matchFaq(faq, message)
  const isTheirs =
    entry &&
    (topic === null || isSpecificQuestion(entry.question) || known(entry.question).topic === topic)
  const reading = read(message)
  const inTheirWords = (
    answer: string,
    { button, contact = '' }: Partial<PreparedAnswer> = {},
  ) => ({
    text: [answer, answer.includes(company.phone) ? '' : contact].filter(Boolean).join(' '),
    ...(button && { button }),
  })
  if (isTheirs)
    return inTheirWords(
      entry.answer,
      topic && !isOwnTopic(topic) ? topicAnswer(topic, data) : undefined,
    )
  if (topic && !isOwnTopic(topic)) {
    const service = topic === 'services' && serviceOf(reading, services)
    if (service) return { text: serviceAnswer(service) }
    const prepared = topicAnswer(topic, data)
    const own = faqAnswer(topic, faq, reading)
    return own === null ? prepared : inTheirWords(own, prepared)
  }
  const similar = mostSimilar(faq, reading, SAME_QUESTION)
  if (similar) return { text: similar.answer }
  const service = matchService(message, services)
  return service && { text: serviceAnswer(service) }
}

type Service = AnswerData['services'][number]

/** The service whose name has a word of the message, in English or Swahili. */
function serviceOf(reading: Reading, services: Service[]): Service | undefined {
  const laundry = reading.concepts.has('LAUNDRY')
  return services.find(({ name }) =>
    laundry
      ? read(name).concepts.has('LAUNDRY')
      : wordsOf(name).some((word) => word.length > 3 && reading.words.includes(word)),
  )
}

/** Questions of our own that are offered when none is understood. */
const topicQuestions: [Topic, string][] = [
  ['pay_rent', 'How do I pay my rent?'],
  ['human', 'How can I talk to a person?'],
  ['repair', 'How do I report something broken?'],
  ['lost_payment', 'I paid but my balance did not change'],
  ['wifi_problem', "My wifi doesn't work"],
  ['wifi_prices', 'How much is wifi?'],
  ['use_wifi', 'How do I connect to the wifi?'],
  ['wifi_code', 'I lost my wifi code'],
  ['balance', 'How much do I owe?'],
  ['receipt', 'Where is my receipt?'],
  ['paybill', 'What is the paybill number?'],
  ['wrong_payment', 'I paid twice by mistake'],
  ['hours', 'When is the office open?'],
  ['free_rooms', 'Is there a free room?'],
  ['change_room', 'How do I change rooms?'],
  ['move_in', 'How do I move in?'],
  ['move_out', 'How do I move out?'],
  ['visitors', 'Can I have visitors?'],
  ['quiet_hours', 'When are quiet hours?'],
  ['services', 'What services do you offer?'],
  ['posts', 'How do I post something for sale?'],
  ['password', 'I forgot my password'],
  ['complaint', 'How do I complain?'],
]

const MAX_NEAREST = 3

/** The questions that are most like a message, each with an answer. */
export function nearestQuestions(message: string, faq: FaqEntry[]): string[] {
  const reading = read(message)
  const ranks = new Map(rankTopics(reading).map(({ topic, score }) => [topic, score]))
  const asked = new Set(faq.map(({ question }) => known(question).topic))
  const questions = [
    ...faq.map(({ question }) => question),
    ...topicQuestions.filter(([topic]) => !asked.has(topic)).map(([, question]) => question),
  ]
  const rated = questions.map((question) => {
    const { reading: other, topic } = known(question)
    const rank = topic === null ? 0 : (ranks.get(topic) ?? 0)
    return { question, rate: similarity(reading, other) + Math.max(0, rank) / 10 }
  })
  return rated
    .toSorted((one, other) => other.rate - one.rate)
    .slice(0, MAX_NEAREST)
    .map(({ question }) => question)
}
