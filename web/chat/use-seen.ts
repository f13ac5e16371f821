import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Conversation, type ConversationKey, markSeen } from '#contract/chat.ts'
import { call } from '../api.ts'
import { markRead } from './chat-cache.ts'

const retry_ms = 5_000

/**
 * Tells the server what has been looked at.
 * @param last the newest message of the other one; 0 for none
 */
export function useSeen(
  { post, person }: ConversationKey,
  conversation: Conversation | undefined,
  last: number,
  lookedAt: boolean,
) {
  const cache = useQueryClient()
  const [told, setTold] = useState(0)
  const [failures, setFailures] = useState(0)
  const unread = conversation?.unread ?? 0
  // When it was fetched everything had been seen, up to its last message of then.
  const seen = unread === 0 ? (conversation?.last_message?.id ?? 0) : 0
  const due = lookedAt && !!conversation && last > 0 && (unread > 0 || last > Math.max(told, seen))

  useEffect(() => {
    if (!due) return
    let over = false
    let again: ReturnType<typeof setTimeout> | undefined
    call(markSeen, { params: { post, person }, body: { message: last } }).then(
      (reply) => {
        markRead(cache, { post, person }, reply.unread)
        if (!over) setTold(last)
      },
      () => {
        if (!over) again = setTimeout(() => setFailures(failures + 1), retry_ms)
      },
    )
    return () => {
      over = true
      clearTimeout(again)
    }
  }, [cache, post, person, last, due, failures])
}
