import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listOwnPosts } from '#contract/posts.ts'
import { onLive, onReconnect, useConnected } from '../../live.ts'
import { nextPage } from '../feed/early-lists.ts'

/** Of all one's own posts. */
export const ownPostsKey = [listOwnPosts.path]
/** Where no socket gets through. */
const look_again_ms = 60_000

/** One's own posts in any state, newest first; staff's decisions show as they are made. */
export function useOwnPosts() {
  const cache = useQueryClient()
  const connected = useConnected()
  const list = useInfiniteQuery({
    queryKey: ownPostsKey,
    queryFn: ({ pageParam, signal }) => nextPage(listOwnPosts, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ before }) => before,
    refetchInterval: connected ? false : look_again_ms,
  })
  useEffect(() => {
    const look = () => void cache.invalidateQueries({ queryKey: ownPostsKey })
    const stops = [onLive('own_post', look), onReconnect(look)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [cache])
  return { ...list, posts: list.data?.pages.flatMap(({ rows }) => rows) }
}
