import {
  type InfiniteData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { listOwnPosts, listPosts, type Post } from '#contract/posts.ts'
import { callPage } from '../../api.ts'
import type { PageViewer } from '../../page-context.ts'
import { onSocketConnect, onSocketEvent, useSocketConnected } from '../../socket.ts'
import { ownPostsKey } from '../use-own-posts.ts'

export interface FeedPage {
  rows: Post[]
  /** Query parameter for the next page; null at the end. */
  before: string | null
}
type Pages = InfiniteData<FeedPage, string | null>

const feedKey = [listPosts.path, 'shown']
const latestKey = [listPosts.path, 'newest']
/** Polling interval without a socket connection. */
const POLL_INTERVAL_MS = 60_000
/** How long the feed is preserved after leaving it, with its scroll position. */
const GC_TIME_MS = 30 * 60_000

/** Runs on the server: the feed for its viewer, and their own posts for the notices above it. */
export async function loadSsrFeed({ user_id, callPage }: PageViewer) {
  const [feed, own] = await Promise.all([callPage(listPosts, {}), callPage(listOwnPosts, {})])
  return { user_id, feed, own }
}
export type SsrFeed = Awaited<ReturnType<typeof loadSsrFeed>> & { dismissed: string }

/**
 * Fills the cache with what the server has rendered, before any query below reads it, as a
 * HydrationBoundary would. (`initialData` would have to go through every component that shows the feed or
 * one's own posts.)
 */
export function useSsrFeed(ssrFeed: SsrFeed | null) {
  const client = useQueryClient()
  useState(() => {
    if (!ssrFeed) return
    // An existing entry is at least as recent, and may be on screen.
    const fill = (key: string[], page: unknown) =>
      client.setQueryData(
        key,
        (existing: unknown) => existing ?? { pages: [page], pageParams: [null] },
      )
    fill(feedKey, ssrFeed.feed)
    fill([...ownPostsKey, ''], ssrFeed.own)
  })
}

const rowsOf = (data: Pages | undefined) => data?.pages.flatMap(({ rows }) => rows)

/**
 * The feed as it was first loaded, and separately the posts published since: nothing moves on screen until
 * the user asks for them.
 */
export function useFeed() {
  const client = useQueryClient()
  const connected = useSocketConnected()
  const list = useInfiniteQuery<FeedPage, Error, Pages, string[], string | null>({
    queryKey: feedKey,
    queryFn: async ({ pageParam, signal }) => {
      const page = await callPage(
        listPosts,
        { query: pageParam ? { before: pageParam } : {} },
        signal,
      )
      const shown = rowsOf(client.getQueryData<Pages>(feedKey)) ?? []
      if (pageParam !== null || shown.length === 0) return page
      const newer = newerThan(shown, page.rows)
      return newer.length < page.rows.length
        ? { ...page, rows: page.rows.slice(newer.length) }
        : page
    },
    initialPageParam: null,
    getNextPageParam: ({ before }) => before,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: GC_TIME_MS,
  })
  const latest = useQuery({
    queryKey: latestKey,
    // Shaped like the other lists that `updateInLists` updates.
    queryFn: async ({ signal }) => ({ pages: [await callPage(listPosts, { query: {} }, signal)] }),
    enabled: list.data !== undefined,
    initialData: list.data && { pages: list.data.pages.slice(0, 1) },
    initialDataUpdatedAt: list.dataUpdatedAt,
    refetchInterval: connected ? false : POLL_INTERVAL_MS,
    gcTime: GC_TIME_MS,
  })
  useEffect(() => {
    const refetch = () => void client.invalidateQueries({ queryKey: latestKey })
    const unsubscribes = [onSocketEvent('new_post', refetch), onSocketConnect(refetch)]
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe()
    }
  }, [client])

  const shown = rowsOf(list.data)
  const latestPage = latest.data?.pages[0] ?? { rows: [], before: null }
  const newPosts = shown ? newerThan(shown, latestPage.rows) : []

  function showNewPosts() {
    client.setQueryData<Pages>(feedKey, (data) => {
      const [first, ...others] = data?.pages ?? []
      // With more new posts than one page there would be a gap before the rest.
      if (!data || !first || newPosts.length === latestPage.rows.length) {
        return { pages: [latestPage], pageParams: [null] }
      }
      return { ...data, pages: [{ ...first, rows: [...newPosts, ...first.rows] }, ...others] }
    })
  }
  const posts = shown && latest.data ? mergeLatest(shown, latestPage) : shown
  return { ...list, posts, newPosts, showNewPosts }
}

/** The latest posts that come before all posts on screen. */
export function newerThan(shown: Post[], latest: Post[]): Post[] {
  const known = new Set(shown.map(({ id }) => id))
  const first = latest.findIndex(({ id }) => known.has(id))
  return first < 0 ? latest : latest.slice(0, first)
}

/** The posts on screen in their latest version, without those that are no longer published. */
export function mergeLatest(shown: Post[], latest: FeedPage): Post[] {
  const fresh = new Map(latest.rows.map((post) => [post.id, post]))
  const covered =
    latest.before === null ? shown.length : shown.findLastIndex(({ id }) => fresh.has(id))
  return shown.flatMap((post, index) => fresh.get(post.id) ?? (index < covered ? [] : post))
}
