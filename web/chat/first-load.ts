import type { countUnread } from '#contract/chat.ts'
import { DRAFT_KEY_PREFIX } from '../session.ts'

// What every page needs of the chat before the chat's own code is loaded.

// Written out, so that the contract of the chat need not be loaded.
const path = '/chat/unread/' satisfies typeof countUnread.path
/** The query of the count of unseen messages. */
export const unreadCountKey = [path, {}] as const

const lastCountKey = (user: number) => `bweni.counted.${user}`

/** How many messages the user had not seen when this tab counted last; null if it never has. */
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
    // The storage is full or refused: messages that arrive between two pages are then known by their time alone.
  }
}

/** Prefix of the storage keys of a user's unsent messages. */
export const unsentKeyPrefix = (user: number) => `${DRAFT_KEY_PREFIX}message.${user}.`

export const hasUnsentMessages = (user: number) =>
  Object.keys(localStorage).some((key) => key.startsWith(unsentKeyPrefix(user)))
