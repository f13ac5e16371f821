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
 * The bundles on sale and the FAQ of a residence. To be used wherever the list can be chosen from: a list that the server
 * has just refused isn't returned until the new one has been fetched.
 */
export function useAssistantData(
  slug: string | undefined,
): QueryState<AssistantData> & { error: Error | null } {
  const client = useQueryClient()
  const asked = query(getAssistant, { query: { slug } })
  // All of these are read in any case, because a component rerenders only for values that it has read.
  const { data, error, isError, isPaused, isFetching, refetch } = useQuery(asked)
  const isOutdated = client.getQueryState(asked.queryKey)?.isInvalidated
  return {
    data: isOutdated ? undefined : data,
    failed: isPaused || (isError && !isFetching),
    error,
    refetch: () => refetch(),
  }
}
