import type { Message } from '#contract/chat.ts'

/** As much of a conversation as has been fetched, oldest first. */
export interface Talk {
  messages: Message[]
  /** Asks for the page before; null when there is none. */
  before: string | null
}

/** Takes in messages however often and in whatever order they come; the ids are the server's order. */
export function withMessages(talk: Talk, came: Message[]): Talk {
  const known = new Set(talk.messages.map(({ id }) => id))
  const fresh = came.filter(({ id }) => !known.has(id) && known.add(id))
  if (fresh.length === 0) return talk
  const messages = [...talk.messages, ...fresh].sort((one, other) => one.id - other.id)
  return { ...talk, messages }
}

/** The id of the newest message; 0 for none. */
export const newestId = (talk: Talk | undefined): number => talk?.messages.at(-1)?.id ?? 0

/** A conversation is known by its post and the other person. */
export interface Where {
  post: number
  person: number
}

/** Which conversation a message belongs to, for one of its two people. */
export const whereOf = ({ post, from, to }: Message, me: number): Where => ({
  post,
  person: from === me ? to : from,
})
