import { sql } from 'kysely'
import type { ConversationKey, Message } from '#contract/chat.ts'
import { closedMessages, closedReason } from '#rules/chat.ts'
import { canSeePost } from '#rules/post.ts'
import type { AuthUser } from '../auth/access.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import type { Key } from '../db/keys.ts'
import { preparedRow } from '../db/prepared.ts'
import { retryOnConflict } from '../db/retry.ts'
import { conflict, forbidden, HttpError } from '../http/errors.ts'
import { userKey } from '../http/throttle.ts'
import { noConversation } from './conversations.ts'

interface NewMessage {
  client_id: string
  text: string
}

/**
 * Stores a message and emits it to both. A repeat is answered with the message that the first try stored,
 * whatever has happened to the conversation since.
 */
export async function sendMessage(
  context: Context,
  user: AuthUser,
  key: ConversationKey,
  message: NewMessage,
): Promise<Message> {
  const { db, throttles, now } = context
  if (key.person === user.id) throw noConversation()
  const limiterKey = userKey(user.company_id, user.id)
  const consumed = await throttles.message.consume(limiterKey).catch(tooManyRequests)
  const refusal = consumed instanceof HttpError ? consumed : null
  const result = await retryOnConflict(() =>
    insertMessage(db, user, key, { ...message, now: now() }, { dryRun: refusal !== null }),
  )
  if (result?.stored_id != null) {
    if (!(consumed instanceof HttpError)) await consumed()
    return storedMessage(user, key, message.client_id, result)
  }
  if (refusal) throw refusal
  if (!result || result.id === null || result.sent_at === null) throw refusalReason(user, result)
  const sent: Message = {
    ...senderFields(user, key, message.client_id),
    id: result.id,
    text: message.text,
    timestamp: result.sent_at.toISOString(),
  }
  context.sockets.emitToUsers(user.company_id, [user.id, sent.to], 'message', sent)
  return sent
}

/** Returned instead of thrown: a repeat of a stored message is answered even over the rate limit. */
function tooManyRequests(error: unknown): HttpError {
  if (error instanceof HttpError && error.status === 429) return error
  throw error
}

const senderFields = (user: AuthUser, key: ConversationKey, client_id: string) => ({
  client_id: client_id.toLowerCase(),
  post: key.post,
  from: user.id,
  to: key.person,
  senderId: user.first_name,
  senderName: `${user.first_name} ${user.last_name}`.trim(),
})

function storedMessage(
  user: AuthUser,
  key: ConversationKey,
  client_id: string,
  result: InsertResult,
): Message {
  const { stored_id: id, stored_text: text, stored_at, stored_in } = result
  if (id === null || text === null || stored_at === null) throw noConversation()
  if (stored_in !== result.conversation_id) {
    throw conflict('This message belongs to another conversation.', 'client_id_taken')
  }
  return { ...senderFields(user, key, client_id), id, text, timestamp: stored_at.toISOString() }
}

function refusalReason(user: AuthUser, result: InsertResult | undefined): HttpError {
  if (!result) return noConversation()
  const { conversation_id, author_id, post_deleted, post_status } = result
  const isNew = conversation_id === null
  const seesPost = !post_deleted && canSeePost(user, { author_id, status: post_status })
  // An author only answers; a conversation is begun by another user who sees the post.
  if (isNew && (author_id === user.id || !seesPost)) return noConversation()
  const reason = closedReason({ ...result, post_approved: post_status === 'approved' })
  return reason ? forbidden(closedMessages[reason], reason) : noConversation()
}

/** The state of the conversation when a message was to be inserted, and what was inserted. */
interface InsertResult {
  conversation_id: number | null
  author_id: number
  post_status: 'pending' | 'approved' | 'rejected'
  post_deleted: boolean
  blocked_by_me: boolean
  blocked: boolean
  /** The new message; null when none was inserted. */
  id: number | null
  sent_at: Date | null
  /** The message that the same sender stored with the same `client_id` before. */
  stored_id: number | null
  stored_text: string | null
  stored_at: Date | null
  stored_in: number | null
}

