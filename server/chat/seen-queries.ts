import { sql } from 'kysely'
import type { ConversationKey } from '#contract/chat.ts'
import type { Db } from '../db/connect.ts'
import type { Me } from './queries.ts'

interface Seen {
  unread: number
  /** Null when this had been seen already. */
  moved_to: number | null
}

/**
 * Moves what I have seen up to a message, never back and never beyond the last; what I have not seen
 * shrinks by what lies between. One that is written meanwhile adds to it before or after, not both.
 * @returns undefined when I have no such conversation
 */
export async function updateSeen(
  db: Db,
  me: Me,
  { post, person }: ConversationKey,
  message: number,
): Promise<Seen | undefined> {
  const company = sql`${me.company_id}::integer`
  const id = sql`${me.id}::integer`
  const { rows } = await sql<Seen>`
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
