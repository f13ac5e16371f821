import { asksForDeposit } from '../deposit.ts'
import {
  type AnswerData,
  type AnswerTable,
  isFacility,
  isOwnTopic,
  isResidenceTopic,
  isTopicOfTerms,
  neededFacility,
  type PreparedAnswer,
  sentences,
} from './answers.ts'
import { english } from './answers-en.ts'
import { swahili } from './answers-sw.ts'
import { type Reading, read } from './concepts.ts'
import { likelihoods, likelihoodsOfParts, subjectsOf } from './known-questions.ts'
import { type Language, languageOf } from './language.ts'
import { isSpecificQuestion, matchFaq, matchService, wordsOf } from './match.ts'
import { remember } from './remember.ts'
import type { Topic } from './topic-rules.ts'
import { findTopic, labelOf, rankTopics, weightOf } from './topics.ts'

export interface FaqEntry {
  question: string
  answer: string
}

export const tables: Record<Language, AnswerTable> = { en: english, sw: swahili }

/** The questions of FAQs are compared with every message. */
const known = remember(2000, (question: string) => ({
  reading: read(question),
  topic: findTopic(question),
  language: languageOf(question),
}))

/** Two questions with at least this similarity ask for the same thing. */
const SAME_QUESTION = 0.65
/** Below it, a message without a topic only shares a word with a short question. */
const MIN_SIMILARITY = 0.5

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

/** A question in another language than the FAQ is answered by it only where the residence knows better than we do. */
function faqAnswer(
  topic: Topic,
  faq: FaqEntry[],
  reading: Reading,
  asked: Language,
): FaqEntry | null {
  const entries = faq.filter(({ question }) => {
    const { topic: about, language, reading: other } = known(question)
    if (about !== topic) return false
    if (isResidenceTopic(topic)) return true
    // An entry about how long something lasts does not say what it costs.
    return language === asked && other.concepts.has('MUCH') === reading.concepts.has('MUCH')
  })
  const least = isResidenceTopic(topic) ? -1 : SAME_QUESTION
  return mostSimilar(entries, reading, least)
}

const inTheTerms: Record<Language, string> = {
  en: 'This residence has terms of its own; please look there. If they don’t say, the office can tell you.',
  sw: 'Hosteli hii ina masharti yake; tafadhali yasome. Yasiposema, ofisi itakuambia.',
}
const notKnown: Record<Language, string> = {
  en: 'I don’t have any information about that here.',
  sw: 'Sina habari kuhusu hilo hapa.',
}

/** Our answer, unless the residence has rules of its own, or doesn't have what the answer takes for granted. */
function answerOf(
  topic: keyof AnswerTable['answers'],
  language: Language,
  data: AnswerData,
): PreparedAnswer {
  const { answers } = tables[language]
  const withOffice = (text: string) => sentences([text, answers.human(data).text])
  // A deposit that is set up here is known better than from any terms.
  const isKnown = topic === 'deposit' && asksForDeposit(data.deposit)
  if (data.hasOwnTerms && isTopicOfTerms(topic) && !isKnown) {
    return { text: withOffice(inTheTerms[language]), button: { page: 'terms' } }
  }
  const needed = neededFacility[topic]
  return needed && data.facilities && !data.facilities.includes(needed)
    ? { text: withOffice(notKnown[language]) }
    : answers[topic](data)
}

/**
 * The prepared answer to a question, from the FAQ of the residence, its other data and how the app works; null when
 * none is certain to fit. Questions that only the asker's own data can answer are not answered here.
 */
