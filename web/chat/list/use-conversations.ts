import { listConversations } from '#contract/chat.ts'
import { usePollInterval } from '../../socket.ts'
import { useInfiniteList } from '../../ui/infinite-list.tsx'
import { listKey } from '../chat-cache.ts'

const POLL_INTERVAL_MS = { disconnected: 15_000, connected: 60_000 }

/** My conversations, or those about one post, the latest first. */
export function useConversations(post?: number) {
  const list = useInfiniteList(
    listConversations,
    listKey(post),
    (page) => ({ query: { ...page, ...(post !== undefined && { post }) } }),
    usePollInterval(POLL_INTERVAL_MS),
  )
  return { ...list, conversations: list.pages?.flat() }
}
export type Conversations = ReturnType<typeof useConversations>
