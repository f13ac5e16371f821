import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listOwnPosts } from '#contract/posts.ts'
import { onConnected, onLive, useConnected } from '../../live.ts'
import { useInfiniteList } from '../../ui/infinite-list.tsx'

/** Of all one's own posts. */
export const ownPostsKey = [listOwnPosts.path]
/** Where no socket gets through. */
const look_again_ms = 60_000

/** One's own posts in any state, newest first; staff's decisions show as they are made. */
export function useOwnPosts() {
  const cache = useQueryClient()
  const connected = useConnected()
  const list = useInfiniteList(
    listOwnPosts,
    '',
    (page) => ({ query: page }),
    connected ? undefined : look_again_ms,
  )
  useEffect(() => {
    const look = () => void cache.invalidateQueries({ queryKey: ownPostsKey })
    const stops = [onLive('own_post', look), onConnected(look)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [cache])
  return { ...list, posts: list.pages?.flat() }
}
