import type { ConversationKey, Message } from '#contract/chat.ts'
import { closing_words, closingOf } from '#rules/chat.ts'
import { canSeePost } from '#rules/post.ts'
import type { AuthUser } from '../auth/access.ts'
import type { Context } from '../context.ts'
import { retryOnConflict } from '../db/retry.ts'
import { conflict, forbidden, HttpError } from '../errors.ts'
import { noConversation } from './find.ts'
import { insertMessage, type Saying } from './send-queries.ts'

/** Says something, and tells both. What was said before is answered again, whatever has happened since. */
export async function send(
  context: Context,
  me: AuthUser,
  where: ConversationKey,
  said: { text: string; client_id: string },
): Promise<Message> {
  const { db, throttles, now } = context
  if (where.person === me.id) throw noConversation()
  const key = `${me.company_id}:${me.id}`
  const consumed = await throttles.message.consume(key).catch(tooFast)
  const refused = consumed instanceof HttpError ? consumed : null
  const saying = await retryOnConflict(() =>
    insertMessage(db, me, where, { ...said, now: now() }, { only_look: refused !== null }),
  )
  if (saying?.stored_id != null) {
    if (!(consumed instanceof HttpError)) await consumed()
    return stored(me, where, said, saying)
  }
  if (refused) throw refused
  const message = saying && written(me, where, said, saying)
  if (!message) throw whyNot(me, saying)
  context.sockets.emitToUsers(me.company_id, [me.id, message.to], 'message', message)
  return message
}

/** A refusal is kept for later: whoever only repeats what was said is not writing too fast. */
function tooFast(error: unknown): HttpError {
  if (error instanceof HttpError && error.status === 429) return error
  throw error
}

const spoken = (me: AuthUser, where: ConversationKey, client_id: string) => ({
  client_id: client_id.toLowerCase(),
  post: where.post,
  from: me.id,
  to: where.person,
  senderId: me.first_name,
  senderName: `${me.first_name} ${me.last_name}`.trim(),
})

function written(
  me: AuthUser,
  where: ConversationKey,
  { text, client_id }: { text: string; client_id: string },
  { id, sent_at }: Saying,
): Message | null {
  if (id === null || sent_at === null) return null
  return { ...spoken(me, where, client_id), id, text, timestamp: sent_at.toISOString() }
}

function stored(
  me: AuthUser,
  where: ConversationKey,
  { client_id }: { client_id: string },
  saying: Saying,
) {
  const { stored_id: id, stored_text: text, stored_at, stored_in } = saying
  if (id === null || text === null || stored_at === null) throw noConversation()
  if (stored_in !== saying.conversation_id) {
    throw conflict('This was said in another conversation.', 'client_id_taken')
  }
  return { ...spoken(me, where, client_id), id, text, timestamp: stored_at.toISOString() }
}

function whyNot(me: AuthUser, saying: Saying | undefined): HttpError {
  if (!saying) return noConversation()
  const { conversation_id, author_id, post_deleted, post_status } = saying
  const begins = conversation_id === null
  const seesPost = !post_deleted && canSeePost(me, { author_id, status: post_status })
  // An author answers; only a reader who sees the post can begin.
  if (begins && (author_id === me.id || !seesPost)) return noConversation()
  const closing = closingOf({ ...saying, post_approved: post_status === 'approved' })
  return closing ? forbidden(closing_words[closing], closing) : noConversation()
}
