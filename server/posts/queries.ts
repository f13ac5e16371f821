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

/** Without deleted ones. */
export const posts = (db: Db, company_id: number) =>
  db
    .selectFrom('posts')
    .where('company_id', '=', company_id)
    .where('deleted_at', 'is', null)
    .selectAll()

/** The chosen posts with their authors, joined after the choice so that no more users are read than posts. */
export const withPostAuthor = (
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
      'post.published_at',
      'author.first_name',
      'author.last_name',
      'author.profile_image',
      'author.is_staff',
    ])
export type PostRow = Awaited<ReturnType<typeof listPostsByAuthor>>[number]

export const sortOrder = (page: Page) => (page.after === undefined ? 'desc' : 'asc')

/**
 * The position in the feed from which a page continues: that of the post with this id, also when it has been
 * taken down or deleted since. For an id that was never published, the last position among the posts with a
 * smaller id, plus `offset`.
 */
const feedEdge = (company_id: number, id: number, offset: 0 | 1) =>
  sql<number>`coalesce(
    (select position from posts where company_id = ${company_id} and id = ${id}),
    (select max(position) + ${sql.lit(offset)} from posts
      where company_id = ${company_id} and id < ${id}),
    0)`

/** Published posts, the last published first. */
export function listFeed(db: Db, company_id: number, page: Page) {
  const { before, after } = page
  const chosen = posts(db, company_id)
    // A literal instead of a parameter, so that the partial index is used.
    .where('status', '=', sql.lit('approved'))
    .$if(before !== undefined, (list) =>
      list.where('position', '<', feedEdge(company_id, before ?? 0, 1)),
    )
    .$if(after !== undefined, (list) =>
      list.where('position', '>', feedEdge(company_id, after ?? 0, 0)),
    )
    .orderBy('position', sortOrder(page))
    .limit(page.limit)
  return withPostAuthor(db, chosen).orderBy('post.position', sortOrder(page)).execute()
}

/** A page in the order of ids. */
export const pageById = (
  list: SelectQueryBuilder<Schema, 'posts', Selectable<Posts>>,
  page: Page,
) =>
  list
    .$if(page.before !== undefined, (some) => some.where('id', '<', page.before ?? 0))
    .$if(page.after !== undefined, (some) => some.where('id', '>', page.after ?? 0))
    .orderBy('id', sortOrder(page))
    .limit(page.limit)

export function listPostsByAuthor(db: Db, company_id: number, author_id: number, page: Page) {
  const chosen = pageById(posts(db, company_id).where('author_id', '=', author_id), page)
  return withPostAuthor(db, chosen).orderBy('post.id', sortOrder(page)).execute()
}

export const findPost = (db: Db, company_id: number, id: number) =>
  withPostAuthor(db, posts(db, company_id).where('id', '=', id)).executeTakeFirst()

/** The columns that `canSeePost` needs. */
export const findPostStatus = (db: Db, company_id: number, id: number) =>
  db
    .selectFrom('posts')
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select(['author_id', 'status'])
    .executeTakeFirst()

/**
 * Locks the post until the transaction ends. Every transaction that writes a post, its comments or its reports
 * locks the post first: one lock order, so no deadlock.
 */
export const lockPost = (tx: Db, company_id: number, id: number) =>
  posts(tx, company_id).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
export type LockedPost = NonNullable<Awaited<ReturnType<typeof lockPost>>>

export async function insertPost(db: Db, post: Insertable<Posts>): Promise<number> {
  const { id } = await db.insertInto('posts').values(post).returning('id').executeTakeFirstOrThrow()
  return id
}

/** The post that a submission created, also when it has been deleted since. */
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

/** Column values of a post without an edit that staff have yet to review. */
export const noUnreviewedEdit = {
  edited_at: null,
  reviewed_title: null,
  reviewed_description: null,
  reviewed_image_name: null,
  reviewed_image_width: null,
  reviewed_image_height: null,
}

export const updatePost = (
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

/** The feed is ordered by it: a post gets its position when it is first published. */
export const nextPosition = sql<number>`nextval('post_positions')`

/** Locked until the transaction ends, so that positions become visible in their order (a page never skips one). */
export const lockFeed = (tx: Db, company_id: number) =>
  tx
    .selectFrom('companies')
    .where('id', '=', company_id)
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