interface Sent {
  company_id: number
  id: number
  person: number
  post: number
  client_id: string
  text: string
  now: Date
  dryRun: boolean
}

/**
 * Inserts a message in one statement: the conversation's row is locked before the message's id is drawn from the sequence, so
 * that ids and times have the same order for both users.
 */
const insertOne = preparedRow(
  (_, sent: Sent) => sql<InsertResult>`
  with state as (
    select posts.author_id, posts.status, posts.deleted_at is not null as deleted,
      case when posts.author_id = ${sent.id} then ${sent.person}::integer else ${sent.id}::integer end
        as reader_id,
      exists (select from blocks where company_id = ${sent.company_id}
        and user_id = ${sent.id} and blocked_id = ${sent.person}) as blocked_by_me,
      exists (select from blocks where company_id = ${sent.company_id}
        and user_id = ${sent.person} and blocked_id = ${sent.id}) as blocked
    from posts
    where company_id = ${sent.company_id} and posts.id = ${sent.post} and author_id in (${sent.id}, ${sent.person})
  ),
  existing as (
    select conversations.id from conversations join state using (author_id, reader_id)
    where company_id = ${sent.company_id} and post_id = ${sent.post}
  ),
  stored as (
    select messages.id, text, sent_at, conversation_id from messages
    where company_id = ${sent.company_id} and sender_id = ${sent.id} and client_id = ${sent.client_id}
  ),
  held as (
    insert into conversations as held (company_id, post_id, author_id, reader_id,
      last_message_id, last_message_at, author_unread, reader_unread)
    select ${sent.company_id}::integer, ${sent.post}::integer, author_id, reader_id,
      case when exists (select from existing) then 0 else nextval('messages_id_seq') end,
      ${sent.now}::timestamptz, case when author_id = ${sent.id} then 0 else 1 end,
      case when author_id = ${sent.id} then 1 else 0 end
    from state
    where not ${sent.dryRun}::boolean and status = 'approved' and not deleted
      and not blocked and not blocked_by_me
      and not exists (select from stored)
      and (reader_id = ${sent.id} or exists (select from existing))
    on conflict (company_id, post_id, reader_id) do update set
      last_message_id = nextval('messages_id_seq'),
      last_message_at = greatest(held.last_message_at, excluded.last_message_at),
      author_unread = held.author_unread + excluded.author_unread,
      reader_unread = held.reader_unread + excluded.reader_unread
    returning held.id, held.last_message_id, held.last_message_at
  ),
  inserted as (
    insert into messages
      (company_id, conversation_id, id, sender_id, client_id, text, sent_at)
    overriding system value
    select ${sent.company_id}::integer, id, last_message_id, ${sent.id}::integer,
      ${sent.client_id}::uuid, ${sent.text}::text, last_message_at
    from held
    returning id, sent_at
  )
  select existing.id as conversation_id, author_id, status as post_status, deleted as post_deleted,
    blocked_by_me, blocked, inserted.id, inserted.sent_at, stored.id as stored_id,
    stored.text as stored_text, stored.sent_at as stored_at, stored.conversation_id as stored_in
  from state left join existing on true left join inserted on true left join stored on true`,
)

/**
 * Inserts a message; what its sender has seen stays as it was. Nothing is inserted when the conversation is
 * closed, when an author would begin it, when the same `client_id` is stored already, or with `dryRun`.
 * @returns undefined when there is no such post between the two
 * @throws a unique violation (23505) when the same message is sent twice at once; a second try finds the first
 */
function insertMessage(
  db: Db,
  { company_id, id }: Key,
  { post, person }: ConversationKey,
  { client_id, text, now }: NewMessage & { now: Date },
  { dryRun }: { dryRun: boolean },
): Promise<InsertResult | undefined> {
  return insertOne(db, { company_id, id, person, post, client_id, text, now, dryRun })
}
