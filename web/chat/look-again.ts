import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query'

/** However much is said to have changed, it is asked for no more often. */
const rest_ms = 1_000

const resting = new WeakMap<Query, { again: boolean }>()

function look(cache: QueryClient, query: Query) {
  const rest = resting.get(query)
  if (rest) {
    rest.again = true
    return
  }
  const begun = { again: false }
  resting.set(query, begun)
  setTimeout(() => {
    resting.delete(query)
    if (begun.again) look(cache, query)
  }, rest_ms)
  void cache.invalidateQueries({ predicate: (one) => one === query })
}

/** Asks again for what matches: at once, and for all that a burst asks besides once more at its end. */
export function lookAgain(cache: QueryClient, filters: QueryFilters) {
  for (const query of cache.getQueryCache().findAll(filters)) look(cache, query)
}
