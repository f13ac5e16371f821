/**
 * The words of a text for comparison: in lower case, without apostrophes, in any script. Wi-Fi, M-Pesa
 * and e-mail are one word each.
 */
export function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/\b(wi|m|e)-(?=\p{L})/gu, '$1')
  return plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

/** Only words longer than this are compared. */
const SHORT_WORD_LENGTH = 3
/** More than this share of an FAQ question's words must appear in the message. */
const MIN_SHARE = 0.6

/** An FAQ question with fewer long words is found only by a message that has few others itself. */
const ENOUGH_WORDS = 4

/** Whether a question has so many long words that a message with most of them asks for it. */
export const isSpecificQuestion = (question: string) => longWords(question).size >= ENOUGH_WORDS

const longWords = (text: string) =>
  new Set(wordsOf(text).filter((word) => [...word].length > SHORT_WORD_LENGTH))

/**
 * The FAQ entry that a message asks for: the best match, or the first of equal ones. "How can I pay my rent?" has one
 * long word, so it would be found by every message about rent.
 */
export function matchFaq<Entry extends { question: string }>(
  faq: Entry[],
  message: string,
): Entry | null {
  const messageWords = new Set(wordsOf(message))
  const { size: length } = longWords(message)
  let best: Entry | null = null
  let bestShare = MIN_SHARE
  for (const entry of faq) {
    const words = longWords(entry.question)
    const found = [...words].filter((word) => messageWords.has(word)).length
    const share = found / (words.size || 1)
    const isSpecific = words.size >= ENOUGH_WORDS || found / length > MIN_SHARE
    if (share > bestShare && isSpecific) {
      best = entry
      bestShare = share
    }
  }
  return best
}

/** The longer words that a message and a question have in common. */
export function commonWords(message: string, question: string): string[] {
  const words = longWords(question)
  return [...longWords(message)].filter((word) => words.has(word))
}

/** The words of a message joined by single spaces, without punctuation. */
export const toPhrase = (message: string) => wordsOf(message).join(' ')

/** Matches one of these phrases as whole words in a text from `toPhrase`. */
export const anyPhrase = (phrases: string[]) => new RegExp(`(?:^| )(?:${phrases.join('|')})(?= |$)`)

const questionStart = anyPhrase([
  '^(?:is there|are there|do you have|do you offer|have you got|tell me about|what about|how about|how much is|how much does|what is|where is|what does|price of|bei ya|kuna|when (?:is|are|will|does|do)|is|are)',
])
const articles = /^(?:(?:a|an|any|the|your|some) )+/
const questionEnd =
  /(?: ?(?:services?|costs?|prices?|available|here|please|there|wash|start|begin|coming|come|ready|be))+$/

/** The service that a message asks for, by its name or a long word of it, and for nothing else. */
export function matchService<Service extends { name: string }>(
  message: string,
  services: Service[],
): Service | null {
  const phrase = toPhrase(message)
  const subject = phrase
    .replace(questionStart, '')
    .trim()
    .replace(articles, '')
    .replace(questionEnd, '')
    .trim()
  const named = (name: string) => {
    const words = toPhrase(name)
    return subject === words || words.split(' ').some((word) => word.length > 3 && word === subject)
  }
  return subject === '' ? null : (services.find(({ name }) => named(name)) ?? null)
}
