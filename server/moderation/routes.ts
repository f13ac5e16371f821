import {
  approvePost as approvePostEndpoint,
  countModeration,
  dismissReport as dismissReportEndpoint,
  listModeratedPosts,
  listReports,
  type ModeratedPost,
  type Report,
  rejectPost as rejectPostEndpoint,
  removeComment as removeCommentEndpoint,
} from '#contract/moderation.ts'
import {
  reportComment as reportCommentEndpoint,
  reportPost as reportPostEndpoint,
} from '#contract/posts.ts'
import { isoTime } from '#rules/calendar.ts'
import type { AuthUser } from '../auth/access.ts'
import type { Context } from '../context.ts'
import { paged } from '../http/paging.ts'
import type { Serve } from '../http/serve.ts'
import { type CommentRow, findComments } from '../posts/comment-queries.ts'
import { toComment } from '../posts/comments.ts'
import { imageSizes, postNotFound, toPost } from '../posts/view.ts'
import { approvePost, rejectPost, removeComment } from './decisions.ts'
import {
  countWaiting,
  findModerated,
  listModerated,
  listOpenReports,
  type ModeratedRow,
  type ReportRow,
} from './queries.ts'
import { dismissReport, reportComment, reportPost } from './reports.ts'

const toModeratedPost = (row: ModeratedRow, viewer: AuthUser): ModeratedPost => ({
  ...toPost(row, viewer),
  edited_at: row.edited_at && isoTime(row.edited_at),
  reviewed:
    row.reviewed_title === null
      ? null
      : {
          title: row.reviewed_title,
          description: row.reviewed_description ?? '',
          image_sizes: imageSizes({
            image_name: row.reviewed_image_name,
            image_width: row.reviewed_image_width,
            image_height: row.reviewed_image_height,
          }),
        },
  decided:
    row.decided_at && row.decided_by !== null
      ? { by: row.decided_by, at: isoTime(row.decided_at) }
      : null,
})

function currentContent(row: ReportRow, comment: CommentRow | undefined): Report['now'] {
  if (row.about === 'comment') {
    return comment ? { title: null, content: comment.content, image_sizes: [] } : null
  }
  if (row.deleted_at) return null
  const image_sizes = imageSizes({
    image_name: row.post_image_name,
    image_width: row.post_image_width,
    image_height: row.post_image_height,
  })
  return { title: row.title, content: row.description, image_sizes }
}

const toReport = (row: ReportRow, comments: CommentRow[]): Report => {
  const comment = comments.find(({ id }) => id === row.comment_id)
  return {
    id: row.id,
    reason: row.reason,
    created_at: isoTime(row.created_at),
    reporter: { id: row.reporter_id, name: row.reporter_name },
    post: { id: row.post_id, title: row.title, deleted: row.deleted_at !== null },
    comment: comment ? toComment(comment) : null,
    about: row.about,
    said: row.said,
    image_sizes: imageSizes(row),
    now: currentContent(row, comment),
    author: { id: row.author_id, name: row.author_name },
  }
}

export function moderationRoutes(serve: Serve, context: Context) {
  const { db } = context

  serve(reportPostEndpoint, ({ user, params, body }) => reportPost(context, user, params.id, body))
  serve(reportCommentEndpoint, ({ user, params, body }) =>
    reportComment(context, user, params.id, body),
  )

  serve(listModeratedPosts, async ({ user, query, request, reply }) => {
    const rows = await listModerated(db, user.company_id, query)
    return paged(rows, query, { request, reply }).map((row) => toModeratedPost(row, user))
  })

  serve(countModeration, ({ user }) => countWaiting(db, user.company_id))

  async function moderatedPost(user: AuthUser, id: number) {
    const row = await findModerated(db, user.company_id, id)
    if (!row) throw postNotFound()
    return toModeratedPost(row, user)
  }

  serve(approvePostEndpoint, async ({ user, params, body }) => {
    await approvePost(context, user, params.id, body.revision)
    return moderatedPost(user, params.id)
  })

  serve(rejectPostEndpoint, async ({ user, params, body }) => {
    await rejectPost(context, user, params.id, body.reason, body.seen)
    return moderatedPost(user, params.id)
  })

  serve(removeCommentEndpoint, async ({ user, params, body }) => {
    await removeComment(context, user, params.id, body.reason)
    return { message: 'The comment has been removed.' }
  })

  serve(listReports, async ({ user, query, request, reply }) => {
    const rows = await listOpenReports(db, user.company_id, query)
    const commentIds = rows.flatMap(({ comment_id }) => comment_id ?? [])
    const comments = await findComments(db, user.company_id, commentIds)
    return paged(rows, query, { request, reply }).map((row) => toReport(row, comments))
  })

  serve(dismissReportEndpoint, ({ user, params }) => dismissReport(context, user, params.id))
}
