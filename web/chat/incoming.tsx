import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Message } from '#contract/chat.ts'
import { showToast } from '../layout/show-toast.ts'
import { isSocketConnected, onSocketConnect, onSocketEvent } from '../socket.ts'
import {
  changeConversation,
  lookAtConversations,
  lookAtEverything,
  markRead,
  takeIn,
} from './chat-cache.ts'
import { whereOf } from './history.ts'
import { toastMessage } from './message-toast.ts'
import { isOnScreen } from './on-screen.ts'
import { sendOutbox } from './outbox/send-outbox.ts'
import { chatPath } from './paths.ts'
import { type Heard, useMissed } from './use-missed.ts'

/** What a page fetched so shortly before it was connected is not fetched twice. */
const fresh_ms = 5_000

/** Takes in what is said to this person and sends what they wrote, on whatever page they are. */
export function Incoming({ me }: { me: number }) {
  const cache = useQueryClient()
  const [heard] = useState<Heard>(() => ({ ids: new Set(), count: null }))
  useEffect(() => {
    function hear(message: Message) {
      const { post, person } = whereOf(message, me)
      const aside = message.from === me || heard.ids.has(message.id)
      const news = !aside && !isOnScreen(post, person)
      heard.ids.add(message.id)
      if (news && heard.count !== null) heard.count += 1
      takeIn(cache, me, message, news)
      if (news) toastMessage(message)
    }
    const stops = [
      onSocketEvent('message', hear),
      onSocketEvent('seen', (seen) =>
        changeConversation(cache, seen, (held) => ({
          ...held,
          seen: Math.max(held.seen, seen.message),
        })),
      ),
      onSocketEvent('read', (read) => markRead(cache, read, read.unread)),
      onSocketEvent('conversation', (changed) => lookAtConversations(cache, changed)),
      onSocketConnect((again) => lookAtEverything(cache, again ? 0 : fresh_ms)),
      sendOutbox(me, {
        sent: (message) => takeIn(cache, me, message, false),
        refused: (unsent) => {
          lookAtConversations(cache, unsent)
          if (isOnScreen(unsent.post, unsent.person)) return
          showToast({
            title: 'Not sent',
            text: 'A message of yours was refused. Nothing of it is lost.',
            to: chatPath(unsent),
          })
        },
      }),
    ]
    // Another part of the page was faster: until now nobody listened here.
    if (isSocketConnected()) lookAtEverything(cache, fresh_ms)
    return () => {
      for (const stop of stops) stop()
    }
  }, [cache, me, heard])
  useMissed(me, heard)
  return null
}
