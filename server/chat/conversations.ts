import type { Conversation, ConversationKey } from '#contract/chat.ts'
import { canSeePost } from '#rules/post.ts'
import type { AuthUser } from '../auth/access.ts'
import type { Context } from '../context.ts'
import { notFound } from '../http/errors.ts'
import { userKey } from '../http/throttle.ts'
import {
  deleteBlock,
  findConversation,
  findPostToWriteAbout,
  insertBlock,
  isInSameCompany,
  updateSeen,
} from './queries.ts'
import { newConversation, toConversation } from './view.ts'

export const noConversation = () => notFound('There is no such chat.', 'conversation_not_found')

/**
 * A conversation of the user with its id, or one that they may begin with the author of a post that they see.
 * @throws {HttpError} 404 for anything else
 */
export async function requireConversation(
  { db }: Context,
  user: AuthUser,
  key: ConversationKey,
): Promise<{ conversation_id: number | null; conversation: Conversation }> {
  const row = await findConversation(db, user, key)
  if (row) {
    return { conversation_id: row.conversation_id, conversation: toConversation(row, user) }
  }
  const post = await findPostToWriteAbout(db, user, key)
  if (!post || !canSeePost(user, post)) throw noConversation()
  return { conversation_id: null, conversation: newConversation(post, user, key) }
}

/** The user has seen everything up to a message; emitted to the other user and to the user's own other tabs. */
export async function markSeen(
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

/** Closes every conversation of the two; only the one who blocked can open them again. */
export async function block(context: Context, user: AuthUser, person: number): Promise<void> {
  await requireOtherUser(context, user, person)
  if (await insertBlock(context.db, user, person)) notifyBoth(context, user, person)
}

export async function unblock(context: Context, user: AuthUser, person: number): Promise<void> {
  await requireOtherUser(context, user, person)
  if (await deleteBlock(context.db, user, person)) notifyBoth(context, user, person)
}

async function requireOtherUser({ db, throttles }: Context, user: AuthUser, person: number) {
  await throttles.block.consume(userKey(user.company_id, user.id))
  if (!(await isInSameCompany(db, user, person))) {
    throw notFound('There is no such person.', 'person_not_found')
  }
}

function notifyBoth({ sockets }: Context, { company_id, id }: AuthUser, person: number) {
  sockets.emitToUser(company_id, id, 'conversation', { person })
  sockets.emitToUser(company_id, person, 'conversation', { person: id })
}
