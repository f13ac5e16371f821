import {
  type Insertable,
  type Selectable,
  type SelectQueryBuilder,
  sql,
  type UpdateObject,
} from 'kysely'
import type { Page } from '#contract/page.ts'
import type { Db } from '../db/connect.ts'
import { sameCompany } from '../db/same-company.ts'
import type { Schema } from '../db/schema.ts'

type Posts = Schema['posts']

/** Deleted ones are left out. */
export const posts = (db: Db, company_id: number) =>
  db
    .selectFrom('posts')
    .where('company_id', '=', company_id)
    .where('deleted_at', 'is', null)
    .selectAll()

/** The chosen posts with their authors: chosen first, so that no more people are looked up than posts. */
export const withAuthors = (
  db: Db,
  chosen: SelectQueryBuilder<Schema, 'posts', Selectable<Posts>>,
) =>
  db
    .selectFrom(chosen.as('post'))
    .innerJoin('users as author', sameCompany('author.id', 'post.author_id'))
    .select([
      'post.id',
      'post.author_id',
      'post.title',
      'post.description',
      'post.image_name',
      'post.image_width',
      'post.image_height',
      'post.status',
      'post.reason',
      'post.revision',
      'post.comment_count',
      'post.created_at',
      'author.first_name',
      'author.last_name',
      'author.profile_image',
      'author.is_staff',
    ])
export type PostRow = Awaited<ReturnType<typeof listOwn>>[number]

export const direction = (page: Page) => (page.after === undefined ? 'desc' : 'asc')

/**
 * Where in the feed a page begins: at a post, also one that has vanished since. Of an id that never went up
 * those that were handed in before it are the older ones.
 */
const edgeOf = (company_id: number, id: number, beyond: 0 | 1) =>
  sql<number>`coalesce(
    (select position from posts where company_id = ${company_id} and id = ${id}),
    (select max(position) + ${sql.lit(beyond)} from posts
      where company_id = ${company_id} and id < ${id}),
    0)`

/** Those that are up, the latest to go up first. */
export function listFeed(db: Db, company_id: number, page: Page) {
  const { before, after } = page
  const chosen = posts(db, company_id)
    // Spelt out: the index is of these only.
    .where('status', '=', sql.lit('approved'))
    .$if(before !== undefined, (list) =>
      list.where('position', '<', edgeOf(company_id, before ?? 0, 1)),
    )
    .$if(after !== undefined, (list) =>
      list.where('position', '>', edgeOf(company_id, after ?? 0, 0)),
    )
    .orderBy('position', direction(page))
    .limit(page.limit)
  return withAuthors(db, chosen).orderBy('post.position', direction(page)).execute()
}

/** A page by id. */
export const onPage = (list: SelectQueryBuilder<Schema, 'posts', Selectable<Posts>>, page: Page) =>
  list
    .$if(page.before !== undefined, (some) => some.where('id', '<', page.before ?? 0))
    .$if(page.after !== undefined, (some) => some.where('id', '>', page.after ?? 0))
    .orderBy('id', direction(page))
    .limit(page.limit)

export function listOwn(db: Db, company_id: number, author_id: number, page: Page) {
  const chosen = onPage(posts(db, company_id).where('author_id', '=', author_id), page)
  return withAuthors(db, chosen).orderBy('post.id', direction(page)).execute()
}

export const findPost = (db: Db, company_id: number, id: number) =>
  withAuthors(db, posts(db, company_id).where('id', '=', id)).executeTakeFirst()

/** Who may see a post. */
export const findStanding = (db: Db, company_id: number, id: number) =>
  db
    .selectFrom('posts')
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select(['author_id', 'status'])
    .executeTakeFirst()

/**
 * The post, held until the transaction ends. Whoever touches a post and what belongs to it takes the
 * post first, so that no two wait for each other.
 */
export const lockPost = (tx: Db, company_id: number, id: number) =>
  posts(tx, company_id).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
export type LockedPost = NonNullable<Awaited<ReturnType<typeof lockPost>>>

export async function insertPost(db: Db, post: Insertable<Posts>): Promise<number> {
  const { id } = await db.insertInto('posts').values(post).returning('id').executeTakeFirstOrThrow()
  return id
}

/** What a submission has made, deleted since or not. */
export async function findSubmittedPost(
  db: Db,
  {
    company_id,
    author_id,
    submission_id,
  }: Pick<Insertable<Posts>, 'company_id' | 'author_id'> & {
    submission_id: string
  },
) {
  const post = await db
    .selectFrom('posts')
    .where('company_id', '=', company_id)
    .where('author_id', '=', author_id)
    .where('submission_id', '=', submission_id)
    .select('id')
    .executeTakeFirst()
  return post?.id
}

/** Staff have seen it as it is, or need not any more. */
export const reviewed = {
  ...{ edited_at: null, reviewed_title: null, reviewed_description: null },
  ...{ reviewed_image_name: null, reviewed_image_width: null, reviewed_image_height: null },
}

export const updatePostRow = (
  db: Db,
  company_id: number,
  id: number,
  change: UpdateObject<Schema, 'posts'>,
) =>
  db
    .updateTable('posts')
    .set(change)
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .execute()

/** Next in the order in which posts go up. */
export const nextPosition = sql<number>`nextval('post_positions')`

/** Held until the transaction ends: of two posts that go up at once the one with the later position is seen later. */
export const lockFeed = (tx: Db, company_id: number) =>
  tx
    .selectFrom('companies')
    .where('id', '=', company_id)
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
