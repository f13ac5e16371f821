import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Conversation, listConversations } from '#contract/chat.ts'
import { call } from '../api.ts'
import { usePollInterval } from '../socket.ts'
import { lookAtMissed, unread } from './chat-cache.ts'
import { keepCount, readCount } from './last-count.ts'
import { toastMessage } from './message-toast.ts'
import { isOnScreen } from './on-screen.ts'

/** How often the count is asked for where no socket gets through, and where one does. */
const POLL_INTERVAL_MS = { disconnected: 30_000, connected: 60_000 }
const most_toasts = 3
/** An own message may stand before those that were missed. */
const looked_through = 20

/** What this page knows of the messages of others. */
export interface Heard {
  /** Ids of those that it has heard of. */
  ids: Set<number>
  /** What the count was last, with what has come since; null before the first one. */
  count: number | null
}

/** Conversations in which something waits to be seen. */
const unseen = (rows: Conversation[]) =>
  rows.flatMap(({ unread, last_message, post, person }) =>
    unread > 0 && last_message?.from === person.id
      ? [{ message: last_message, where: { post: post.id, person: person.id }, person }]
      : [],
  )

/** The count is looked at now and then; what came without a word is told of late rather than never. */
export function useMissed(me: number, heard: Heard) {
  const cache = useQueryClient()
  const { data, dataUpdatedAt } = useQuery({
    ...unread,
    refetchInterval: usePollInterval(POLL_INTERVAL_MS),
  })
  const count = data?.unread

  // biome-ignore lint/correctness/useExhaustiveDependencies: what could not be told is tried at the next count, also when that is the same
  useEffect(() => {
    if (count === undefined) return
    heard.count ??= readCount(me)
    const known = heard.count
    const more = known === null ? count : count - known
    const counted = (now: number) => {
      heard.count = now
      keepCount(me, now)
    }
    if (more <= 0) return counted(count)
    // A tab that has never counted tells of what has come since it was opened.
    const since = known === null ? performance.timeOrigin : 0
    const left = new AbortController()
    const tell = async () => {
      const query = { limit: String(looked_through) }
      const rows = await call(listConversations, { query }, left.signal)
      const missed = unseen(rows).filter(
        ({ message }) => !heard.ids.has(message.id) && Date.parse(message.timestamp) >= since,
      )
      for (const { message, where, person } of missed
        .slice(0, Math.min(more, most_toasts))
        .toReversed()) {
        heard.ids.add(message.id)
        lookAtMissed(cache, where)
        if (!isOnScreen(where.post, where.person)) toastMessage(message, person.image)
      }
      // What has come by itself meanwhile has been counted already.
      counted(heard.count === null ? count : heard.count + more)
    }
    tell().catch(() => undefined)
    return () => left.abort()
  }, [count, dataUpdatedAt, me, heard, cache])
}
