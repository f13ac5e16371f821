import { compactTyped, plainTyped } from './typed.ts'

/**
 * Account numbers: eight characters that survive handwriting and a keypad.
 * No 0, O, 1, I or L; 31 characters are left, and 31 is prime, so the weighted sum below
 * catches every single wrong character and every swap of two.
 */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const PRIME = ALPHABET.length
const LENGTH = 8

/** Random characters of that alphabet; `random(below)` returns an integer from 0 to `below` - 1. */
export function randomCode(size: number, random: (below: number) => number): string {
  return Array.from({ length: size }, () => ALPHABET[random(PRIME)]).join('')
}

function checkCharacter(body: string): string {
  let sum = 0
  for (const [index, character] of [...body].entries()) {
    sum += (index + 2) * ALPHABET.indexOf(character)
  }
  return ALPHABET[(PRIME - (sum % PRIME)) % PRIME] ?? ''
}

/** A new account number. It cannot begin with WIFI, since I is not in the alphabet. */
export function makeAccountNumber(random: (below: number) => number): string {
  const body = randomCode(LENGTH - 1, random)
  return body + checkCharacter(body)
}

/** A text's letters and digits in upper case: no gaps, dashes or whatever else people type and paste around them. */
export const normaliseAccountNumber: (typed: string) => string = compactTyped

/** `text` must be normalised. */
export function isAccountNumber(text: string): boolean {
  if (text.length !== LENGTH || [...text].some((character) => !ALPHABET.includes(character)))
    return false
  return checkCharacter(text.slice(0, -1)) === text.at(-1)
}

/** `AC7K 4M9X`, as it is shown. */
export const groupByFour = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1 ')

/** The only account number in a text, whole or in two groups of four. Null where there are several: any may be meant. */
export function findAccountNumber(text: string): string | null {
  const words = plainTyped(text)
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
  const candidates = words.flatMap((word, at) => [word, word + (words[at + 1] ?? '')])
  const found = [...new Set(candidates.filter(isAccountNumber))]
  return found.length === 1 ? (found[0] ?? null) : null
}

/** The account number in a typed text, or null. Words around it don't matter, such as `Acc no. AC7K 4M9X`. */
export function readAccountNumber(typed: string): string | null {
  const number = normaliseAccountNumber(typed)
  return isAccountNumber(number) ? number : findAccountNumber(typed)
}
