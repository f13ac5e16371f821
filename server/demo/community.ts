import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { dayOf } from '#rules/calendar.ts'
import type { Db } from '../db/connect.ts'
import { nextPosition } from '../posts/queries.ts'
import type { StoredImage } from '../uploads/public-images.ts'
import { chats } from './chats.ts'
import { approved, type DemoPicture, type DemoPost, pending } from './posts.ts'

interface Demo {
  company_id: number
  now: Date
  pictures: Map<DemoPicture, StoredImage>
}

const minute_ms = 60_000
const day_ms = 24 * 60 * minute_ms
const later = (instant: Date, minutes: number) => new Date(instant.getTime() + minutes * minute_ms)

/** `2 20:05`: so many days before now, at a time of Nairobi's. */
function instantOf(at: string, now: Date): Date {
  const [days = '', time] = at.split(' ')
  return new Date(`${dayOf(new Date(now.getTime() - Number(days) * day_ms))}T${time}:00+03:00`)
}

/** Posts, comments and chats of the demo residence (design 6), the oldest first. */
export async function loadCommunity(tx: Db, demo: Demo): Promise<void> {
  const people = await tx
    .selectFrom('users')
    .where('company_id', '=', demo.company_id)
    .select(['id', 'is_staff', sql<string>`first_name || ' ' || last_name`.as('full_name')])
    .execute()
  const find = <T>(found: T | undefined): T => {
    if (found === undefined) throw new Error('the demo names somebody or something it has not')
    return found
  }
  const idOf = (name: string) => find(people.find(({ full_name }) => full_name === name)).id
  const staff_id = find(people.find(({ is_staff }) => is_staff)).id
  const posts = await insertPosts(tx, demo, { idOf, staff_id })
  const postOf = (title: string) => find(posts.find((post) => post.title === title))
  await insertComments(tx, demo, { idOf, postOf })
  await insertChats(tx, demo, { idOf, postOf })
}

type IdOf = (name: string) => number
type PostOf = (title: string) => { id: number; author_id: number; decided_at: Date | null }

function insertPosts(
  tx: Db,
  { company_id, now, pictures }: Demo,
  { idOf, staff_id }: { idOf: IdOf; staff_id: number },
) {
  const row = ({ by, at, title, description, picture }: DemoPost) => ({
    company_id,
    author_id: idOf(by),
    title,
    description,
    created_at: instantOf(at, now),
    ...(picture && pictures.get(picture)),
  })
  const up = approved.map((post) => ({
    ...row(post),
    status: 'approved' as const,
    position: nextPosition,
    decided_by: staff_id,
    decided_at: later(instantOf(post.at, now), 12),
  }))
  return tx
    .insertInto('posts')
    .values([...up, ...pending.map(row)])
    .returning(['id', 'title', 'author_id', 'decided_at'])
    .execute()
}

async function insertComments(
  tx: Db,
  { company_id, now }: Demo,
  { idOf, postOf }: { idOf: IdOf; postOf: PostOf },
) {
  const rows = approved.flatMap(({ title, comments = [] }) => {
    const { id: post_id, decided_at } = postOf(title)
    return comments.map(([by, content], index) => ({
      company_id,
      post_id,
      author_id: idOf(by),
      content,
      created_at: later(decided_at ?? now, 18 * (index + 1)),
    }))
  })
  await tx.insertInto('comments').values(rows).execute()
}

async function insertChats(
  tx: Db,
  { company_id, now }: Demo,
  { idOf, postOf }: { idOf: IdOf; postOf: PostOf },
) {
  for (const { post, reader, at, said, unread } of chats) {
    const { id: post_id, author_id } = postOf(post)
    const reader_id = idOf(reader)
    const time = (index: number) => later(instantOf(at, now), 4 * index)
    const { id: conversation_id } = await tx
      .insertInto('conversations')
      .values({
        ...{ company_id, post_id, author_id, reader_id },
        last_message_at: time(said.length - 1),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const messages = await tx
      .insertInto('messages')
      .values(
        said.map(([by, text], index) => ({
          ...{ company_id, conversation_id, text },
          sender_id: by === 'author' ? author_id : reader_id,
          client_id: randomUUID(),
          sent_at: time(index),
        })),
      )
      .returning(['id', 'sender_id'])
      .execute()
    const last = messages.at(-1)
    const seen = messages.at(-1 - unread)?.id ?? 0
    const unreadOf = (user_id: number) => (last?.sender_id === user_id ? 0 : unread)
    const seenOf = (user_id: number) => (unreadOf(user_id) === 0 ? (last?.id ?? 0) : seen)
    await tx
      .updateTable('conversations')
      .set({
        last_message_id: last?.id ?? 0,
        author_seen_id: seenOf(author_id),
        reader_seen_id: seenOf(reader_id),
        author_unread: unreadOf(author_id),
        reader_unread: unreadOf(reader_id),
      })
      .where('company_id', '=', company_id)
      .where('id', '=', conversation_id)
      .execute()
  }
}
