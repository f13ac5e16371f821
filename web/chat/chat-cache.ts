import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import {
  type Conversation,
  type ConversationKey,
  countUnread,
  getConversation,
  listConversations,
  listMessages,
  type Message,
} from '#contract/chat.ts'
import { query } from '../api.ts'
import { type History, whereOf, withMessages } from './history.ts'
import { unreadKey } from './keys.ts'
import { newestFirst } from './list/conversation-order.ts'
import { lookAgain } from './look-again.ts'

export const unread = { ...query(countUnread, {}), queryKey: unreadKey }

export const conversationKey = (post: number, person: number) =>
  [getConversation.path, post, person] as const
export const historyKey = (post: number, person: number) =>
  [listMessages.path, post, person] as const

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
  lookAgain(cache, { queryKey: [listConversations.path] })

/** All conversations about a post, or with a person, may have changed. */
export function lookAtConversations(
  cache: QueryClient,
  { post, person }: Partial<ConversationKey>,
) {
  lookAgain(cache, {
    queryKey: [getConversation.path],
    predicate: ({ queryKey: [, of_post, with_person] }) =>
      (post ?? of_post) === of_post && (person ?? with_person) === with_person,
  })
  lookAtLists(cache)
}

/** Something was said in a conversation that has not come by itself. */
export function lookAtMissed(cache: QueryClient, where: ConversationKey) {
  lookAgain(cache, { queryKey: historyKey(where.post, where.person) })
  lookAtConversations(cache, where)
}

/**
 * Everything about chats is asked for again: there may have been a gap.
 * @param fresh_ms what was fetched so short a time ago stays, but for messages and their count
 */
export function lookAtEverything(cache: QueryClient, fresh_ms = 0) {
  const old = Date.now() - fresh_ms
  for (const { path } of [listMessages, countUnread]) lookAgain(cache, { queryKey: [path] })
  for (const { path } of [listConversations, getConversation]) {
    lookAgain(cache, {
      queryKey: [path],
      predicate: ({ state }) => state.dataUpdatedAt <= old,
    })
  }
}

export function changeConversation(
  cache: QueryClient,
  { post, person }: ConversationKey,
  change: (held: Conversation) => Conversation,
) {
  cache.setQueryData<Conversation>(conversationKey(post, person), (held) => held && change(held))
}

/** Puts a message where it is shown; `unseen` when it is news to this person. */
export function takeIn(cache: QueryClient, me: number, message: Message, unseen: boolean) {
  const where = whereOf(message, me)
  const queryKey = historyKey(where.post, where.person)
  if (cache.getQueryData(queryKey)) {
    cache.setQueryData<History>(queryKey, (held) => held && withMessages(held, [message]))
  } else {
    // The first page, if it is on its way, may have been read before this was said.
    const again = () => lookAgain(cache, { queryKey })
    cache
      .getQueryCache()
      .find({ queryKey })
      ?.promise?.then(again, () => undefined)
  }
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
export function markRead(cache: QueryClient, where: ConversationKey, left: number) {
  const isIt = (row: Conversation) => row.post.id === where.post && row.person.id === where.person
  const lists = cache.getQueriesData<Pages>({ queryKey: [listConversations.path] })
  const known =
    cache.getQueryData<Conversation>(conversationKey(where.post, where.person)) ??
    lists.flatMap(([, held]) => held?.pages.flatMap(({ rows }) => rows) ?? []).find(isIt)
  if (!known) return lookAgain(cache, { queryKey: unreadKey })
  const counted = cache.getQueryData<{ unread: number }>(unreadKey)?.unread ?? 0
  // The count may hold what was never counted here.
  if (counted > 0 && known.unread === left) lookAgain(cache, { queryKey: unreadKey })
  cache.setQueryData<{ unread: number }>(
    unreadKey,
    (held) => held && { unread: Math.max(0, held.unread - known.unread + left) },
  )
  changeConversation(cache, where, (held) => ({ ...held, unread: left }))
  changeLists(cache, where.post, (pages) =>
    pages.map((rows) => rows.map((row) => (isIt(row) ? { ...row, unread: left } : row))),
  )
}
