import { DEFAULT_PAGE_SIZE } from '#contract/page.ts'
import {
  createComment,
  createPost,
  deleteComment,
  deletePost,
  getPost,
  listComments as listCommentsEndpoint,
  listOwnPosts,
  listPosts,
  type PostWithComments,
  reportComment as reportCommentEndpoint,
  reportPost as reportPostEndpoint,
  updateComment,
  updatePost,
} from '#contract/posts.ts'
import type { AuthUser } from '../auth/access.ts'
import type { Context } from '../context.ts'
import { paged } from '../paging.ts'
import type { Serve } from '../serve.ts'
import { changeComment, takeBackComment, writeComment } from './comment.ts'
import { listComments } from './comment-queries.ts'
import { commentOf } from './comment-view.ts'
import { findPost, listFeed, listOwn } from './queries.ts'
import { reportComment, reportPost } from './report.ts'
import { postOf, visibleTo } from './view.ts'
import { changePost, removePost, submitPost } from './write.ts'

/** How many comments come with a post; the rest is asked for. */
const comments_at_once = { limit: DEFAULT_PAGE_SIZE }

export function postRoutes(serve: Serve, context: Context) {
  const { db } = context

  serve(listPosts, async ({ user, query, request, reply }) => {
    const rows = await listFeed(db, user.company_id, query)
    return paged(rows, query, { request, reply }).map((row) => postOf(row, user))
  })

  serve(listOwnPosts, async ({ user, query, request, reply }) => {
    const rows = await listOwn(db, user.company_id, user.id, query)
    return paged(rows, query, { request, reply }).map((row) => postOf(row, user))
  })

  async function whole(user: AuthUser, id: number): Promise<PostWithComments> {
    const row = visibleTo(user, await findPost(db, user.company_id, id))
    const comments = await listComments(db, user.company_id, id, comments_at_once)
    return { ...postOf(row, user), comments: comments.toReversed().map(commentOf) }
  }

  serve(getPost, ({ user, params }) => whole(user, params.id))

  serve(createPost, async ({ user, body, files }) =>
    whole(user, await submitPost(context, user, body, files?.image)),
  )

  serve(updatePost, async ({ user, params, body, files }) => {
    await changePost(context, user, params.id, body, files?.image)
    return whole(user, params.id)
  })

  serve(deletePost, ({ user, params }) => removePost(context, user, params.id))

  serve(listCommentsEndpoint, async ({ user, query, request, reply }) => {
    const { post, ...page } = query
    visibleTo(user, await findPost(db, user.company_id, post))
    const rows = await listComments(db, user.company_id, post, page)
    return paged(rows, page, { request, reply }).map(commentOf)
  })

  serve(createComment, ({ user, body }) => writeComment(context, user, body))
  serve(updateComment, ({ user, params, body }) => changeComment(context, user, params.id, body))
  serve(deleteComment, ({ user, params }) => takeBackComment(context, user, params.id))

  serve(reportPostEndpoint, ({ user, params, body }) => reportPost(context, user, params.id, body))
  serve(reportCommentEndpoint, ({ user, params, body }) =>
    reportComment(context, user, params.id, body),
  )
}
