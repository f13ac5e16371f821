import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { dayOf } from '#rules/calendar.ts'
import { IMAGE_WIDTHS } from '#rules/image.ts'
import type { Db } from '../db/connect.ts'
import { nextPosition } from '../posts/queries.ts'
import { type StoredImage, storeImageSizes } from '../uploads/public-images.ts'
import type { Storage } from '../uploads/storage.ts'
import { approved, chats, type DemoImage, type DemoPost, images, pending } from './posts.ts'

interface Demo {
  company_id: number
  now: Date
  images: Map<DemoImage, StoredImage>
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const addMinutes = (instant: Date, minutes: number) =>
  new Date(instant.getTime() + minutes * MINUTE_MS)

/** `2 20:05`: two days before now, at that time in Nairobi. */
function parseInstant(at: string, now: Date): Date {
  const [days = '', time] = at.split(' ')
  return new Date(`${dayOf(new Date(now.getTime() - Number(days) * DAY_MS))}T${time}:00+03:00`)
}

/** Inserts posts, comments and chats of the demo residence, the oldest first. */
export async function loadCommunity(tx: Db, demo: Demo): Promise<void> {
  const people = await tx
    .selectFrom('users')
    .where('company_id', '=', demo.company_id)
    .select(['id', 'is_staff', sql<string>`first_name || ' ' || last_name`.as('full_name')])
    .execute()
  const find = <T>(found: T | undefined): T => {
    if (found === undefined) throw new Error('the demo refers to something that it does not have')
    return found
  }
  const idOf = (name: string) => find(people.find(({ full_name }) => full_name === name)).id
  const staffId = find(people.find(({ is_staff }) => is_staff)).id
  const posts = await insertPosts(tx, demo, { idOf, staffId })
  const postOf = (title: string) => find(posts.find((post) => post.title === title))
  await insertComments(tx, demo, { idOf, postOf })
  await insertChats(tx, demo, { idOf, postOf })
}

type IdOf = (name: string) => number
type PostOf = (title: string) => { id: number; author_id: number; decided_at: Date | null }

function insertPosts(
  tx: Db,
  { company_id, now, images }: Demo,
  { idOf, staffId }: { idOf: IdOf; staffId: number },
) {
  const row = ({ by, at, title, description, image }: DemoPost) => ({
    company_id,
    author_id: idOf(by),
    title,
    description,
    created_at: parseInstant(at, now),
    ...(image && images.get(image)),
  })
  const approvedRows = approved.map((post) => ({
    ...row(post),
    status: 'approved' as const,
    position: nextPosition,
    decided_by: staffId,
    decided_at: addMinutes(parseInstant(post.at, now), 12),
    published_at: addMinutes(parseInstant(post.at, now), 12),
  }))
  return tx
    .insertInto('posts')
    .values([...approvedRows, ...pending.map(row)])
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
      created_at: addMinutes(decided_at ?? now, 18 * (index + 1)),
    }))
  })
  await tx.insertInto('comments').values(rows).execute()
}

async function insertChats(
  tx: Db,
  { company_id, now }: Demo,
  { idOf, postOf }: { idOf: IdOf; postOf: PostOf },
) {
  for (const { post, reader, at, texts, unread } of chats) {
    const { id: post_id, author_id } = postOf(post)
    const reader_id = idOf(reader)
    const time = (index: number) => addMinutes(parseInstant(at, now), 4 * index)
    const { id: conversation_id } = await tx
      .insertInto('conversations')
      .values({
        company_id,
        post_id,
        author_id,
        reader_id,
        last_message_at: time(texts.length - 1),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const messages = await tx
      .insertInto('messages')
      .values(
        texts.map(([by, text], index) => ({
          company_id,
          conversation_id,
          text,
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

/** The size of the largest version. */
const size = { width: 1600, height: 1100 }

const fileOf = (name: DemoImage, width: number, format: 'jpg' | 'webp') =>
  readFile(new URL(`images/${name}-${width}.${format}`, import.meta.url))

/** Stores the images of the demo's posts. @returns the columns that refer to each of them */
export async function storeDemoImages(storage: Storage): Promise<Map<DemoImage, StoredImage>> {
  const stored = images.map(async (name) => {
    const sizes = IMAGE_WIDTHS.map(async (nominalWidth) => ({
      nominalWidth,
      jpg: await fileOf(name, nominalWidth, 'jpg'),
      webp: await fileOf(name, nominalWidth, 'webp'),
    }))
    const image = await storeImageSizes(storage, { ...size, sizes: await Promise.all(sizes) })
    return [name, image] as const
  })
  return new Map(await Promise.all(stored))
}
