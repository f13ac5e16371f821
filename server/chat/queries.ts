import { sql } from 'kysely'
import type { ConversationKey } from '#contract/chat.ts'
import type { Page } from '#contract/page.ts'
import type { Db } from '../db/connect.ts'
import type { Key } from '../db/keys.ts'
import { sameCompany } from '../db/same-company.ts'

type Filter = { [part in keyof ConversationKey]?: number | undefined } & { page?: Page }

/** The user's conversations in one of the two roles, author of the post or reader; each role has its index. */
function conversationsAs(
  db: Db,
  user: Key,
  role: 'author' | 'reader',
  { post, person, page }: Filter,
) {
  const other = role === 'author' ? 'reader' : 'author'
  return db
    .selectFrom('conversations')
    .where('company_id', '=', user.company_id)
    .where(`${role}_id`, '=', user.id)
    .$if(post !== undefined, (query) => query.where('post_id', '=', post ?? 0))
    .$if(person !== undefined, (query) => query.where(`${other}_id`, '=', person ?? 0))
    .$if(page?.before !== undefined, (query) =>
      query.where('last_message_id', '<', page?.before ?? 0),
    )
    .$if(page?.after !== undefined, (query) =>
      query.where('last_message_id', '>', page?.after ?? 0),
    )
    .select(['company_id', 'id as conversation_id', 'post_id', 'last_message_id'])
    .select([`${other}_id as person_id`, `${role}_unread as unread`, `${other}_seen_id as seen`])
    .orderBy('last_message_id', page?.after === undefined ? 'desc' : 'asc')
    .$if(page !== undefined, (query) => query.limit(page?.limit ?? 1))
}

/** A column: whether one user has blocked another. */
const hasBlocked = (company_id: number, one: unknown, other: unknown) => sql<boolean>`exists (
  select from blocks where blocks.company_id = ${company_id}
    and blocks.user_id = ${one} and blocks.blocked_id = ${other})`

/** Rows with all that a conversation shows, whichever role the user has; `id` is the last message's. */
function selectConversations(db: Db, user: Key, filter: Filter) {
  const person = sql.ref('mine.person_id')
  return db
    .selectFrom(
      db
        .selectFrom(conversationsAs(db, user, 'author', filter).as('authored'))
        .selectAll()
        .unionAll(db.selectFrom(conversationsAs(db, user, 'reader', filter).as('read')).selectAll())
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
      hasBlocked(user.company_id, user.id, person).as('blocked_by_me'),
      hasBlocked(user.company_id, person, user.id).as('blocked'),
    ])
}
export type ConversationRow = Awaited<ReturnType<typeof listConversations>>[number]

/** The user's conversations by their last message, newest first; with `page.after`, oldest first. */
export function listConversations(db: Db, user: Key, page: Page, post?: number) {
  return selectConversations(db, user, { post, page })
    .orderBy('mine.last_message_id', page.after === undefined ? 'desc' : 'asc')
    .limit(page.limit)
    .execute()
}

export const findConversation = (db: Db, user: Key, key: ConversationKey) =>
  selectConversations(db, user, key).executeTakeFirst()

/** The post and its author, to whom a user may write a first message; undefined when `person` is not the author. */
export function findPostToWriteAbout(db: Db, user: Key, { post, person }: ConversationKey) {
  return db
    .selectFrom('posts')
    .innerJoin('users', sameCompany('users.id', 'posts.author_id'))
    .where('posts.company_id', '=', user.company_id)
    .where('posts.id', '=', post)
    .where('posts.author_id', '=', person)
    .where('posts.author_id', '!=', user.id)
    .where('posts.deleted_at', 'is', null)
    .select(['posts.id as post_id', 'posts.title', 'posts.author_id', 'posts.status'])
    .select(['users.first_name', 'users.last_name', 'users.email', 'users.profile_image'])
    .select([
      hasBlocked(user.company_id, user.id, person).as('blocked_by_me'),
      hasBlocked(user.company_id, person, user.id).as('blocked'),
    ])
    .executeTakeFirst()
}

/** Messages of a conversation, newest first; with `page.after`, oldest first. */
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

