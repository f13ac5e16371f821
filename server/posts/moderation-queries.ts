import { sql } from 'kysely'
import type { ModerationList } from '#contract/moderation.ts'
import type { Page } from '#contract/page.ts'
import { fullName } from '../auth/user-queries.ts'
import type { Db } from '../db/connect.ts'
import { sameCompany } from '../db/same-company.ts'
import { direction, onPage, posts, withAuthors } from './queries.ts'

const withDecision = (db: Db, chosen: Parameters<typeof withAuthors>[1]) =>
  withAuthors(db, chosen)
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
  const some =
    status === 'edited'
      ? list.where('edited_at', 'is not', null)
      : // Spelt out: the index is of these only.
        list.where('status', '=', sql.lit(status))
  return withDecision(db, onPage(some, page)).orderBy('post.id', direction(page)).execute()
}

export const findModerated = (db: Db, company_id: number, id: number) =>
  withDecision(db, posts(db, company_id).where('id', '=', id)).executeTakeFirst()

const counted = sql<number>`count(*)::int`

export const countWaiting = (db: Db, company_id: number) =>
  db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('posts')
        .where('company_id', '=', company_id)
        .where('deleted_at', 'is', null)
        .where('status', '=', sql.lit('pending'))
        .select(counted.as('n'))
        .as('pending'),
      eb
        .selectFrom('posts')
        .where('company_id', '=', company_id)
        .where('deleted_at', 'is', null)
        .where('edited_at', 'is not', null)
        .select(counted.as('n'))
        .as('edited'),
      eb
        .selectFrom('reports')
        .where('company_id', '=', company_id)
        .where('closed_at', 'is', null)
        .select(counted.as('n'))
        .as('reports'),
    ])
    .$castTo<{ pending: number; edited: number; reports: number }>()
    .executeTakeFirstOrThrow()
