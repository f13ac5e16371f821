import { listConversations } from '#contract/chat.ts'
import { useConnected } from '../../live.ts'
import { usePages } from '../../ui/use-pages.ts'
import { listKey } from '../chat-cache.ts'

const look_again_ms = { alone: 15_000, connected: 60_000 }

/** My conversations, or those about one post, the latest first. */
export function useConversations(post?: number) {
  const connected = useConnected()
  const list = usePages(
    listConversations,
    listKey(post),
    (page) => ({ query: { ...page, ...(post !== undefined && { post }) } }),
    look_again_ms[connected ? 'connected' : 'alone'],
  )
  return { ...list, conversations: list.pages?.flat() }
}
export type Conversations = ReturnType<typeof useConversations>
