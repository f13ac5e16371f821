import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { toMsisdn } from '#rules/phone.ts'

const remembered = 'bweni.pretendPhone'

export const linkTo = (msisdn: string) => `?phone=0${msisdn.slice(3)}`

/** Whose phone this is: as the address says, else the one it was the last time. */
export function useNumber() {
  const [search, setSearch] = useSearchParams()
  const written = search.get('phone')
  const msisdn = written === null ? null : toMsisdn(written)

  useEffect(() => {
    if (msisdn) return localStorage.setItem(remembered, msisdn)
    const last = localStorage.getItem(remembered)
    if (written === null && last) setSearch(linkTo(last), { replace: true })
  }, [msisdn, written, setSearch])

  return { msisdn, written, choose: (chosen: string) => setSearch(linkTo(chosen)) }
}
