import { useInfiniteQuery } from '@tanstack/react-query'
import type { CallInput, Endpoint, Received } from '#contract/endpoint.ts'
import { callPage } from '../api.ts'

/**
 * A list without an end, page by page; `asked` makes the input for the page before a row.
 * @param look_again_ms how often it is asked for anew; never unless told
 */
export function usePages<E extends Endpoint>(
  endpoint: E,
  key: string,
  asked: (page: { before?: string }) => CallInput<E>,
  look_again_ms?: number,
) {
  const list = useInfiniteQuery({
    queryKey: [endpoint.path, key],
    queryFn: ({ pageParam: before, signal }) =>
      callPage(endpoint, asked(before ? { before } : {}), signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ before }) => before,
    refetchInterval: look_again_ms ?? false,
  })
  return { ...list, pages: list.data?.pages.map(({ rows }): Received<E> => rows) }
}
