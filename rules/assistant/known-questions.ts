import { type Reading, read } from './concepts.ts'
import knownQuestions from './questions/building.json' with { type: 'json' }
import { remember } from './remember.ts'
import type { Topic } from './topic-rules.ts'

/** A topic, or that a question is about something else. */
export type Label = Topic | 'unknown'

type Counts = Map<Label, number>

interface Model {
  /** The numbers of the questions that have a feature. */
  features: Map<string, number[]>
  /** Their labels, once they have been needed. */
  counted: Map<string, Counts>
  /** How many features the questions of a label have in all. */
  sizes: Counts
  questions: Counts
  words: Set<string>
  /** The labels of each known question, by its words. */
  exactly: Map<string, Label[]>
  /** How many questions each two labels have in common. */
  pairs: Map<string, number>
}

const add = (counts: Counts, label: Label, count: number) =>
  counts.set(label, (counts.get(label) ?? 0) + count)

const PIECE_LENGTH = 4
const MAX_NEW_WORDS = 2

/** Features that two questions can share: words, pairs of them, pieces of words, concepts, and pairs of those. */
function featuresOf({ words, concepts }: Reading, isNew: (word: string) => boolean): Set<string> {
  const features = new Set<string>()
  words.forEach((word, index) => {
    features.add(`word ${word}`)
    if (index > 0) features.add(`words ${words[index - 1]} ${word}`)
    const whole = `^${word}$`
    for (let at = 0; at + PIECE_LENGTH <= whole.length; at++)
      features.add(`piece ${whole.slice(at, at + PIECE_LENGTH)}`)
  })
  const sorted = [...concepts].sort()
  sorted.forEach((concept, index) => {
    features.add(`concept ${concept}`)
    for (const other of sorted.slice(index + 1)) features.add(`concepts ${concept} ${other}`)
  })
  const newWords = new Set(words.filter(isNew)).size
  for (let count = 1; count <= Math.min(newWords, MAX_NEW_WORDS); count++)
    features.add(`new words ${count}`)
  return features
}

let model: Model | undefined

/** Counts the known questions, once: at the first message, since it takes a few tenths of a second. */
export function countKnownQuestions(): Model {
  if (model) return model
  const readings = knownQuestions.map(({ question }) => read(question))
  const uses = new Map<string, number>()
  for (const { words } of readings)
    for (const word of new Set(words)) uses.set(word, (uses.get(word) ?? 0) + 1)
  model = {
    features: new Map(),
    counted: new Map(),
    sizes: new Map(),
    questions: new Map(),
    words: new Set(uses.keys()),
    pairs: new Map(),
    exactly: new Map(),
  }
  const { features, sizes, questions, pairs, exactly } = model
  readings.forEach((reading, index) => {
    const labels = labelsAt(index)
    exactly.set(reading.words.join(' '), labels)
    // A word that no other question has was new when this one was asked.
    const found = featuresOf(reading, (word) => uses.get(word) === 1)
    for (const label of labels) {
      add(questions, label, 1 / labels.length)
      add(sizes, label, found.size / labels.length)
      for (const other of labels)
        pairs.set(`${label} ${other}`, (pairs.get(`${label} ${other}`) ?? 0) + 1)
    }
    for (const feature of found) {
      const before = features.get(feature)
      if (before) before.push(index)
      else features.set(feature, [index])
    }
  })
  return model
}

const labelsAt = (index: number) => (knownQuestions[index]?.helpful ?? []) as Label[]

/** The labels of all known questions that have a feature, and how many they are; none for a new feature. */
function countsOf(feature: string): Counts | null {
  const { features, counted } = countKnownQuestions()
  const before = counted.get(feature)
  if (before) return before
  const indexes = features.get(feature)
  if (!indexes) return null
  const counts: Counts = new Map()
  for (const index of indexes) {
    const labels = labelsAt(index)
    for (const label of labels) add(counts, label, 1 / labels.length)
  }
  counted.set(feature, counts)
  return counts
}

/** How much of what is asked about a message's concepts is about each topic: of each topic, its clearest concept. */
export function subjectsOf({ concepts }: Pick<Reading, 'concepts'>): Map<Label, number> {
  const shares = new Map<Label, number>()
  for (const concept of concepts) {
    const counts = [...(countsOf(`concept ${concept}`) ?? [])]
    const all = counts.reduce((sum, [, count]) => sum + count, 0)
    for (const [label, count] of counts)
      shares.set(label, Math.max(shares.get(label) ?? 0, count / all))
  }
  return shares
}

/** The labels of known questions with exactly the same words. */
export const labelsOf = ({ words }: Reading): Label[] | undefined =>
  countKnownQuestions().exactly.get(words.join(' '))

const MIN_ALIKE = 2

/** Whether the answers to both often help with the same question. */
export const areAlike = (one: Label, other: Label): boolean =>
  (countKnownQuestions().pairs.get(`${one} ${other}`) ?? 0) >= MIN_ALIKE

/** Whether no known question has a word. */
export const isNewWord = (word: string): boolean => !countKnownQuestions().words.has(word)

/** The share of a message's words that no known question has. */
export function shareOfNewWords({ words }: Reading): number {
  const known = countKnownQuestions().words
  return words.filter((word) => !known.has(word)).length / Math.max(1, words.length)
}

/** The count of a feature for a label whose questions do not have it. */
const SMOOTHING = 0.1
/** Features depend on each other, so all of them together say less than their product. */
const SHARPNESS = 0.5
const PRIOR_SHARPNESS = 0.3

/** How likely a message asks for each topic, or for nothing we know, by the known questions that it resembles. */
export function likelihoods(reading: Reading): Map<Label, number> {
  const { features, sizes, questions, words } = countKnownQuestions()
  const found = [...featuresOf(reading, (word) => !words.has(word))]
    .map(countsOf)
    .filter((counts) => counts !== null)
  const gained: Counts = new Map()
  for (const counts of found)
    for (const [label, count] of counts) add(gained, label, Math.log1p(count / SMOOTHING))
  const weight = SHARPNESS / Math.sqrt(Math.max(1, found.length))
  const scores = [...sizes].map(([label, size]): [Label, number] => {
    const absent = found.length * Math.log(SMOOTHING / (size + SMOOTHING * features.size))
    const prior = PRIOR_SHARPNESS * Math.log1p(questions.get(label) ?? 0)
    return [label, prior + weight * (absent + (gained.get(label) ?? 0))]
  })
  const highest = Math.max(...scores.map(([, score]) => score))
  const powers = scores.map(([label, score]): [Label, number] => [label, Math.exp(score - highest)])
  const total = powers.reduce((sum, [, power]) => sum + power, 0)
  return new Map(powers.map(([label, power]) => [label, power / total]))
}

/** A message is divided at this many places at most: reading its parts takes time. */
const MAX_DIVISIONS = 12
/** Fewer words say too little by themselves. */
const MIN_PART = 3

/** How likely each topic is by the part of a message that asks for it most, wherever that begins or ends. */
export const likelihoodsOfParts = remember(100, (message: string): Map<Label, number> => {
  const { words } = read(message)
  const step = Math.ceil(words.length / MAX_DIVISIONS)
  const highest: Map<Label, number> = new Map()
  for (let at = MIN_PART; at <= words.length - MIN_PART; at += step)
    for (const part of [words.slice(0, at), words.slice(at)])
      for (const [label, likelihood] of likelihoods(read(part.join(' '))))
        highest.set(label, Math.max(highest.get(label) ?? 0, likelihood))
  return highest
})
