import type { Where } from './history.ts'

export const chatPath = ({ post, person }: Where) => `/chats/${post}/${person}`
