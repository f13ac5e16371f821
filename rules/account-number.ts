/**
 * Account numbers: eight characters that survive handwriting and a keypad.
 * No 0, O, 1, I or L; 31 characters are left, and 31 is prime, so the weighted sum below
 * catches every single wrong character and every swap of two.
 */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const prime = alphabet.length
const length = 8

/** Random characters of the same alphabet; `random` gives integers from 0 up to below its bound. */
export function randomCode(size: number, random: (below: number) => number): string {
  return Array.from({ length: size }, () => alphabet[random(prime)]).join('')
}

function checkCharacter(body: string): string {
  let sum = 0
  for (const [index, character] of [...body].entries()) {
    sum += (index + 2) * alphabet.indexOf(character)
  }
  return alphabet[(prime - (sum % prime)) % prime] ?? ''
}

/** A new account number. It cannot begin with WIFI, since I is not in the alphabet. */
export function makeAccountNumber(random: (below: number) => number): string {
  const body = randomCode(length - 1, random)
  return body + checkCharacter(body)
}

/** Upper case, without the spaces and dashes people put in. */
export const normaliseAccountNumber = (typed: string): string =>
  typed.replace(/[\s-]/g, '').toUpperCase()

/** Whether a normalised text is an account number whose check character is right. */
export function isAccountNumber(text: string): boolean {
  if (text.length !== length || [...text].some((character) => !alphabet.includes(character)))
    return false
  return checkCharacter(text.slice(0, -1)) === text.at(-1)
}

/** In fours, as it is shown: `AC7K 4M9X`. */
export const groupByFour = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1 ')
