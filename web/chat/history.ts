import type { ConversationKey, Message } from '#contract/chat.ts'

/** As much of a conversation as is known here, oldest first. */
export interface History {
  messages: Message[]
  /** Asks for the page before; null when there is none. */
  before: string | null
  /** Up to this message nothing is missing. Only fetches move it: what comes live may leave a gap. */
  known_to: number
}

export const nothing_yet: History = { messages: [], before: null, known_to: 0 }

/** Takes in messages however often and in whatever order they come; the ids are the server's order. */
export function withMessages(history: History, came: Message[]): History {
  const known = new Set(history.messages.map(({ id }) => id))
  const fresh = came.filter(({ id }) => !known.has(id) && known.add(id))
  if (fresh.length === 0) return history
  const messages = [...history.messages, ...fresh].sort((one, other) => one.id - other.id)
  return { ...history, messages }
}

/** The same with everything that the server has after `known_to`, or with its newest page. */
export function withFetched(history: History, rows: Message[]): History {
  const known_to = Math.max(history.known_to, ...rows.map(({ id }) => id))
  const merged = withMessages(history, rows)
  return known_to === history.known_to ? merged : { ...merged, known_to }
}

/** Which conversation a message belongs to, for one of its two people. */
export const whereOf = ({ post, from, to }: Message, me: number): ConversationKey => ({
  post,
  person: from === me ? to : from,
})
