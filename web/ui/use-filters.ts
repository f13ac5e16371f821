import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'

/**
 * The filters of a list or a statement, which are kept in the address. A page may take a moment to follow its address;
 * the user's choices apply even before that, so that nothing typed quickly is lost.
 */
export function useFilters() {
  const [params, setParams] = useSearchParams()
  const [ahead, setAhead] = useState<URLSearchParams | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address has followed, or somebody has gone back
  useEffect(() => setAhead(null), [params])
  const filters = ahead ?? params

  /** Changes some of the filters; an empty one is dropped. */
  function change(changed: Record<string, string>) {
    const next = new URLSearchParams(filters)
    for (const [name, value] of Object.entries(changed)) {
      if (value === '') next.delete(name)
      else next.set(name, value)
    }
    setAhead(next)
    setParams(next, { replace: true, preventScrollReset: true })
  }
  return { filters, change }
}
