import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listOwnPosts, listPosts } from '#contract/posts.ts'
import type { Viewer } from '../../page-context.ts'
import { ownPostsKey } from '../advertise/use-own-posts.ts'
import { shownKey } from './use-feed.ts'

/** The feed as its reader sees it, and their own posts, whose notices stand above it. */
export async function drawFeed({ user_id, callPage }: Viewer) {
  const [feed, own] = await Promise.all([callPage(listPosts, {}), callPage(listOwnPosts, {})])
  return { user_id, feed, own }
}
export type DrawnFeed = Awaited<ReturnType<typeof drawFeed>> & { put_away: string }

/**
 * Begins with what the server has drawn instead of asking for it again. The cache is filled before
 * anybody below looks into it, as a HydrationBoundary would; `initialData` would have to go through
 * every component that shows the feed or one's own posts.
 */
export function useDrawnFeed(drawn: DrawnFeed | null) {
  const cache = useQueryClient()
  useState(() => {
    if (!drawn) return
    // What is there already is as new, and others may be showing it.
    const begin = (key: string[], first: unknown) =>
      cache.setQueryData(key, (there: unknown) => there ?? { pages: [first], pageParams: [null] })
    begin(shownKey, drawn.feed)
    begin([...ownPostsKey, ''], drawn.own)
  })
}
