import type { ConversationKey } from '#contract/chat.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import type { Key } from '../db/keys.ts'
import type { Connection } from '../socket/connection.ts'
import { findConversation } from './queries.ts'
import { closedReasonOfRow } from './view.ts'

const MIN_INTERVAL_MS = 1000
/** With more users than this, those who no longer type are dropped from memory. */
const MAX_TYPING_USERS = 1000
const OPEN_CACHE_MS = 30_000
const MAX_CACHED_CONVERSATIONS = 20

/** Tells the other user of an open conversation that somebody is typing. */
export function chatSocket({ db, sockets, now }: Context) {
  const isAllowed = typingRateLimit(now)
  return (connection: Connection) => {
    const { user } = connection
    const openConversations = cacheOpenConversations(db, user, now)
    connection.on('typing', async ({ post, person }) => {
      if (!isAllowed(user) || !(await openConversations.has({ post, person }))) return
      sockets.emitVolatileToUser(user.company_id, person, 'typing', { post, person: user.id })
    })
    // The event may mean that a conversation was closed or opened.
    connection.beforeEmit('conversation', () => openConversations.clear())
  }
}

/** Allows each user one message a second, however many sockets they have on this node. */
function typingRateLimit(clock: Context['now']) {
  const lastAllowed = new Map<string, number>()
  return ({ company_id, id }: Key): boolean => {
    const [key, now] = [`${company_id}:${id}`, clock().getTime()]
    if (now - (lastAllowed.get(key) ?? 0) < MIN_INTERVAL_MS) return false
    if (lastAllowed.size >= MAX_TYPING_USERS) {
      for (const [user, at] of lastAllowed) {
        if (now - at >= MIN_INTERVAL_MS) lastAllowed.delete(user)
      }
    }
    lastAllowed.set(key, now)
    return true
  }
}

/** The open conversations of one socket's user, so that not every message is a query. */
function cacheOpenConversations(db: Db, user: Key, clock: Context['now']) {
  /** The time until which each conversation is assumed to be open. */
  let open = new Map<string, number>()
  return {
    async has(key: ConversationKey): Promise<boolean> {
      const now = clock().getTime()
      const cacheKey = `${key.post}:${key.person}`
      if ((open.get(cacheKey) ?? 0) > now) return true
      // The result goes into the cache object from before the query, in case it is replaced meanwhile.
      const cache = open
      const row = await findConversation(db, user, key)
      if (!row || closedReasonOfRow(row) !== null) return false
      if (cache.size >= MAX_CACHED_CONVERSATIONS) cache.clear()
      cache.set(cacheKey, now + OPEN_CACHE_MS)
      return true
    },
    clear() {
      open = new Map()
    },
  }
}
