import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Apart from the rest of the chat, because every page of a user asks for it. */
export const countUnread = endpoint({
  method: 'GET',
  path: '/chat/unread/',
  who: 'user',
  summary: 'How many messages I have not seen',
  reply: z.object({ unread: z.int() }),
})
