import { sql } from 'kysely'
import type { ConversationKey } from '#contract/chat.ts'
import type { Page } from '#contract/page.ts'
import type { Db } from '../db/connect.ts'
import { sameCompany } from '../db/same-company.ts'

/** Whose eyes a conversation is seen with. */
export interface Me {
  company_id: number
  id: number
}

type Filter = { [part in keyof ConversationKey]?: number | undefined } & { page?: Page }

/** The conversations that I have as the author of a post, or as a reader; each half has its index. */
function half(db: Db, me: Me, mine: 'author' | 'reader', { post, person, page }: Filter) {
  const other = mine === 'author' ? 'reader' : 'author'
  return db
    .selectFrom('conversations')
    .where('company_id', '=', me.company_id)
    .where(`${mine}_id`, '=', me.id)
    .$if(post !== undefined, (query) => query.where('post_id', '=', post ?? 0))
    .$if(person !== undefined, (query) => query.where(`${other}_id`, '=', person ?? 0))
    .$if(page?.before !== undefined, (query) =>
      query.where('last_message_id', '<', page?.before ?? 0),
    )
    .$if(page?.after !== undefined, (query) =>
      query.where('last_message_id', '>', page?.after ?? 0),
    )
    .select(['company_id', 'id as conversation_id', 'post_id', 'last_message_id'])
    .select([`${other}_id as person_id`, `${mine}_unread as unread`, `${other}_seen_id as seen`])
    .orderBy('last_message_id', page?.after === undefined ? 'desc' : 'asc')
    .$if(page !== undefined, (query) => query.limit(page?.limit ?? 1))
}

/** Whether the one has blocked the other, as a column. */
const hasBlocked = (company_id: number, one: unknown, other: unknown) => sql<boolean>`exists (
  select from blocks where blocks.company_id = ${company_id}
    and blocks.user_id = ${one} and blocks.blocked_id = ${other})`

/** What stands in a conversation's line, whichever of the two I am; `id` is its last message's. */
function conversationsOf(db: Db, me: Me, filter: Filter) {
  const person = sql.ref('mine.person_id')
  return db
    .selectFrom(
      db
        .selectFrom(half(db, me, 'author', filter).as('authored'))
        .selectAll()
        .unionAll(db.selectFrom(half(db, me, 'reader', filter).as('read')).selectAll())
        .as('mine'),
    )
    .innerJoin('posts', sameCompany('posts.id', 'mine.post_id'))
    .innerJoin('users', sameCompany('users.id', 'mine.person_id'))
    .innerJoin('messages', (join) =>
      sameCompany(
        'messages.conversation_id',
        'mine.conversation_id',
      )(join).onRef('messages.id', '=', 'mine.last_message_id'),
    )
    .select(['mine.last_message_id as id', 'mine.conversation_id'])
    .select(['mine.post_id', 'mine.person_id', 'mine.unread', 'mine.seen'])
    .select(['posts.title', 'posts.status', 'posts.deleted_at', 'posts.author_id'])
    .select(['users.first_name', 'users.last_name', 'users.email', 'users.profile_image'])
    .select(['messages.client_id', 'messages.sender_id', 'messages.text', 'messages.sent_at'])
    .select([
      hasBlocked(me.company_id, me.id, person).as('blocked_by_me'),
      hasBlocked(me.company_id, person, me.id).as('blocked'),
    ])
}
export type ConversationRow = Awaited<ReturnType<typeof listConversations>>[number]

/** The latest first, or those after one from the oldest on. */
export function listConversations(db: Db, me: Me, page: Page, post?: number) {
  return conversationsOf(db, me, { post, page })
    .orderBy('mine.last_message_id', page.after === undefined ? 'desc' : 'asc')
    .limit(page.limit)
    .execute()
}

export const findConversation = (db: Db, me: Me, where: ConversationKey) =>
  conversationsOf(db, me, where).executeTakeFirst()

/** The post and its author, with whom somebody could begin to talk; undefined when `person` is not they. */
export function findBeginning(db: Db, me: Me, { post, person }: ConversationKey) {
  return db
    .selectFrom('posts')
    .innerJoin('users', sameCompany('users.id', 'posts.author_id'))
    .where('posts.company_id', '=', me.company_id)
    .where('posts.id', '=', post)
    .where('posts.author_id', '=', person)
    .where('posts.author_id', '!=', me.id)
    .where('posts.deleted_at', 'is', null)
    .select(['posts.id as post_id', 'posts.title', 'posts.author_id', 'posts.status'])
    .select(['users.first_name', 'users.last_name', 'users.email', 'users.profile_image'])
    .select([
      hasBlocked(me.company_id, me.id, person).as('blocked_by_me'),
      hasBlocked(me.company_id, person, me.id).as('blocked'),
    ])
    .executeTakeFirst()
}

/** Newest first, or those after one from the oldest on. */
export function listMessages(db: Db, company_id: number, conversation_id: number, page: Page) {
  return db
    .selectFrom('messages')
    .where('company_id', '=', company_id)
    .where('conversation_id', '=', conversation_id)
    .$if(page.before !== undefined, (query) => query.where('id', '<', page.before ?? 0))
    .$if(page.after !== undefined, (query) => query.where('id', '>', page.after ?? 0))
    .select(['id', 'client_id', 'sender_id', 'text', 'sent_at'])
    .orderBy('id', page.after === undefined ? 'desc' : 'asc')
    .limit(page.limit)
    .execute()
}
export type MessageRow = Awaited<ReturnType<typeof listMessages>>[number]

/** Who talks about a post: its author and everybody who wrote to them; nobody when none did. */
export async function listParticipantIds(
  db: Db,
  company_id: number,
  post_id: number,
): Promise<number[]> {
  const talks = await db
    .selectFrom('conversations')
    .where('company_id', '=', company_id)
    .where('post_id', '=', post_id)
    .select(['author_id', 'reader_id'])
    .execute()
  return [...new Set(talks.flatMap(({ author_id, reader_id }) => [author_id, reader_id]))]
}

/** How many messages somebody has not seen, over all their conversations. */
export async function countUnread(db: Db, me: Me): Promise<number> {
  const { rows } = await sql<{ unread: number }>`select (
    coalesce((select sum(author_unread) from conversations
      where company_id = ${me.company_id} and author_id = ${me.id} and author_unread > 0), 0)
    + coalesce((select sum(reader_unread) from conversations
      where company_id = ${me.company_id} and reader_id = ${me.id} and reader_unread > 0), 0)
  )::integer as unread`.execute(db)
  return rows[0]?.unread ?? 0
}
