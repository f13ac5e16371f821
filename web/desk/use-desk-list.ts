import { useInfiniteQuery } from '@tanstack/react-query'
import { listDesk } from '#contract/desk.ts'
import { callPage } from '../api.ts'
import type { Shown } from './paths.ts'

const look_again_ms = 30_000

/** Everything on the desk, or everything dealt with, newest first and page by page. */
export function useDeskList(state: Shown) {
  const list = useInfiniteQuery({
    queryKey: [listDesk.path, state],
    queryFn: ({ pageParam: before, signal }) =>
      callPage(listDesk, { query: { state, ...(before && { before }) } }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ before }) => before,
    // Money arrives while somebody is looking.
    refetchInterval: state === 'open' ? look_again_ms : false,
  })
  return { ...list, items: list.data?.pages.flatMap(({ rows }) => rows) }
}
