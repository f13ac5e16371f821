import type { Where } from './talk.ts'

export const chatPath = ({ post, person }: Where) => `/chats/${post}/${person}`
