import type { ConversationKey } from '#contract/chat.ts'

export const chatPath = ({ post, person }: ConversationKey) => `/chats/${post}/${person}`
