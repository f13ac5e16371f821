import { compactTyped, plainTyped } from './typed.ts'

/** The letters and digits of an ID or passport number in capitals, by which it is found: `a 765-4321` is `A7654321`. */
export const idNumberKey: (typed: string) => string = compactTyped

/**
 * An ID or passport number as it is kept: as it was typed, but without gaps and dots. Null for what can't be one.
 * Nothing else is left out or taken for another character, since an O is not a 0 in a passport number.
 */
export function readIdNumber(typed: string): string | null {
  const number = plainTyped(typed).replace(/[ .]/g, '')
  return /^[A-Za-z0-9/-]{5,20}$/.test(number) && idNumberKey(number).length >= 5 ? number : null
}

/** The text that the first password is hashed from. */
export const firstPasswordOf = idNumberKey

/**
 * Which passwords may be meant by what was typed, the likeliest first. While somebody still has the first password, it is
 * their ID number in any spelling; of accounts from before that rule the hash is of the number as it was typed then.
 * @param ofOwner the ID numbers of whoever still has the first password; none for everybody else, whose password is exact
 */
export function passwordsMeant(typed: string, ofOwner: readonly string[]): string[] {
  const key = firstPasswordOf(typed)
  const same = ofOwner.filter((number) => key !== '' && firstPasswordOf(number) === key)
  return same.length === 0 ? [typed] : [...new Set([key, typed, ...same])]
}
