import type { Conversation, ConversationKey } from '#contract/chat.ts'
import { canSeePost } from '#rules/post.ts'
import type { AuthUser } from '../auth/access.ts'
import type { Context } from '../context.ts'
import { notFound } from '../errors.ts'
import { findBeginning, findConversation } from './queries.ts'
import { conversationOf, emptyConversation } from './shape.ts'

export const noConversation = () =>
  notFound('There is no such conversation.', 'conversation_not_found')

/**
 * A conversation of mine with its id, or one that I may begin: with the author of a post that I see.
 * @throws 404 for anything else
 */
export async function lookAt(
  { db }: Context,
  me: AuthUser,
  where: ConversationKey,
): Promise<{ conversation_id: number | null; conversation: Conversation }> {
  const row = await findConversation(db, me, where)
  if (row) {
    return { conversation_id: row.conversation_id, conversation: conversationOf(row, me) }
  }
  const beginning = await findBeginning(db, me, where)
  if (!beginning || !canSeePost(me, beginning)) throw noConversation()
  return { conversation_id: null, conversation: emptyConversation(beginning, me, where) }
}
