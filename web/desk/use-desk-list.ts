import { listDesk } from '#contract/desk.ts'
import { useInfiniteList } from '../ui/infinite-list.tsx'
import type { Shown } from './paths.ts'

const look_again_ms = 30_000

/** Everything on the desk, or everything dealt with, newest first and page by page. */
export function useDeskList(state: Shown) {
  const list = useInfiniteList(
    listDesk,
    state,
    (page) => ({ query: { state, ...page } }),
    // Money arrives while somebody is looking.
    state === 'open' ? look_again_ms : undefined,
  )
  return { ...list, items: list.pages?.flat() }
}
