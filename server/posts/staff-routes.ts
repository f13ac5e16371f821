import {
  approvePost,
  countModeration,
  dismissReport as dismissReportEndpoint,
  listModeratedPosts,
  listReports,
  type ModeratedPost,
  type Report,
  rejectPost,
  removeComment as removeCommentEndpoint,
} from '#contract/moderation.ts'
import type { AuthUser } from '../auth/access.ts'
import type { Context } from '../context.ts'
import { paged } from '../paging.ts'
import type { Serve } from '../serve.ts'
import { type CommentRow, findComments } from './comment-queries.ts'
import { commentOf } from './comment-view.ts'
import { approve, reject, removeComment } from './moderate.ts'
import {
  countWaiting,
  findModerated,
  listModerated,
  type ModeratedRow,
} from './moderation-queries.ts'
import { dismissReport } from './report.ts'
import { listOpenReports, type ReportRow } from './report-queries.ts'
import { no_post, postOf, sizesOf } from './view.ts'

const moderatedPostOf = (row: ModeratedRow, viewer: AuthUser): ModeratedPost => ({
  ...postOf(row, viewer),
  edited_at: row.edited_at?.toISOString() ?? null,
  reviewed:
    row.reviewed_title === null
      ? null
      : {
          title: row.reviewed_title,
          description: row.reviewed_description ?? '',
          image_sizes: sizesOf({
            image_name: row.reviewed_image_name,
            image_width: row.reviewed_image_width,
            image_height: row.reviewed_image_height,
          }),
        },
  decided:
    row.decided_at && row.decided_by !== null
      ? { by: row.decided_by, at: row.decided_at.toISOString() }
      : null,
})

function nowOf(row: ReportRow, comment: CommentRow | undefined): Report['now'] {
  if (row.about === 'comment') {
    return comment ? { title: null, content: comment.content, image_sizes: [] } : null
  }
  if (row.deleted_at) return null
  const image_sizes = sizesOf({
    image_name: row.post_image_name,
    image_width: row.post_image_width,
    image_height: row.post_image_height,
  })
  return { title: row.title, content: row.description, image_sizes }
}

const reportOf = (row: ReportRow, comments: CommentRow[]): Report => {
  const comment = comments.find(({ id }) => id === row.comment_id)
  return {
    id: row.id,
    reason: row.reason,
    created_at: row.created_at.toISOString(),
    reporter: { id: row.reporter_id, name: row.reporter_name },
    post: { id: row.post_id, title: row.title, deleted: row.deleted_at !== null },
    comment: comment ? commentOf(comment) : null,
    about: row.about,
    said: row.said,
    image_sizes: sizesOf(row),
    now: nowOf(row, comment),
    author: { id: row.author_id, name: row.author_name },
  }
}

export function moderationRoutes(serve: Serve, context: Context) {
  const { db } = context

  serve(listModeratedPosts, async ({ user, query, request, reply }) => {
    const rows = await listModerated(db, user.company_id, query)
    return paged(rows, query, { request, reply }).map((row) => moderatedPostOf(row, user))
  })

  serve(countModeration, ({ user }) => countWaiting(db, user.company_id))

  async function decided(user: AuthUser, id: number) {
    const row = await findModerated(db, user.company_id, id)
    if (!row) throw no_post()
    return moderatedPostOf(row, user)
  }

  serve(approvePost, async ({ user, params, body }) => {
    await approve(context, user, params.id, body.revision)
    return decided(user, params.id)
  })

  serve(rejectPost, async ({ user, params, body }) => {
    await reject(context, user, params.id, body.reason)
    return decided(user, params.id)
  })

  serve(removeCommentEndpoint, async ({ user, params, body }) => {
    await removeComment(context, user, params.id, body.reason)
    return { message: 'The comment is removed.' }
  })

  serve(listReports, async ({ user, query, request, reply }) => {
    const rows = await listOpenReports(db, user.company_id, query)
    const about = rows.flatMap(({ comment_id }) => comment_id ?? [])
    const comments = await findComments(db, user.company_id, about)
    return paged(rows, query, { request, reply }).map((row) => reportOf(row, comments))
  })

  serve(dismissReportEndpoint, ({ user, params }) => dismissReport(context, user, params.id))
}
