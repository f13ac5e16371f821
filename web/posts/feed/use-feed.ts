import {
  type InfiniteData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import { listPosts } from '#contract/posts.ts'
import { callPage } from '../../api.ts'
import { onSocketConnect, onSocketEvent, useSocketConnected } from '../../socket.ts'
import { type FeedPage, freshened, newerThan } from './feed-rows.ts'

type Pages = InfiniteData<FeedPage, string | null>

export const shownKey = [listPosts.path, 'shown']
const newestKey = [listPosts.path, 'newest']
/** Where no socket gets through. */
const POLL_INTERVAL_MS = 60_000
/** So long the feed waits where somebody left it. */
const kept_ms = 30 * 60_000

const rowsOf = (data: Pages | undefined) => data?.pages.flatMap(({ rows }) => rows)

/**
 * The feed as it was first read, and beside it what has come since: nothing moves on screen until a
 * person wants to see it.
 */
export function useFeed() {
  const cache = useQueryClient()
  const connected = useSocketConnected()
  const list = useInfiniteQuery<FeedPage, Error, Pages, string[], string | null>({
    queryKey: shownKey,
    queryFn: async ({ pageParam, signal }) => {
      const page = await callPage(
        listPosts,
        { query: pageParam ? { before: pageParam } : {} },
        signal,
      )
      const shown = rowsOf(cache.getQueryData<Pages>(shownKey)) ?? []
      if (pageParam !== null || shown.length === 0) return page
      const news = newerThan(shown, page.rows)
      return news.length < page.rows.length ? { ...page, rows: page.rows.slice(news.length) } : page
    },
    initialPageParam: null,
    getNextPageParam: ({ before }) => before,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: kept_ms,
  })
  const newest = useQuery({
    queryKey: newestKey,
    queryFn: async ({ signal }) => ({ pages: [await callPage(listPosts, { query: {} }, signal)] }),
    enabled: list.data !== undefined,
    initialData: list.data && { pages: list.data.pages.slice(0, 1) },
    initialDataUpdatedAt: list.dataUpdatedAt,
    refetchInterval: connected ? false : POLL_INTERVAL_MS,
    gcTime: kept_ms,
  })
  useEffect(() => {
    const look = () => void cache.invalidateQueries({ queryKey: newestKey })
    const stops = [onSocketEvent('new_post', look), onSocketConnect(look)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [cache])

  const shown = rowsOf(list.data)
  const latest = newest.data?.pages[0] ?? { rows: [], before: null }
  const news = shown ? newerThan(shown, latest.rows) : []

  /** Puts what has come on top. */
  function showNews() {
    cache.setQueryData<Pages>(shownKey, (data) => {
      const [first, ...others] = data?.pages ?? []
      // With more of them than one page holds there would be a gap between them and the rest.
      if (!data || !first || news.length === latest.rows.length) {
        return { pages: [latest], pageParams: [null] }
      }
      return { ...data, pages: [{ ...first, rows: [...news, ...first.rows] }, ...others] }
    })
  }
  const posts = shown && newest.data ? freshened(shown, latest) : shown
  return { ...list, posts, news, showNews }
}
