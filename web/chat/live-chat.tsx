import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Conversation, listConversations, type Message } from '#contract/chat.ts'
import { displayName, stripDirectionMarks } from '#rules/visible.ts'
import { ApiError, call } from '../api.ts'
import { showToast } from '../layout/channels.ts'
import { Toasts } from '../layout/toasts.tsx'
import { isSocketConnected, onSocketConnect, onSocketEvent, usePollInterval } from '../socket.ts'
import { useOnline } from '../ui/use-online.ts'
import {
  addMessage,
  refetchAll,
  refetchConversations,
  refetchMessages,
  setUnread,
  updateConversation,
} from './chat-cache.ts'
import { chatPath, conversationOf } from './conversation-key.ts'
import { readLastCount, storeLastCount, unreadCountQuery } from './first-load.ts'
import { isOnScreen } from './on-screen.ts'
import { deleteUnsent } from './outbox.ts'
import { sendOutbox } from './send-outbox.ts'

/** Data that was fetched this shortly before the socket connected is not refetched. */
const FRESH_MS = 5_000
const POLL_INTERVAL_MS = { disconnected: 30_000, connected: 60_000 }
const MAX_TOASTS_FOR_MISSED = 3
/** More than the number of toasts, because the user's own messages are among them. */
const MISSED_LIST_LIMIT = 20

/** The chat on every page: toasts for new messages, the unread count, and the outbox. */
export function LiveChat({ user }: { user: number }) {
  const [seenState] = useState<SeenState>(() => ({ messageIds: new Set(), unreadCount: null }))
  useChatEvents(user, seenState)
  useMissedMessages(user, seenState)
  useGiveUpOffline()
  return <Toasts />
}

/** How long a query waits for the network before its page offers to try again. */
const GIVE_UP_MS = 1500

/**
 * Without a network, queries that were never loaded would wait for ever. They fail after a moment and are refetched when the
 * network is back. This is done here because every page loads this file, but no first view has to wait for it.
 */
function useGiveUpOffline() {
  const queries = useQueryClient().getQueryCache()
  const online = useOnline()
  useEffect(() => {
    if (online) return
    const timer = setInterval(() => {
      for (const one of queries.getAll()) {
        if (one.state.status !== 'pending' || one.state.fetchStatus !== 'paused') continue
        void one.cancel({ silent: true })
        one.setState({ status: 'error', fetchStatus: 'idle', error: new ApiError(0, null) })
      }
    }, GIVE_UP_MS)
    return () => {
      clearInterval(timer)
      // A plate that stands for several queries unmounts their parts, so they would not be refetched by themselves.
      for (const one of queries.getAll()) {
        if (one.state.status === 'error') one.fetch().catch(() => undefined)
      }
    }
  }, [online, queries])
}

/** The page's knowledge of messages from other users. */
interface SeenState {
  messageIds: Set<number>
  /** The last unread count plus the messages that have arrived since; null before the first count. */
  unreadCount: number | null
}

/** Keeps the cached conversations up to date and sends the outbox. */
function useChatEvents(user: number, seenState: SeenState) {
  const cache = useQueryClient()
  useEffect(() => {
    function onMessage(message: Message) {
      const { post, person } = conversationOf(message, user)
      const isKnown = message.from === user || seenState.messageIds.has(message.id)
      const isUnseen = !isKnown && !isOnScreen(post, person)
      seenState.messageIds.add(message.id)
      if (isUnseen && seenState.unreadCount !== null) seenState.unreadCount += 1
      addMessage(cache, user, message, isUnseen)
      // The event confirms the message even if the reply to its request is lost.
      if (message.from === user) deleteUnsent(user, message.client_id)
      if (isUnseen) showMessageToast(message)
    }
    const unsubscribe = [
      onSocketEvent('message', onMessage),
      onSocketEvent('seen', ({ message, ...key }) =>
        updateConversation(cache, key, (cached) => ({
          ...cached,
          seen: Math.max(cached.seen, message),
        })),
      ),
      onSocketEvent('read', ({ unread, ...key }) => setUnread(cache, key, unread)),
      onSocketEvent('conversation', (changed) => refetchConversations(cache, changed)),
      onSocketConnect((isReconnect) => refetchAll(cache, isReconnect ? 0 : FRESH_MS)),
      sendOutbox(user, {
        onSent: (message) => addMessage(cache, user, message, false),
        onRefused(unsent) {
          refetchConversations(cache, unsent)
          if (isOnScreen(unsent.post, unsent.person)) return
          showToast({
            title: 'Not sent',
            text: 'One of your messages couldn’t be sent. Your text is kept.',
            to: chatPath(unsent),
          })
        },
      }),
    ]
    // The socket may have connected before this effect subscribed.
    if (isSocketConnected()) refetchAll(cache, FRESH_MS)
    return () => {
      for (const stop of unsubscribe) stop()
    }
  }, [cache, user, seenState])
}

