import { countUnread } from '#contract/unread.ts'
import { query } from '../api.ts'
import { DRAFT_KEY_PREFIX } from '../early-refresh.ts'
import { local, ofTab } from '../storage.ts'

// The part of the chat that every page needs before the chat's own code is loaded.

export const unreadCountQuery = query(countUnread, {})

const lastCountKey = (user: number) => `bweni.counted.${user}`

/** The last unread count that this tab fetched; null if it never has. */
export function readLastCount(user: number): number | null {
  const stored = ofTab.get(lastCountKey(user))
  return stored === null ? null : Number(stored)
}

/** Stores the unread count. Without it, messages that arrive between two page loads are known only by their time. */
export const storeLastCount = (user: number, count: number) =>
  ofTab.set(lastCountKey(user), String(count))

/** Prefix of the storage keys of a user's unsent messages. */
export const unsentKeyPrefix = (user: number) => `${DRAFT_KEY_PREFIX}message.${user}.`

export const hasUnsentMessages = (user: number) =>
  local.keys().some((key) => key.startsWith(unsentKeyPrefix(user)))
