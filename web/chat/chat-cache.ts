import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import {
  type Conversation,
  countUnread,
  getConversation,
  listConversations,
  listMessages,
  type Message,
} from '#contract/chat.ts'
import { query } from '../api.ts'
import { newestFirst } from './list/conversation-order.ts'
import { type Talk, type Where, whereOf, withMessages } from './talk.ts'

export const unread = query(countUnread, {})

export const conversationKey = (post: number, person: number) =>
  [getConversation.path, post, person] as const
export const talkKey = (post: number, person: number) => [listMessages.path, post, person] as const

type Pages = InfiniteData<{ rows: Conversation[]; before: string | null }, string | null>

/** Which list it is: of all conversations, or of those about one post. */
export const listKey = (post?: number) => (post === undefined ? 'all' : String(post))

/** Changes the lists in which the conversations about a post can stand; null leaves one as it is. */
function changeLists(
  cache: QueryClient,
  post: number,
  change: (rows: Conversation[][]) => Conversation[][] | null,
) {
  for (const key of [listKey(), listKey(post)]) {
    cache.setQueryData<Pages>([listConversations.path, key], (held) => {
      const changed = held && change(held.pages.map(({ rows }) => rows))
      if (!changed) return held
      return {
        ...held,
        pages: held.pages.map((page, index) => ({ ...page, rows: changed[index] ?? page.rows })),
      }
    })
  }
}

export const lookAtLists = (cache: QueryClient) =>
  void cache.invalidateQueries({ queryKey: [listConversations.path] })

export function lookAtConversation(cache: QueryClient, { post, person }: Where) {
  void cache.invalidateQueries({ queryKey: conversationKey(post, person) })
  lookAtLists(cache)
}

/** Everything about chats is asked for again: there may have been a gap. */
export function lookAtEverything(cache: QueryClient) {
  for (const path of [getConversation.path, listMessages.path, countUnread.path]) {
    void cache.invalidateQueries({ queryKey: [path] })
  }
  lookAtLists(cache)
}

export function changeConversation(
  cache: QueryClient,
  { post, person }: Where,
  change: (held: Conversation) => Conversation,
) {
  cache.setQueryData<Conversation>(conversationKey(post, person), (held) => held && change(held))
}

/** Puts a message where it is shown; `unseen` when it is news to this person. */
export function takeIn(cache: QueryClient, me: number, message: Message, unseen: boolean) {
  const where = whereOf(message, me)
  cache.setQueryData<Talk>(
    talkKey(where.post, where.person),
    (held) => held && withMessages(held, [message]),
  )
  const news = unseen ? 1 : 0
  let begun = false
  changeLists(cache, where.post, (pages) => {
    const changed = newestFirst(pages, where, message, news)
    begun ||= changed === null
    return changed
  })
  // One that has just begun, or long ago, stands in no list yet.
  if (begun) lookAtLists(cache)
  if (unseen) {
    changeConversation(cache, where, (held) => ({ ...held, unread: held.unread + 1 }))
    cache.setQueryData<{ unread: number }>(
      unread.queryKey,
      (held) => held && { unread: held.unread + 1 },
    )
  }
}

/** This person has seen more of a conversation: so many are left that they have not. */
export function markRead(cache: QueryClient, where: Where, left: number) {
  const isIt = (row: Conversation) => row.post.id === where.post && row.person.id === where.person
  const lists = cache.getQueriesData<Pages>({ queryKey: [listConversations.path] })
  const known =
    cache.getQueryData<Conversation>(conversationKey(where.post, where.person)) ??
    lists.flatMap(([, held]) => held?.pages.flatMap(({ rows }) => rows) ?? []).find(isIt)
  if (!known) return void cache.invalidateQueries({ queryKey: [countUnread.path] })
  cache.setQueryData<{ unread: number }>(
    unread.queryKey,
    (held) => held && { unread: Math.max(0, held.unread - known.unread + left) },
  )
  changeConversation(cache, where, (held) => ({ ...held, unread: left }))
  changeLists(cache, where.post, (pages) =>
    pages.map((rows) => rows.map((row) => (isIt(row) ? { ...row, unread: left } : row))),
  )
}