export function prepareAnswer(
  message: string,
  faq: FaqEntry[],
  data: AnswerData,
): PreparedAnswer | null {
  const { company, services } = data
  const language = languageOf(message)
  const table = tables[language]
  const topic = findTopic(message, company.name)
  const reading = read(message)
  const urgent = topic === 'emergency' || topic === 'theft' || topic === 'lost_payment'
  const entry = urgent ? null : matchFaq(faq, message)
  const isTheirs =
    entry &&
    (isSpecificQuestion(entry.question) ||
      (topic === null
        ? similarity(reading, known(entry.question).reading) > MIN_SIMILARITY
        : known(entry.question).topic === topic))
  /** An answer of the FAQ, with our button, and whom to reach in the answer's own language. */
  const inTheirWords = ({ question, answer }: FaqEntry, why: 'words' | 'topic'): PreparedAnswer => {
    const { button, contact = '' } =
      topic && !isOwnTopic(topic)
        ? tables[languageOf(answer)].answers[topic](data)
        : ({} as Partial<PreparedAnswer>)
    const text = [answer, answer.includes(company.phone) ? '' : contact].filter(Boolean).join(' ')
    return { text, ...(button && { button }), source: { from: 'faq', question, why } }
  }
  const offer = (service: Service): PreparedAnswer => ({
    text: table.serviceAnswer(service),
    source: { from: 'service', name: service.name },
  })
  if (isTheirs) return inTheirWords(entry, 'words')
  if (topic && !isOwnTopic(topic)) {
    const service = topic === 'services' && serviceOf(reading, services)
    if (service) return offer(service)
    const own = faqAnswer(topic, faq, reading, language)
    if (own) return inTheirWords(own, 'topic')
    const facility = isFacility(topic) && services.find(({ name }) => findTopic(name) === topic)
    return facility
      ? offer(facility)
      : { ...answerOf(topic, language, data), source: { from: 'app' } }
  }
  const similar = mostSimilar(faq, reading, SAME_QUESTION)
  if (similar) {
    const { question, answer: text } = similar
    return { text, source: { from: 'faq', question, why: 'similar' } }
  }
  const service = matchService(message, services)
  return service && offer(service)
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

const MAX_NEAREST = 3
/** Less likely topics are not offered as near. */
const MIN_NEAR = 0.02
/** One topic must be this near, or the message is about something else altogether. */
const CLEARLY_NEAR = 0.14
/** Among questions of one topic, the one most like the message is offered, and the residence's own before ours. */
const SIMILARITY_WEIGHT = 0.3
/** The weight of a word about a topic, although the message as a whole resembles no question about it. */
const SUBJECT_WEIGHT = 0.3
/** The weight of a part of a message that clearly asks for a topic. */
const PART_WEIGHT = 0.5
/** A part that makes its topic less likely than this doesn't count. */
const MIN_PART = 0.4
/** The weights of the best rules for a message, from the first on. */
const RULE_WEIGHTS = [0.15, 0.1, 0.05]

export interface Offered {
  questions: string[]
  /** Nothing is near: the questions are the commonest ones. */
  common: boolean
}

/** The questions that are most like a message, in its language, each of another topic and with an answer. */
export function nearestQuestions(message: string, faq: FaqEntry[]): Offered {
  const reading = read(message)
  const likely = likelihoods(reading)
  const inParts = likelihoodsOfParts(reading.words.join(' '))
  const subjects = subjectsOf(reading)
  const ruled = rankTopics(reading).map(({ topic }) => labelOf(topic))
  const language = languageOf(message)
  const entries = faq.filter(({ question }) => known(question).language === language)
  const asked = new Set(entries.map(({ question }) => known(question).topic))
  const ours = tables[language].questions.filter(([topic]) => !asked.has(topic))
  const questions = [
    ...entries.map(({ question }) => ({ question, topic: known(question).topic })),
    ...ours.map(([topic, question]) => ({ question, topic })),
  ].map(({ question, topic }) => ({ question, label: topic && labelOf(topic) }))
  const rated = questions
    .map(({ question, label }) => {
      const subject = (label && subjects.get(label)) ?? 0
      const byRule = (label && RULE_WEIGHTS[ruled.indexOf(label)]) ?? 0
      const byPart = (label && inParts.get(label)) ?? 0
      const near =
        ((label && likely.get(label)) ?? 0) +
        PART_WEIGHT * (byPart < MIN_PART ? 0 : byPart) +
        SUBJECT_WEIGHT * subject +
        byRule
      const same = similarity(reading, known(question).reading)
      return { question, label, near, rate: near + SIMILARITY_WEIGHT * same }
    })
    .filter(({ near }) => near >= MIN_NEAR)
    .toSorted((one, other) => other.rate - one.rate)
  // Questions are listed by how often they are asked.
  const common = !rated.some(({ near }) => near >= CLEARLY_NEAR)
  const inOrder = common ? questions : [...rated, ...questions]
  const offered = inOrder.filter(
    ({ label }, index) => inOrder.findIndex((one) => one.label === label) === index,
  )
  return {
    questions: offered.slice(0, MAX_NEAREST).map(({ question }) => question),
    common,
  }
}
