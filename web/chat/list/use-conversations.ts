import { listConversations } from '#contract/chat.ts'
import { useLookAgain } from '../../live.ts'
import { useInfiniteList } from '../../ui/infinite-list.tsx'
import { listKey } from '../chat-cache.ts'

const look_again_ms = { alone: 15_000, connected: 60_000 }

/** My conversations, or those about one post, the latest first. */
export function useConversations(post?: number) {
  const list = useInfiniteList(
    listConversations,
    listKey(post),
    (page) => ({ query: { ...page, ...(post !== undefined && { post }) } }),
    useLookAgain(look_again_ms),
  )
  return { ...list, conversations: list.pages?.flat() }
}
export type Conversations = ReturnType<typeof useConversations>
