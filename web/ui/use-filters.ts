import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'

/**
 * The filters of a list or a statement, which are kept in the address. A page may take a moment to follow its address;
 * the user's choices apply even before that, so that nothing typed quickly is lost.
 */
export function useFilters() {
  const [params, setParams] = useSearchParams()
  const [ahead, setAhead] = useState<URLSearchParams | null>(null)
  /** The addresses that the choices lead to, until the page follows them. */
  const coming = useRef<string[]>([])
  useEffect(() => {
    const followed = coming.current.indexOf(params.toString())
    // When it follows an earlier choice, the later ones are still to come. Any other address was reached otherwise, such as by going back.
    coming.current = followed < 0 ? [] : coming.current.slice(followed + 1)
    if (coming.current.length === 0) setAhead(null)
  }, [params])
  const filters = ahead ?? params

  /** Changes some of the filters; an empty one is dropped. */
  function change(changed: Record<string, string>) {
    const next = new URLSearchParams(filters)
    for (const [name, value] of Object.entries(changed)) {
      if (value === '') next.delete(name)
      else next.set(name, value)
    }
    setAhead(next)
    coming.current.push(next.toString())
    setParams(next, { replace: true, preventScrollReset: true })
  }
  return { filters, change }
}
