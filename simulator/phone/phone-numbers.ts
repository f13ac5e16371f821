import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { toMsisdn } from '#rules/phone.ts'
import { screenLink } from './screens.ts'
import { createStoredValue } from './stored-value.ts'

const MAX_NUMBERS = 12

/** The phone numbers that were used in this browser. */
interface AddressBook {
  /** In the order in which they were added. */
  numbers: string[]
  /** The number that was shown last. */
  last: string | null
}

export const emptyAddressBook: AddressBook = { numbers: [], last: null }

const isMsisdn = (value: unknown): value is string =>
  typeof value === 'string' && toMsisdn(value) === value

/** Accepts any stored value; an invalid one becomes an empty address book. */
export function parseAddressBook(stored: unknown): AddressBook {
  if (typeof stored !== 'object' || stored === null) return emptyAddressBook
  const { numbers, last }: Partial<Record<keyof AddressBook, unknown>> = stored
  const known = Array.isArray(numbers) ? [...new Set(numbers.filter(isMsisdn))] : []
  return { numbers: known, last: known.find((number) => number === last) ?? null }
}

/** Adds the number and marks it as shown; a full address book drops its oldest number. */
export function addNumber({ numbers }: AddressBook, msisdn: string): AddressBook {
  if (numbers.includes(msisdn)) return { numbers, last: msisdn }
  return { numbers: [...numbers, msisdn].slice(-MAX_NUMBERS), last: msisdn }
}

/** If the number was shown last, its neighbour becomes the shown one. */
export function removeNumber({ numbers, last }: AddressBook, msisdn: string): AddressBook {
  const rest = numbers.filter((number) => number !== msisdn)
  if (last !== msisdn) return { numbers: rest, last }
  const place = Math.min(numbers.indexOf(msisdn), rest.length - 1)
  return { numbers: rest, last: rest[place] ?? null }
}

const addressBook = createStoredValue('bweni.pretendPhone', parseAddressBook, emptyAddressBook)

/** The phone's number, from the URL or else the last one shown, and the other numbers of this browser. */
export function usePhoneNumber() {
  const [search, setSearch] = useSearchParams()
  const urlNumber = search.get('phone')
  const msisdn = urlNumber === null ? null : toMsisdn(urlNumber)
  const { numbers } = addressBook.use()

  useEffect(() => {
    if (msisdn) return addressBook.update((book) => addNumber(book, msisdn))
    const { last } = addressBook.get()
    if (urlNumber === null && last) setSearch(screenLink(last), { replace: true })
  }, [msisdn, urlNumber, setSearch])

  function forget(forgotten: string) {
    addressBook.update((book) => removeNumber(book, forgotten))
    if (forgotten === msisdn) setSearch(screenLink(addressBook.get().last), { replace: true })
  }

  return {
    msisdn,
    urlNumber,
    /** Includes the shown number, even before localStorage is read. */
    numbers: msisdn && !numbers.includes(msisdn) ? [...numbers, msisdn] : numbers,
    choose: (chosen: string) => setSearch(screenLink(chosen)),
    forget,
  }
}

export type PhoneNumber = ReturnType<typeof usePhoneNumber>
