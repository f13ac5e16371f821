import { useQuery } from '@tanstack/react-query'
import { getConversation } from '#contract/chat.ts'
import { ApiError, call } from '../api.ts'
import { useConnected } from '../live.ts'
import { conversationKey } from './chat-cache.ts'
import type { Where } from './talk.ts'

const look_again_ms = { alone: 15_000, connected: 60_000 }

/** There is no such conversation, and none can be begun. */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && [400, 404].includes(error.status)

/** Who the other one is, what they have seen, and whether anything can be written. */
export function useConversation({ post, person }: Where) {
  const connected = useConnected()
  return useQuery({
    queryKey: conversationKey(post, person),
    queryFn: ({ signal }) => call(getConversation, { params: { post, person } }, signal),
    refetchInterval: ({ state }) =>
      !isMissing(state.error) && look_again_ms[connected ? 'connected' : 'alone'],
  })
}
