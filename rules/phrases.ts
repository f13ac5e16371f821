import { wordsOf } from './faq.ts'

/** As one line of words, so that a phrase is found whatever stood between them. */
export const phrased = (message: string) => wordsOf(message).join(' ')

/** One of these phrases, as whole words of a line made by `phrased`. */
export const anyOf = (phrases: string[]) => new RegExp(`(?:^| )(?:${phrases.join('|')})(?= |$)`)