const unseenMessages = (conversations: Conversation[]) =>
  conversations.flatMap(({ unread, last_message, post, person }) =>
    unread > 0 && last_message?.from === person.id
      ? [{ message: last_message, key: { post: post.id, person: person.id }, person }]
      : [],
  )

/** Polls the unread count. When it grew by messages that came without an event, shows toasts for the latest. */
function useMissedMessages(user: number, seenState: SeenState) {
  const cache = useQueryClient()
  const { data, dataUpdatedAt } = useQuery({
    ...unreadCountQuery,
    refetchInterval: usePollInterval(POLL_INTERVAL_MS),
  })
  const count = data?.unread

  // biome-ignore lint/correctness/useExhaustiveDependencies: a failed attempt is repeated at the next poll even if the count is the same
  useEffect(() => {
    if (count === undefined) return
    seenState.unreadCount ??= readLastCount(user)
    const known = seenState.unreadCount
    const missedCount = known === null ? count : count - known
    const setKnown = (unreadCount: number) => {
      seenState.unreadCount = unreadCount
      storeLastCount(user, unreadCount)
    }
    if (missedCount <= 0) return setKnown(count)
    // A tab without an earlier count shows only messages that have arrived since it was opened.
    const since = known === null ? performance.timeOrigin : 0
    const aborted = new AbortController()
    async function showMissed() {
      const query = { limit: String(MISSED_LIST_LIMIT) }
      const conversations = await call(listConversations, { query }, aborted.signal)
      const missed = unseenMessages(conversations)
        .filter(
          ({ message }) =>
            !seenState.messageIds.has(message.id) && Date.parse(message.timestamp) >= since,
        )
        .slice(0, Math.min(missedCount, MAX_TOASTS_FOR_MISSED))
      for (const { message, key, person } of missed.toReversed()) {
        seenState.messageIds.add(message.id)
        refetchMessages(cache, key)
        if (!isOnScreen(key.post, key.person)) showMessageToast(message, person.image)
      }
      // The count already includes messages that have arrived over the socket meanwhile.
      setKnown(seenState.unreadCount === null ? (count ?? 0) : seenState.unreadCount + missedCount)
    }
    showMissed().catch(() => undefined)
    return () => aborted.abort()
  }, [count, dataUpdatedAt, user, seenState, cache])
}

const TOAST_CHARACTERS = 120

/** Isolates the writing direction of a name or text from the text around it. */
const isolate = (text: string) => `\u2068${text}\u2069`

function showMessageToast(message: Message, image: string | null = null) {
  const { post, from, senderId, senderName, text } = message
  const characters = [...stripDirectionMarks(text).replace(/\s+/g, ' ')]
  const start =
    characters.length > TOAST_CHARACTERS
      ? `${characters.slice(0, TOAST_CHARACTERS).join('')}…`
      : characters.join('')
  showToast({
    title: 'New Message',
    text: `${isolate(displayName(stripDirectionMarks(senderName)))}: ${isolate(start)}`,
    to: chatPath({ post, person: from }),
    person: {
      id: from,
      first_name: senderId,
      last_name: senderName.slice(senderId.length),
      image,
    },
  })
}
