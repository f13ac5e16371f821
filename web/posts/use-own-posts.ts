import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listOwnPosts } from '#contract/posts.ts'
import { onSocketConnect, onSocketEvent, useSocketConnected } from '../socket.ts'
import { useInfiniteList } from '../ui/infinite-list.tsx'

/** Prefix of the keys of all queries for the user's own posts. */
export const ownPostsKey = [listOwnPosts.path]
/** Polling interval without a socket connection. */
const POLL_INTERVAL_MS = 60_000

/** The user's own posts of any status, newest first, kept up to date with decisions of staff. */
export function useOwnPosts() {
  const client = useQueryClient()
  const connected = useSocketConnected()
  const list = useInfiniteList(
    listOwnPosts,
    '',
    (page) => ({ query: page }),
    connected ? undefined : POLL_INTERVAL_MS,
  )
  useEffect(() => {
    const refetch = () => void client.invalidateQueries({ queryKey: ownPostsKey })
    const unsubscribes = [onSocketEvent('own_post', refetch), onSocketConnect(refetch)]
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe()
    }
  }, [client])
  return { ...list, posts: list.pages?.flat() }
}
