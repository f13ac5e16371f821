import { CompiledQuery } from 'kysely'
import type { ConversationKey } from '#contract/chat.ts'
import type { Db } from '../db/connect.ts'
import type { Me } from './queries.ts'

interface Said {
  client_id: string
  text: string
  now: Date
}

/** How things stood when something was said. */
export interface Saying {
  conversation_id: number | null
  author_id: number
  post_status: 'pending' | 'approved' | 'rejected'
  post_deleted: boolean
  blocked_by_me: boolean
  blocked: boolean
  /** Of what has been written now. */
  id: number | null
  sent_at: Date | null
  /** Of what I called by the same `client_id` before. */
  stored_id: number | null
  stored_text: string | null
  stored_at: Date | null
  stored_in: number | null
}

/**
 * In one statement: the conversation's row is held first and the message's id drawn then, so that ids
 * and times run the same way for both people. Spelt with numbers: put together anew for each message
 * it would cost more than the database's share.
 */
const saying = `
  with standing as (
    select posts.author_id, posts.status, posts.deleted_at is not null as deleted,
      case when posts.author_id = $2 then $3 else $2 end as reader_id,
      exists (select from blocks where company_id = $1
        and user_id = $2 and blocked_id = $3) as blocked_by_me,
      exists (select from blocks where company_id = $1
        and user_id = $3 and blocked_id = $2) as blocked
    from posts
    where company_id = $1 and posts.id = $4 and author_id in ($2, $3)
  ),
  known as (
    select conversations.id from conversations join standing using (author_id, reader_id)
    where company_id = $1 and post_id = $4
  ),
  stored as (
    select messages.id, text, sent_at, conversation_id from messages
    where company_id = $1 and sender_id = $2 and client_id = $5
  ),
  held as (
    insert into conversations as held (company_id, post_id, author_id, reader_id,
      last_message_id, last_message_at, author_unread, reader_unread)
    select $1, $4, author_id, reader_id,
      case when exists (select from known) then 0 else nextval('messages_id_seq') end,
      $7::timestamptz, case when author_id = $2 then 0 else 1 end,
      case when author_id = $2 then 1 else 0 end
    from standing
    where not $8 and status = 'approved' and not deleted
      and not blocked and not blocked_by_me
      and not exists (select from stored)
      and (reader_id = $2 or exists (select from known))
    on conflict (company_id, post_id, reader_id) do update set
      last_message_id = nextval('messages_id_seq'),
      last_message_at = greatest(held.last_message_at, excluded.last_message_at),
      author_unread = held.author_unread + excluded.author_unread,
      reader_unread = held.reader_unread + excluded.reader_unread
    returning held.id, held.last_message_id, held.last_message_at
  ),
  said as (
    insert into messages
      (company_id, conversation_id, id, sender_id, client_id, text, sent_at)
    overriding system value
    select $1, id, last_message_id, $2, $5, $6::text, last_message_at
    from held
    returning id, sent_at
  )
  select known.id as conversation_id, author_id, status as post_status, deleted as post_deleted,
    blocked_by_me, blocked, said.id, said.sent_at, stored.id as stored_id, stored.text as stored_text,
    stored.sent_at as stored_at, stored.conversation_id as stored_in
  from standing left join known on true left join said on true left join stored on true`

/**
 * Writes a message; what its sender has seen stays as it was. Nothing is written when the
 * conversation is closed, when an author would begin it, when the same `client_id` is there already,
 * or when one may only look.
 * @returns undefined when there is no such post between the two
 * @throws a duplicate (23505) when the same was sent twice at once; the second try finds the first
 */
export async function insertMessage(
  db: Db,
  { company_id, id }: Me,
  { post, person }: ConversationKey,
  { client_id, text, now }: Said,
  { only_look }: { only_look: boolean },
): Promise<Saying | undefined> {
  const values = [company_id, id, person, post, client_id, text, now, only_look]
  const { rows } = await db.executeQuery<Saying>(CompiledQuery.raw(saying, values))
  return rows[0]
}
