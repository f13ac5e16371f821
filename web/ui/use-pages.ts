import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  useInfiniteQuery,
} from '@tanstack/react-query'
import type { CallInput, Endpoint, Received } from '#contract/endpoint.ts'
import { callPage } from '../api.ts'

/** The page before a row as it was read, unless it is known to have changed. */
function heldPage<Rows>(cache: QueryClient, queryKey: readonly unknown[], before: string | null) {
  const state = cache.getQueryState<InfiniteData<{ rows: Rows; before: string | null }>>(queryKey)
  if (before === null || !state?.data || state.isInvalidated) return null
  return state.data.pages[state.data.pageParams.indexOf(before)] ?? null
}

/** @see usePages */
export function pagesQuery<E extends Endpoint>(
  endpoint: E,
  key: string,
  asked: (page: { before?: string }) => CallInput<E>,
  look_again_ms?: number,
  fetchPage: typeof callPage<E> = callPage,
) {
  return infiniteQueryOptions({
    queryKey: [endpoint.path, key],
    queryFn: async ({ pageParam: before, signal, client, queryKey }) => {
      const held = look_again_ms ? heldPage<Received<E>>(client, queryKey, before) : null
      return held ?? fetchPage(endpoint, asked(before ? { before } : {}), signal)
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ before }) => before,
    refetchInterval: look_again_ms ?? false,
  })
}

/**
 * A list without an end, page by page; `asked` makes the input for the page before a row.
 * With `look_again_ms` the first page is looked at again; as long as it ends at the same row, the
 * others stay as they are.
 */
export function usePages<E extends Endpoint>(...list: Parameters<typeof pagesQuery<E>>) {
  const { data, ...state } = useInfiniteQuery(pagesQuery(...list))
  return { ...state, data, pages: data?.pages.map(({ rows }): Received<E> => rows) }
}
