import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listOwnPosts } from '#contract/posts.ts'
import { onSocketConnect, onSocketEvent, useSocketConnected } from '../../socket.ts'
import { useInfiniteList } from '../../ui/infinite-list.tsx'

/** Of all one's own posts. */
export const ownPostsKey = [listOwnPosts.path]
/** Where no socket gets through. */
const POLL_INTERVAL_MS = 60_000

/** One's own posts in any state, newest first; staff's decisions show as they are made. */
export function useOwnPosts() {
  const cache = useQueryClient()
  const connected = useSocketConnected()
  const list = useInfiniteList(
    listOwnPosts,
    '',
    (page) => ({ query: page }),
    connected ? undefined : POLL_INTERVAL_MS,
  )
  useEffect(() => {
    const look = () => void cache.invalidateQueries({ queryKey: ownPostsKey })
    const stops = [onSocketEvent('own_post', look), onSocketConnect(look)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [cache])
  return { ...list, posts: list.pages?.flat() }
}
