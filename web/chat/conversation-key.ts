import type { ConversationKey, Message } from '#contract/chat.ts'

/** The conversation that a message belongs to, as one of its two users sees it. */
export const conversationOf = ({ post, from, to }: Message, user: number): ConversationKey => ({
  post,
  person: from === user ? to : from,
})

export const chatPath = ({ post, person }: ConversationKey) => `/chats/${post}/${person}`
