import { type Insertable, sql } from 'kysely'
import type { ModerationList } from '#contract/moderation.ts'
import type { Page } from '#contract/page.ts'
import { fullName } from '../auth/user-queries.ts'
import type { Db } from '../db/connect.ts'
import { sameCompany } from '../db/same-company.ts'
import type { Schema } from '../db/schema.ts'
import { pageById, posts, sortOrder, withPostAuthor } from '../posts/queries.ts'

const withDecision = (db: Db, chosen: Parameters<typeof withPostAuthor>[1]) =>
  withPostAuthor(db, chosen)
    .leftJoin('users as decider', sameCompany('decider.id', 'post.decided_by'))
    .select([
      'post.edited_at',
      'post.reviewed_title',
      'post.reviewed_description',
      'post.reviewed_image_name',
      'post.reviewed_image_width',
      'post.reviewed_image_height',
      'post.decided_at',
      fullName('decider').$castTo<string | null>().as('decided_by'),
    ])
export type ModeratedRow = Awaited<ReturnType<typeof listModerated>>[number]

export function listModerated(
  db: Db,
  company_id: number,
  { status, ...page }: Page & { status: ModerationList },
) {
  const list = posts(db, company_id)
  const chosen =
    status === 'edited'
      ? list.where('edited_at', 'is not', null)
      : // A literal instead of a parameter, so that the partial index is used.
        list.where('status', '=', sql.lit(status))
  return withDecision(db, pageById(chosen, page)).orderBy('post.id', sortOrder(page)).execute()
}

export const findModerated = (db: Db, company_id: number, id: number) =>
  withDecision(db, posts(db, company_id).where('id', '=', id)).executeTakeFirst()

const rowCount = sql<number>`count(*)::int`

export const countWaiting = (db: Db, company_id: number) =>
  db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('posts')
        .where('company_id', '=', company_id)
        .where('deleted_at', 'is', null)
        .where('status', '=', sql.lit('pending'))
        .select(rowCount.as('n'))
        .as('pending'),
      eb
        .selectFrom('posts')
        .where('company_id', '=', company_id)
        .where('deleted_at', 'is', null)
        .where('edited_at', 'is not', null)
        .select(rowCount.as('n'))
        .as('edited'),
      eb
        .selectFrom('reports')
        .where('company_id', '=', company_id)
        .where('closed_at', 'is', null)
        .select(rowCount.as('n'))
        .as('reports'),
    ])
    .$castTo<{ pending: number; edited: number; reports: number }>()
    .executeTakeFirstOrThrow()

/** A second report of the same thing by the same user changes nothing while the first is open. */
export const insertReport = (tx: Db, report: Insertable<Schema['reports']>) =>
  tx
    .insertInto('reports')
    .values(report)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const listOpenReports = (db: Db, company_id: number, page: Page) =>
  db
    .selectFrom('reports as report')
    .innerJoin('posts as post', sameCompany('post.id', 'report.post_id'))
    .innerJoin('users as reporter', sameCompany('reporter.id', 'report.reporter_id'))
    .innerJoin('users as author', sameCompany('author.id', 'report.author_id'))
    .where('report.company_id', '=', company_id)
    .where('report.closed_at', 'is', null)
    .$if(page.before !== undefined, (list) => list.where('report.id', '<', page.before ?? 0))
    .$if(page.after !== undefined, (list) => list.where('report.id', '>', page.after ?? 0))
    .select([
      'report.id',
      'report.reason',
      'report.about',
      'report.comment_id',
      'report.said',
      'report.image_name',
      'report.image_width',
      'report.image_height',
      'report.created_at',
      'report.reporter_id',
      fullName('reporter').as('reporter_name'),
      'report.author_id',
      fullName('author').as('author_name'),
      'report.post_id',
      'post.title',
      'post.description',
      'post.deleted_at',
      'post.image_name as post_image_name',
      'post.image_width as post_image_width',
      'post.image_height as post_image_height',
    ])
    .orderBy('report.id', sortOrder(page))
    .limit(page.limit)
    .execute()
export type ReportRow = Awaited<ReturnType<typeof listOpenReports>>[number]

export const lockReport = (tx: Db, company_id: number, id: number) =>
  tx
    .selectFrom('reports')
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .select(['id', 'post_id', 'comment_id', 'reporter_id', 'reason', 'outcome', 'image_name'])
    .forUpdate()
    .executeTakeFirst()

interface ReportClosure {
  outcome: 'dismissed' | 'removed'
  closed_at: Date
  closed_by: number
}

const updateOpenReports = (tx: Db, company_id: number, closure: ReportClosure) =>
  tx
    .updateTable('reports')
    .set(closure)
    .where('company_id', '=', company_id)
    .where('closed_at', 'is', null)

export const closeReport = (tx: Db, company_id: number, id: number, closure: ReportClosure) =>
  updateOpenReports(tx, company_id, closure).where('id', '=', id).execute()

/**
 * Only the reports about the post itself, not those about its comments.
 * @returns the images that the closed reports had retained
 */
export async function closeReportsOfPost(
  tx: Db,
  company_id: number,
  post_id: number,
  closure: ReportClosure,
): Promise<(string | null)[]> {
  const closed = await updateOpenReports(tx, company_id, closure)
    .where('post_id', '=', post_id)
    .where('about', '=', 'post')
    .returning('image_name')
    .execute()
  return [...new Set(closed.map(({ image_name }) => image_name))]
}

export const closeReportsOfComment = (
  tx: Db,
  company_id: number,
  comment_id: number,
  closure: ReportClosure,
) => updateOpenReports(tx, company_id, closure).where('comment_id', '=', comment_id).execute()
