import type { ConversationKey, Message } from '#contract/chat.ts'

/** The conversation of a message, from the point of view of one of its two users. */
export const conversationOf = ({ post, from, to }: Message, user: number): ConversationKey => ({
  post,
  person: from === user ? to : from,
})

export const chatPath = ({ post, person }: ConversationKey) => `/chats/${post}/${person}`
