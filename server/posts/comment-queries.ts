import { type Insertable, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { Page } from '#contract/page.ts'
import type { Db } from '../db/connect.ts'
import { preparedRow } from '../db/prepared.ts'
import { sameCompany } from '../db/same-company.ts'
import type { Schema } from '../db/schema.ts'
import { sortOrder } from './queries.ts'

type Comments = Schema['comments']

const comments = (db: Db, company_id: number) =>
  db.selectFrom('comments').where('company_id', '=', company_id).selectAll()

const withAuthor = (db: Db, chosen: SelectQueryBuilder<Schema, 'comments', Selectable<Comments>>) =>
  db
    .selectFrom(chosen.as('comment'))
    .innerJoin('users as author', sameCompany('author.id', 'comment.author_id'))
    .select([
      'comment.id',
      'comment.post_id',
      'comment.author_id',
      'comment.content',
      'comment.created_at',
      'comment.edited_at',
      'author.first_name',
      'author.last_name',
      'author.email',
      'author.profile_image',
      'author.is_staff',
    ])
export type CommentRow = Awaited<ReturnType<typeof listComments>>[number]

export function listComments(db: Db, company_id: number, post_id: number, page: Page) {
  const chosen = comments(db, company_id)
    .where('post_id', '=', post_id)
    .$if(page.before !== undefined, (list) => list.where('id', '<', page.before ?? 0))
    .$if(page.after !== undefined, (list) => list.where('id', '>', page.after ?? 0))
    .orderBy('id', sortOrder(page))
    .limit(page.limit)
  return withAuthor(db, chosen).orderBy('comment.id', sortOrder(page)).execute()
}

export const findComment = (db: Db, company_id: number, id: number) =>
  withAuthor(db, comments(db, company_id).where('id', '=', id)).executeTakeFirst()

export const findComments = (db: Db, company_id: number, ids: number[]) =>
  ids.length === 0 ? [] : withAuthor(db, comments(db, company_id).where('id', 'in', ids)).execute()

interface Submission {
  company_id: number
  author_id: number
  submission_id: string
}

/** Whether the comment that this submission created has been deleted (a trigger records it). */
export async function isSubmissionDeleted(db: Db, submission: Submission): Promise<boolean> {
  const row = await db
    .selectFrom('spent_marks')
    .where('company_id', '=', submission.company_id)
    .where('author_id', '=', submission.author_id)
    .where('submission_id', '=', submission.submission_id)
    .select('company_id')
    .executeTakeFirst()
  return row !== undefined
}

/** The comment that this submission created. */
export const findSubmittedComment = (
  db: Db,
  { company_id, author_id, submission_id }: Submission,
) =>
  withAuthor(
    db,
    comments(db, company_id)
      .where('author_id', '=', author_id)
      .where('submission_id', '=', submission_id),
  ).executeTakeFirst()

type NewComment = Insertable<Comments> & { submission_id: string | null }

/**
 * Inserts a comment below a published post, which is locked, in one statement. A trigger updates
 * its `comment_count`.
 * @returns undefined, with nothing inserted, when the post isn't published or the submission was used before
 */
export const insertComment = preparedRow(
  (_, comment: NewComment) => sql<CommentRow>`
    with post as (
      select id from posts
      where company_id = ${comment.company_id} and id = ${comment.post_id}
        and status = 'approved' and deleted_at is null
        and not exists (select from spent_marks where company_id = ${comment.company_id}
          and author_id = ${comment.author_id} and submission_id = ${comment.submission_id}::uuid)
      for no key update
    ), comment as (
      insert into comments (company_id, post_id, author_id, content, submission_id, created_at)
      select ${comment.company_id}, id, ${comment.author_id}, ${comment.content},
        ${comment.submission_id}::uuid, ${comment.created_at}::timestamptz
      from post
      on conflict do nothing
      returning company_id, id, post_id, author_id, content, created_at, edited_at
    )
    select comment.id, comment.post_id, comment.author_id, comment.content, comment.created_at,
      comment.edited_at, author.first_name, author.last_name, author.email, author.profile_image,
      author.is_staff
    from comment
    join users author on author.company_id = comment.company_id and author.id = comment.author_id`,
)

export const updateComment = (
  tx: Db,
  company_id: number,
  id: number,
  change: { content: string; edited_at: Date },
) =>
  tx
    .updateTable('comments')
    .set(change)
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .execute()

export const deleteComment = (tx: Db, company_id: number, id: number) =>
  tx.deleteFrom('comments').where('company_id', '=', company_id).where('id', '=', id).execute()

export const deleteCommentsOfPost = (tx: Db, company_id: number, post_id: number) =>
  tx
    .deleteFrom('comments')
    .where('company_id', '=', company_id)
    .where('post_id', '=', post_id)
    .execute()
