import { toMsisdn } from '#rules/phone.ts'

const most_numbers = 12

/** The numbers whose phones were opened in this browser. */
export interface AddressBook {
  /** In the order they were added, so that none changes its place. */
  numbers: string[]
  /** The one shown last. */
  last: string | null
}

export const emptyBook: AddressBook = { numbers: [], last: null }

const isMsisdn = (value: unknown): value is string =>
  typeof value === 'string' && toMsisdn(value) === value

/** What the browser has kept; anything else than a book is an empty one. */
export function readBook(kept: unknown): AddressBook {
  if (typeof kept !== 'object' || kept === null) return emptyBook
  const { numbers, last }: Partial<Record<keyof AddressBook, unknown>> = kept
  const known = Array.isArray(numbers) ? [...new Set(numbers.filter(isMsisdn))] : []
  return { numbers: known, last: known.find((number) => number === last) ?? null }
}

/** The number is shown now; a book that is full loses its oldest. */
export function withShown({ numbers }: AddressBook, msisdn: string): AddressBook {
  if (numbers.includes(msisdn)) return { numbers, last: msisdn }
  return { numbers: [...numbers, msisdn].slice(-most_numbers), last: msisdn }
}

/** The last one shown is then the one beside it. */
export function without({ numbers, last }: AddressBook, msisdn: string): AddressBook {
  const rest = numbers.filter((number) => number !== msisdn)
  if (last !== msisdn) return { numbers: rest, last }
  const place = Math.min(numbers.indexOf(msisdn), rest.length - 1)
  return { numbers: rest, last: rest[place] ?? null }
}
