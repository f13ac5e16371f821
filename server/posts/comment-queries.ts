import type { Insertable, Selectable, SelectQueryBuilder } from 'kysely'
import type { Page } from '#contract/page.ts'
import type { Db } from '../db/connect.ts'
import { sameCompany } from '../db/same-company.ts'
import type { Schema } from '../db/schema.ts'
import { direction } from './queries.ts'

type Comments = Schema['comments']

const comments = (db: Db, company_id: number) =>
  db.selectFrom('comments').where('company_id', '=', company_id).selectAll()

const withAuthors = (
  db: Db,
  chosen: SelectQueryBuilder<Schema, 'comments', Selectable<Comments>>,
) =>
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
    .orderBy('id', direction(page))
    .limit(page.limit)
  return withAuthors(db, chosen).orderBy('comment.id', direction(page)).execute()
}

export const findComment = (db: Db, company_id: number, id: number) =>
  withAuthors(db, comments(db, company_id).where('id', '=', id)).executeTakeFirst()

/** Several, for the reports about them. */
export const findComments = (db: Db, company_id: number, ids: number[]) =>
  ids.length === 0 ? [] : withAuthors(db, comments(db, company_id).where('id', 'in', ids)).execute()

interface Mark {
  company_id: number
  author_id: number
  submission_id: string
}

/** Whether the comment that a form made is gone again (a trigger keeps its mark). */
export async function isMarkSpent(db: Db, mark: Mark): Promise<boolean> {
  const row = await db
    .selectFrom('spent_marks')
    .where('company_id', '=', mark.company_id)
    .where('author_id', '=', mark.author_id)
    .where('submission_id', '=', mark.submission_id)
    .select('company_id')
    .executeTakeFirst()
  return row !== undefined
}

/** The comment that a form made when it came the first time. */
export const findSubmitted = (db: Db, { company_id, author_id, submission_id }: Mark) =>
  withAuthors(
    db,
    comments(db, company_id)
      .where('author_id', '=', author_id)
      .where('submission_id', '=', submission_id),
  ).executeTakeFirst()

/** Its post counts it (a trigger). */
export async function insertComment(tx: Db, comment: Insertable<Comments>): Promise<number> {
  const { id } = await tx
    .insertInto('comments')
    .values(comment)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

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

export const deleteCommentsOf = (tx: Db, company_id: number, post_id: number) =>
  tx
    .deleteFrom('comments')
    .where('company_id', '=', company_id)
    .where('post_id', '=', post_id)
    .execute()