/** The users with a conversation about a post: its author and everybody who wrote to them; empty when none did. */
export async function listParticipantIds(
  db: Db,
  company_id: number,
  post_id: number,
): Promise<number[]> {
  const conversations = await db
    .selectFrom('conversations')
    .where('company_id', '=', company_id)
    .where('post_id', '=', post_id)
    .select(['author_id', 'reader_id'])
    .execute()
  return [...new Set(conversations.flatMap(({ author_id, reader_id }) => [author_id, reader_id]))]
}

/** Unseen messages of a user over all conversations. */
export async function countUnread(db: Db, user: Key): Promise<number> {
  const { rows } = await sql<{ unread: number }>`select (
    coalesce((select sum(author_unread) from conversations
      where company_id = ${user.company_id} and author_id = ${user.id} and author_unread > 0), 0)
    + coalesce((select sum(reader_unread) from conversations
      where company_id = ${user.company_id} and reader_id = ${user.id} and reader_unread > 0), 0)
  )::integer as unread`.execute(db)
  return rows[0]?.unread ?? 0
}

interface SeenResult {
  unread: number
  /** The message up to which everything is seen now; null when it had been seen already. */
  moved_to: number | null
}

/**
 * Moves the user's seen mark up to a message, never back and never beyond the last; the unread count shrinks
 * by the messages in between. A message that is inserted at the same time is counted before or after, not twice.
 * @returns undefined when the user has no such conversation
 */
export async function updateSeen(
  db: Db,
  user: Key,
  { post, person }: ConversationKey,
  message: number,
): Promise<SeenResult | undefined> {
  const company = sql`${user.company_id}::integer`
  const id = sql`${user.id}::integer`
  const { rows } = await sql<SeenResult>`
    with mine as (
      select conversations.id, author_id = ${id} as authored,
        case when author_id = ${id} then author_unread else reader_unread end as unread,
        (select max(messages.id) from messages
          where messages.company_id = ${company} and conversation_id = conversations.id
            and messages.id <= ${message}::integer) as seen
      from conversations
      where company_id = ${company} and post_id = ${post}::integer
        and author_id in (${id}, ${person}::integer)
        and reader_id in (${id}, ${person}::integer)
    ),
    moved as (
      update conversations as held set
        author_seen_id = case when authored then mine.seen else author_seen_id end,
        reader_seen_id = case when authored then reader_seen_id else mine.seen end,
        author_unread = case when authored
          then author_unread - ${between('author_seen_id')} else author_unread end,
        reader_unread = case when authored
          then reader_unread else reader_unread - ${between('reader_seen_id')} end
      from mine
      where company_id = ${company} and held.id = mine.id
        and mine.seen > case when authored then author_seen_id else reader_seen_id end
      returning case when authored then author_unread else reader_unread end as unread,
        mine.seen as moved_to
    )
    select coalesce(moved.unread, mine.unread) as unread, moved_to
    from mine left join moved on true`.execute(db)
  return rows[0]

  function between(seen: string) {
    return sql`(select count(*) from messages
      where messages.company_id = ${company} and conversation_id = held.id
        and messages.id > ${sql.ref(`held.${seen}`)} and messages.id <= mine.seen
        and sender_id <> ${id})`
  }
}

/** Whether `person` is another user of the same company. */
export async function isInSameCompany(db: Db, user: Key, person: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .where('company_id', '=', user.company_id)
    .where('id', '=', person)
    .where('id', '!=', user.id)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** @returns whether the block is new */
export async function insertBlock(db: Db, user: Key, person: number): Promise<boolean> {
  const row = await db
    .insertInto('blocks')
    .values({ company_id: user.company_id, user_id: user.id, blocked_id: person })
    .onConflict((conflict) => conflict.doNothing())
    .returning('blocked_id')
    .executeTakeFirst()
  return row !== undefined
}

/** @returns whether there was one */
export async function deleteBlock(db: Db, user: Key, person: number): Promise<boolean> {
  const row = await db
    .deleteFrom('blocks')
    .where('company_id', '=', user.company_id)
    .where('user_id', '=', user.id)
    .where('blocked_id', '=', person)
    .returning('blocked_id')
    .executeTakeFirst()
  return row !== undefined
}
