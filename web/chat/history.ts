import type { Message } from '#contract/chat.ts'

/** The loaded messages of a conversation, oldest first. */
export interface History {
  messages: Message[]
  /** Fetches the previous page; null when there is none. */
  before: string | null
  /**
   * The id up to which no message is missing. Only fetches move it: messages that arrive as events, or that
   * the user sends, may leave a gap before them.
   */
  completeTo: number
}

export const emptyHistory: History = { messages: [], before: null, completeTo: 0 }

/** Adds messages, which may arrive repeatedly and in any order; they are sorted by the server's ids. */
export function mergeMessages(history: History, added: Message[]): History {
  const known = new Set(history.messages.map(({ id }) => id))
  const fresh = added.filter(({ id }) => !known.has(id) && known.add(id))
  if (fresh.length === 0) return history
  const messages = [...history.messages, ...fresh].sort((one, other) => one.id - other.id)
  return { ...history, messages }
}

/** Adds fetched messages: all after `completeTo`, or the newest page. */
export function mergeFetched(history: History, rows: Message[]): History {
  const completeTo = Math.max(history.completeTo, ...rows.map(({ id }) => id))
  const merged = mergeMessages(history, rows)
  return completeTo === history.completeTo ? merged : { ...merged, completeTo }
}
