import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import {
  type Conversation,
  type ConversationKey,
  getConversation,
  listConversations,
  markSeen,
} from '#contract/chat.ts'
import { call, isMissing } from '../api.ts'
import { emitTyping, onSocketEvent, usePollInterval } from '../socket.ts'
import { useInfiniteList } from '../ui/infinite-list.tsx'
import { useKeptError } from '../ui/use-kept-error.ts'
import { conversationQueryKey, listKey, setUnread } from './chat-cache.ts'

const POLL_INTERVAL_MS = { disconnected: 15_000, connected: 60_000 }

/** The user's conversations, or those about one post, the latest first. */
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

/** The other user, what they have seen, and whether the conversation is open. */
export function useConversation({ post, person }: ConversationKey) {
  const pollInterval = usePollInterval(POLL_INTERVAL_MS)
  const query = useQuery({
    queryKey: conversationQueryKey({ post, person }),
    queryFn: ({ signal }) => call(getConversation, { params: { post, person } }, signal),
    refetchInterval: ({ state }) => !isMissing(state.error) && pollInterval,
  })
  return { ...query, error: useKeptError(query) }
}

const RETRY_SEEN_MS = 5_000

/**
 * Marks messages as seen while they are visible.
 * @param last the newest message of the other user; 0 for none
 */
export function useMarkSeen(
  { post, person }: ConversationKey,
  conversation: Conversation | undefined,
  last: number,
  isVisible: boolean,
) {
  const cache = useQueryClient()
  const [markedTo, setMarkedTo] = useState(0)
  const [failures, setFailures] = useState(0)
  const unread = conversation?.unread ?? 0
  // Without unread messages, everything up to the last message had been seen when the conversation was fetched.
  const seenTo = unread === 0 ? (conversation?.last_message?.id ?? 0) : 0
  const isDue =
    isVisible && !!conversation && last > 0 && (unread > 0 || last > Math.max(markedTo, seenTo))

  useEffect(() => {
    if (!isDue) return
    let cancelled = false
    let retry: ReturnType<typeof setTimeout> | undefined
    call(markSeen, { params: { post, person }, body: { message: last } }).then(
      (reply) => {
        setUnread(cache, { post, person }, reply.unread)
        if (!cancelled) setMarkedTo(last)
      },
      () => {
        if (!cancelled) retry = setTimeout(() => setFailures(failures + 1), RETRY_SEEN_MS)
      },
    )
    return () => {
      cancelled = true
      clearTimeout(retry)
    }
  }, [cache, post, person, last, isDue, failures])
}

const TYPING_SHOWN_MS = 5_000
const TYPING_INTERVAL_MS = 2_500

/**
 * Whether the other user is typing.
 * @param last their newest message, which ends the typing state
 */
export function useTheirTyping({ post, person }: ConversationKey, last: number): boolean {
  const [typing, setTyping] = useState<{ before: number } | null>(null)
  const newest = useRef(last)
  useEffect(() => {
    newest.current = last
  }, [last])
  useEffect(() => {
    let end: ReturnType<typeof setTimeout>
    const unsubscribe = onSocketEvent('typing', (conversation) => {
      if (conversation.post !== post || conversation.person !== person) return
      clearTimeout(end)
      setTyping({ before: newest.current })
      end = setTimeout(() => setTyping(null), TYPING_SHOWN_MS)
    })
    return () => {
      clearTimeout(end)
      unsubscribe()
    }
  }, [post, person])
  return typing !== null && typing.before === last
}

/** Tells the other user at intervals that this one is typing; sending a message restarts the interval. */
export function useOwnTyping({ post, person }: ConversationKey) {
  const lastEmitted = useRef(0)
  return {
    onTyping() {
      if (Date.now() - lastEmitted.current < TYPING_INTERVAL_MS) return
      lastEmitted.current = Date.now()
      emitTyping({ post, person })
    },
    onSent() {
      lastEmitted.current = 0
    },
  }
}
