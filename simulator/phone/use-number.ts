import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { toMsisdn } from '#rules/phone.ts'
import { emptyBook, readBook, without, withShown } from './address-book.ts'
import { openKept } from './kept.ts'
import { linkTo } from './screens.ts'

const kept = openKept('bweni.pretendPhone', readBook, emptyBook)

/** Whose phone this is, as the address says, else the last one; and the other numbers used here. */
export function useNumber() {
  const [search, setSearch] = useSearchParams()
  const written = search.get('phone')
  const msisdn = written === null ? null : toMsisdn(written)
  const { numbers } = kept.use()

  useEffect(() => {
    if (msisdn) return kept.change((book) => withShown(book, msisdn))
    const { last } = kept.current()
    if (written === null && last) setSearch(linkTo(last), { replace: true })
  }, [msisdn, written, setSearch])

  function forget(forgotten: string) {
    kept.change((book) => without(book, forgotten))
    if (forgotten === msisdn) setSearch(linkTo(kept.current().last), { replace: true })
  }

  return {
    msisdn,
    written,
    /** The shown one is among them, also before the browser has been asked. */
    numbers: msisdn && !numbers.includes(msisdn) ? [...numbers, msisdn] : numbers,
    choose: (chosen: string) => setSearch(linkTo(chosen)),
    forget,
  }
}

export type PhoneNumber = ReturnType<typeof useNumber>
