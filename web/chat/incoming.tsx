import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { listConversations, type Message } from '#contract/chat.ts'
import { call } from '../api.ts'
import { onLive, onReconnect, useConnected } from '../live.ts'
import {
  changeConversation,
  lookAtConversation,
  lookAtEverything,
  markRead,
  takeIn,
  unread,
} from './chat-cache.ts'
import { toastMessage } from './message-toast.ts'
import { isOnScreen } from './on-screen.ts'
import { sendOutbox } from './outbox/send-outbox.ts'
import { whereOf } from './talk.ts'

/** How often the count is asked for where no socket gets through, and where one does. */
const look_again_ms = { alone: 30_000, connected: 60_000 }

/** Takes in what is said to this person and sends what they wrote, on whatever page they are. */
export function Incoming({ me }: { me: number }) {
  const cache = useQueryClient()
  const told = useRef(0)
  const counted = useRef<number | null>(null)
  useEffect(() => {
    function hear(message: Message) {
      const { post, person } = whereOf(message, me)
      const news = message.from !== me && !isOnScreen(post, person)
      takeIn(cache, me, message, news)
      if (news && counted.current !== null) counted.current += 1
      if (news && message.id > told.current) toastMessage(message)
      told.current = Math.max(told.current, message.id)
    }
    const stops = [
      onLive('message', hear),
      onLive('seen', (seen) =>
        changeConversation(cache, seen, (held) => ({
          ...held,
          seen: Math.max(held.seen, seen.message),
        })),
      ),
      onLive('read', (read) => markRead(cache, read, read.unread)),
      onLive('conversation', (where) => lookAtConversation(cache, where)),
      onReconnect(() => lookAtEverything(cache)),
      sendOutbox(me, {
        sent: (message) => takeIn(cache, me, message, false),
        refused: (where) => lookAtConversation(cache, where),
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [cache, me])
  useMissed(me, told, counted)
  return null
}

/** The count is looked at now and then; what came without a word is told of late rather than never. */
function useMissed(
  me: number,
  told: { current: number },
  /** What the count was last, with what has come since. */
  counted: { current: number | null },
) {
  const connected = useConnected()
  const { data } = useQuery({
    ...unread,
    refetchInterval: look_again_ms[connected ? 'connected' : 'alone'],
  })
  const count = data?.unread
  useEffect(() => {
    if (count === undefined) return
    const more = counted.current === null ? 0 : count - counted.current
    counted.current = count
    if (more <= 0) return
    const tell = async () => {
      const query = { limit: String(Math.min(more, 3)) }
      for (const row of (await call(listConversations, { query })).toReversed()) {
        const { post, person, last_message } = row
        if (!last_message || last_message.id <= told.current || row.unread === 0) continue
        told.current = last_message.id
        const aside = last_message.from === me || isOnScreen(post.id, person.id)
        if (!aside) toastMessage(last_message, person.image)
      }
    }
    tell().catch(() => undefined)
  }, [count, me, told, counted])
}
