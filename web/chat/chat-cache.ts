import type { InfiniteData, Query, QueryClient, QueryFilters } from '@tanstack/react-query'
import {
  type Conversation,
  type ConversationKey,
  getConversation,
  listConversations,
  listMessages,
  type Message,
} from '#contract/chat.ts'
import { countUnread } from '#contract/unread.ts'
import { conversationOf } from './conversation-key.ts'
import { unreadCountQuery } from './first-load.ts'
import { type History, mergeMessages } from './history.ts'

export const conversationQueryKey = ({ post, person }: ConversationKey) =>
  [getConversation.path, post, person] as const
export const historyQueryKey = ({ post, person }: ConversationKey) =>
  [listMessages.path, post, person] as const
/** The rest of the key of a list: all conversations, or those about one post. */
export const listKey = (post?: number) => (post === undefined ? 'all' : String(post))

const REFETCH_INTERVAL_MS = 1_000
const recentlyRefetched = new WeakMap<Query, { again: boolean }>()

function refetchQuery(cache: QueryClient, query: Query) {
  const recent = recentlyRefetched.get(query)
  if (recent) {
    recent.again = true
    return
  }
  const state = { again: false }
  recentlyRefetched.set(query, state)
  setTimeout(() => {
    recentlyRefetched.delete(query)
    if (state.again) refetchQuery(cache, query)
  }, REFETCH_INTERVAL_MS)
  void cache.invalidateQueries({ predicate: (one) => one === query })
}

/** Refetches the matching queries at once, and once more at the end of a burst of calls. */
export function refetchThrottled(cache: QueryClient, filters: QueryFilters) {
  for (const query of cache.getQueryCache().findAll(filters)) refetchQuery(cache, query)
}

const refetchLists = (cache: QueryClient) =>
  refetchThrottled(cache, { queryKey: [listConversations.path] })

/** Refetches after a change that may affect all conversations about a post, or with a user. */
export function refetchConversations(
  cache: QueryClient,
  { post, person }: Partial<ConversationKey>,
) {
  refetchThrottled(cache, {
    queryKey: [getConversation.path],
    predicate: ({ queryKey: [, ofPost, withPerson] }) =>
      (post ?? ofPost) === ofPost && (person ?? withPerson) === withPerson,
  })
  refetchLists(cache)
}

/** Refetches a conversation that contains a message whose event was missed. */
export function refetchMessages(cache: QueryClient, key: ConversationKey) {
  refetchThrottled(cache, { queryKey: historyQueryKey(key) })
  refetchConversations(cache, key)
}

/**
 * Refetches everything about chats: events may have been missed.
 * @param freshMs conversations fetched this recently are not refetched; messages and the unread count always are
 */
export function refetchAll(cache: QueryClient, freshMs = 0) {
  const staleBefore = Date.now() - freshMs
  for (const { path } of [listMessages, countUnread]) refetchThrottled(cache, { queryKey: [path] })
  for (const { path } of [listConversations, getConversation]) {
    refetchThrottled(cache, {
      queryKey: [path],
      predicate: ({ state }) => state.dataUpdatedAt <= staleBefore,
    })
  }
}

type Pages = InfiniteData<{ rows: Conversation[]; before: string | null }, string | null>

/** Updates the lists that may contain the conversations about a post; null leaves a list as it is. */
function updateLists(
  cache: QueryClient,
  post: number,
  update: (pages: Conversation[][]) => Conversation[][] | null,
) {
  for (const key of [listKey(), listKey(post)]) {
    cache.setQueryData<Pages>([listConversations.path, key], (cached) => {
      const updated = cached && update(cached.pages.map(({ rows }) => rows))
      if (!updated) return cached
      return {
        ...cached,
        pages: cached.pages.map((page, index) => ({ ...page, rows: updated[index] ?? page.rows })),
      }
    })
  }
}

export function updateConversation(
  cache: QueryClient,
  key: ConversationKey,
  update: (cached: Conversation) => Conversation,
) {
  cache.setQueryData<Conversation>(conversationQueryKey(key), (cached) => cached && update(cached))
}

const isSame = ({ post, person }: Conversation, key: ConversationKey) =>
  post.id === key.post && person.id === key.person

/** Moves the conversation of a new message to the front of its list. Null when the list does not contain it. */
export function moveToFront(
  pages: Conversation[][],
  key: ConversationKey,
  message: Message,
  unseen: number,
): Conversation[][] | null {
  const row = pages.flat().find((one) => isSame(one, key))
  if (!row) return null
  if ((row.last_message?.id ?? 0) >= message.id) return pages
  const moved = { ...row, last_message: message, unread: row.unread + unseen }
  return pages.map((rows, index) => {
    const others = rows.filter((one) => one !== row)
    return index === 0 ? [moved, ...others] : others
  })
}

/** Adds a message wherever it is shown. */
export function addMessage(cache: QueryClient, user: number, message: Message, isUnseen: boolean) {
  const key = conversationOf(message, user)
  const queryKey = historyQueryKey(key)
  if (cache.getQueryData(queryKey)) {
    cache.setQueryData<History>(queryKey, (cached) => cached && mergeMessages(cached, [message]))
  } else {
    // A first page that is being fetched may have been read before this message was stored.
    const refetch = () => refetchThrottled(cache, { queryKey })
    cache
      .getQueryCache()
      .find({ queryKey })
      ?.promise?.then(refetch, () => undefined)
  }
  const unseen = isUnseen ? 1 : 0
  let isMissing = false
  updateLists(cache, key.post, (pages) => {
    const updated = moveToFront(pages, key, message, unseen)
    isMissing ||= updated === null
    return updated
  })
  // A new conversation, or one that is not loaded yet.
  if (isMissing) refetchLists(cache)
  if (isUnseen) {
    updateConversation(cache, key, (cached) => ({ ...cached, unread: cached.unread + 1 }))
    cache.setQueryData<{ unread: number }>(
      unreadCountQuery.queryKey,
      (cached) => cached && { unread: cached.unread + 1 },
    )
  }
}

/** Records that the user has seen more of a conversation; `unread` messages are left. */
export function setUnread(cache: QueryClient, key: ConversationKey, unread: number) {
  const lists = cache.getQueriesData<Pages>({ queryKey: [listConversations.path] })
  const known =
    cache.getQueryData<Conversation>(conversationQueryKey(key)) ??
    lists
      .flatMap(([, cached]) => cached?.pages.flatMap(({ rows }) => rows) ?? [])
      .find((row) => isSame(row, key))
  if (!known) return refetchThrottled(cache, { queryKey: unreadCountQuery.queryKey })
  const count = cache.getQueryData<{ unread: number }>(unreadCountQuery.queryKey)?.unread ?? 0
  // The count may include messages that this page has not loaded.
  if (count > 0 && known.unread === unread)
    refetchThrottled(cache, { queryKey: unreadCountQuery.queryKey })
  cache.setQueryData<{ unread: number }>(
    unreadCountQuery.queryKey,
    (cached) => cached && { unread: Math.max(0, cached.unread - known.unread + unread) },
  )
  updateConversation(cache, key, (cached) => ({ ...cached, unread }))
  updateLists(cache, key.post, (pages) =>
    pages.map((rows) => rows.map((row) => (isSame(row, key) ? { ...row, unread } : row))),
  )
}
