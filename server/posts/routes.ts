import { usual_page } from '#contract/page.ts'
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
import type { Member } from '../auth/access.ts'
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
const comments_at_once = { limit: usual_page }

export function postRoutes(serve: Serve, context: Context) {
  const { db } = context

  serve(listPosts, async ({ member, query, request, reply }) => {
    const rows = await listFeed(db, member.company_id, query)
    return paged(rows, query, { request, reply }).map((row) => postOf(row, member))
  })

  serve(listOwnPosts, async ({ member, query, request, reply }) => {
    const rows = await listOwn(db, member.company_id, member.id, query)
    return paged(rows, query, { request, reply }).map((row) => postOf(row, member))
  })

  async function whole(member: Member, id: number): Promise<PostWithComments> {
    const row = visibleTo(member, await findPost(db, member.company_id, id))
    const comments = await listComments(db, member.company_id, id, comments_at_once)
    return { ...postOf(row, member), comments: comments.toReversed().map(commentOf) }
  }

  serve(getPost, ({ member, params }) => whole(member, params.id))

  serve(createPost, async ({ member, body, files }) =>
    whole(member, await submitPost(context, member, body, files?.image)),
  )

  serve(updatePost, async ({ member, params, body, files }) => {
    await changePost(context, member, params.id, body, files?.image)
    return whole(member, params.id)
  })

  serve(deletePost, ({ member, params }) => removePost(context, member, params.id))

  serve(listCommentsEndpoint, async ({ member, query, request, reply }) => {
    const { post, ...page } = query
    visibleTo(member, await findPost(db, member.company_id, post))
    const rows = await listComments(db, member.company_id, post, page)
    return paged(rows, page, { request, reply }).map(commentOf)
  })

  serve(createComment, ({ member, body }) => writeComment(context, member, body))
  serve(updateComment, ({ member, params, body }) =>
    changeComment(context, member, params.id, body),
  )
  serve(deleteComment, ({ member, params }) => takeBackComment(context, member, params.id))

  serve(reportPostEndpoint, ({ member, params, body }) =>
    reportPost(context, member, params.id, body),
  )
  serve(reportCommentEndpoint, ({ member, params, body }) =>
    reportComment(context, member, params.id, body),
  )
}
