import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'

/**
 * The filters of a list or a statement, which the address keeps. A page may need a moment to follow its address; meanwhile
 * what was chosen or typed counts already, so that nothing typed quickly is lost.
 */
export function useFilters() {
  const [params, setParams] = useSearchParams()
  const [ahead, setAhead] = useState<URLSearchParams | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address has followed, or somebody has gone back
  useEffect(() => setAhead(null), [params])
  const filters = ahead ?? params

  /** Changes some of them; an empty one is dropped. */
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
