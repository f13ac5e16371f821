import type { ConversationKey } from '#contract/chat.ts'
import type { AuthUser } from '../auth/access.ts'
import type { Context } from '../context.ts'
import { noConversation } from './find.ts'
import { updateSeen } from './seen-queries.ts'

/** I have seen everything up to a message: the other one hears of it, and so do my own other tabs. */
export async function see(
  { db, sockets }: Context,
  { company_id, id }: AuthUser,
  { post, person }: ConversationKey,
  message: number,
): Promise<{ unread: number }> {
  const seen = await updateSeen(db, { company_id, id }, { post, person }, message)
  if (!seen) throw noConversation()
  const { unread, moved_to } = seen
  if (moved_to !== null) {
    sockets.emitToUser(company_id, person, 'seen', { post, person: id, message: moved_to })
    sockets.emitToUser(company_id, id, 'read', { post, person, message: moved_to, unread })
  }
  return { unread }
}
