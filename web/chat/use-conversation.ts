import { useQuery } from '@tanstack/react-query'
import { type ConversationKey, getConversation } from '#contract/chat.ts'
import { call, isMissing } from '../api.ts'
import { usePollInterval } from '../socket.ts'
import { conversationKey } from './chat-cache.ts'

const POLL_INTERVAL_MS = { disconnected: 15_000, connected: 60_000 }

/** Who the other one is, what they have seen, and whether anything can be written. */
export function useConversation({ post, person }: ConversationKey) {
  const again = usePollInterval(POLL_INTERVAL_MS)
  return useQuery({
    queryKey: conversationKey(post, person),
    queryFn: ({ signal }) => call(getConversation, { params: { post, person } }, signal),
    refetchInterval: ({ state }) => !isMissing(state.error) && again,
  })
}
