import type { Insertable } from 'kysely'
import type { Page } from '#contract/page.ts'
import { fullName } from '../auth/user-queries.ts'
import type { Db } from '../db/connect.ts'
import { sameCompany } from '../db/same-company.ts'
import type { Schema } from '../db/schema.ts'
import { direction } from './queries.ts'

/** Saying it again while it waits changes nothing. */
export const insertReport = (tx: Db, report: Insertable<Schema['reports']>) =>
  tx
    .insertInto('reports')
    .values(report)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Those that nobody has looked after yet. */
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
    .orderBy('report.id', direction(page))
    .limit(page.limit)
    .execute()
export type ReportRow = Awaited<ReturnType<typeof listOpenReports>>[number]

/** The report, held until the transaction ends. */
export const lockReport = (tx: Db, company_id: number, id: number) =>
  tx
    .selectFrom('reports')
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .select(['id', 'post_id', 'comment_id', 'reporter_id', 'reason', 'outcome', 'image_name'])
    .forUpdate()
    .executeTakeFirst()

interface Closing {
  outcome: 'dismissed' | 'removed'
  closed_at: Date
  closed_by: number
}

const closing = (tx: Db, company_id: number, change: Closing) =>
  tx
    .updateTable('reports')
    .set(change)
    .where('company_id', '=', company_id)
    .where('closed_at', 'is', null)

export const closeReport = (tx: Db, company_id: number, id: number, change: Closing) =>
  closing(tx, company_id, change).where('id', '=', id).execute()

/**
 * Of the post itself.
 * @returns the pictures that they have kept until now
 */
export async function closeReportsOfPost(
  tx: Db,
  company_id: number,
  post_id: number,
  change: Closing,
): Promise<(string | null)[]> {
  const closed = await closing(tx, company_id, change)
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
  change: Closing,
) => closing(tx, company_id, change).where('comment_id', '=', comment_id).execute()
