import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { useState } from 'react'
import type { CallInput, Endpoint, Received } from '#contract/endpoint.ts'
import { callPage } from '../api.ts'
import { Button } from './button.tsx'

/** The fetched page before a row, unless it is known to have changed. */
function unchangedPage<Rows>(
  cache: QueryClient,
  queryKey: readonly unknown[],
  before: string | null,
) {
  const state = cache.getQueryState<InfiniteData<{ rows: Rows; before: string | null }>>(queryKey)
  if (before === null || !state?.data || state.isInvalidated) return null
  return state.data.pages[state.data.pageParams.indexOf(before)] ?? null
}

/** @see useInfiniteList */
export function infiniteListQuery<E extends Endpoint>(
  endpoint: E,
  key: string,
  inputFor: (page: { before?: string }) => CallInput<E>,
  refetchMs?: number,
  fetchPage: typeof callPage<E> = callPage,
) {
  return infiniteQueryOptions({
    queryKey: [endpoint.path, key],
    queryFn: async ({ pageParam: before, signal, client, queryKey }) => {
      const known = refetchMs ? unchangedPage<Received<E>>(client, queryKey, before) : null
      return known ?? fetchPage(endpoint, inputFor(before ? { before } : {}), signal)
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ before }) => before,
    refetchInterval: refetchMs ?? false,
  })
}

/**
 * An infinite list; `inputFor` makes the input for the page before a row.
 * With `refetchMs` the first page is fetched again at that interval; as long as it ends at the same row,
 * the other pages stay as they are.
 */
export const useInfiniteList = <E extends Endpoint>(
  ...list: Parameters<typeof infiniteListQuery<E>>
) => usePages<E>(infiniteListQuery(...list))

/** An infinite list that is searched: until the rows of the next search are there, those of the last one stay. */
export const useSearchedList = <E extends Endpoint>(
  ...list: Parameters<typeof infiniteListQuery<E>>
) => usePages<E>({ ...infiniteListQuery(...list), placeholderData: keepPreviousData })

function usePages<E extends Endpoint>(options: PagesOptions<E>) {
  const { data, ...state } = useInfiniteQuery(options)
  return { ...state, data, pages: data?.pages.map(({ rows }): Received<E> => rows) }
}
type PagesOptions<E extends Endpoint> = ReturnType<typeof infiniteListQuery<E>>

interface Props {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
}

/** Fetches the next page of a list that has one. */
export const LoadMoreButton = ({ list }: Props) =>
  list.hasNextPage && (
    <ShowMoreButton
      busy={list.isFetchingNextPage}
      onClick={() => !list.isFetchingNextPage && void list.fetchNextPage()}
    />
  )

const ShowMoreButton = (button: { busy?: boolean; onClick: () => void }) => (
  <Button variant="secondary block" {...button}>
    Show more
  </Button>
)

const ROWS_PER_STEP = 50

/** Further rows of a list that is fetched whole, shown by a button, so that ten thousand render quickly. */
export function useRowsInSteps<Row>(rows: readonly Row[], step = ROWS_PER_STEP) {
  const [limit, setLimit] = useState(step)
  return {
    shown: rows.slice(0, limit),
    more: rows.length > limit && <ShowMoreButton onClick={() => setLimit(limit + step)} />,
  }
}
