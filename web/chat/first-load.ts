import { countUnread } from '#contract/unread.ts'
import { query } from '../api.ts'
import { DRAFT_KEY_PREFIX } from '../session.ts'

// The part of the chat that every page needs before the chat's own code is loaded.

export const unreadCountQuery = query(countUnread, {})

const lastCountKey = (user: number) => `bweni.counted.${user}`

/** The last unread count that this tab fetched; null if it never has. */
export function readLastCount(user: number): number | null {
  try {
    const stored = sessionStorage.getItem(lastCountKey(user))
    return stored === null ? null : Number(stored)
  } catch {
    return null
  }
}

export function storeLastCount(user: number, count: number) {
  try {
    sessionStorage.setItem(lastCountKey(user), String(count))
  } catch {
    // Storage is full or refused: messages that arrive between two page loads are then recognised by their time
    // only.
  }
}

/** Prefix of the storage keys of a user's unsent messages. */
export const unsentKeyPrefix = (user: number) => `${DRAFT_KEY_PREFIX}message.${user}.`

export const hasUnsentMessages = (user: number) =>
  Object.keys(localStorage).some((key) => key.startsWith(unsentKeyPrefix(user)))
