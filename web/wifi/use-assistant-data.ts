import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type AssistantData, getAssistant } from '#contract/assistant.ts'
import { query } from '../api.ts'

export interface QueryState<Data> {
  /** Undefined until it is fetched, and while it is outdated. */
  data: Data | undefined
  failed: boolean
  refetch: () => unknown
}

/**
 * The bundles on sale and the FAQ of a residence. Whoever lets somebody choose from the list calls this: a list that the server
 * has just refused isn't there until the new one is.
 */
export function useAssistantData(
  slug: string | undefined,
): QueryState<AssistantData> & { error: Error | null } {
  const client = useQueryClient()
  const asked = query(getAssistant, { query: { slug } })
  // Read in any case: a component is rendered again when what it has read changes, and an outdated list is being fetched.
  const { data, error, isError, isPaused, isFetching, refetch } = useQuery(asked)
  const isOutdated = client.getQueryState(asked.queryKey)?.isInvalidated
  return {
    data: isOutdated ? undefined : data,
    failed: isPaused || (isError && !isFetching),
    error,
    refetch: () => refetch(),
  }
}
