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
  type Post,
  type PostWithComments,
  updateComment,
  updatePost,
} from '#contract/posts.ts'
import type { AuthUser } from '../auth/access.ts'
import type { Context } from '../context.ts'
import { paged } from '../http/paging.ts'
import type { Serve } from '../http/serve.ts'
import { listComments } from './comment-queries.ts'
import { addComment, deleteOwnComment, editComment, toComment } from './comments.ts'
import { deleteOwnPost, editPost, submitPost } from './posts.ts'
import { findPost, listFeed, listPostsByAuthor } from './queries.ts'
import { requireVisible, toPost } from './view.ts'

/** The newest comments come with the post; `listComments` pages to the older ones. */
const FIRST_COMMENTS = { limit: DEFAULT_PAGE_SIZE }

/** Whether it looks the same to everyone: others are seen by their author and staff only, as is a reason. */
const isShared = ({ status, reason }: Post) => status === 'approved' && reason === null

export function postRoutes(serve: Serve, context: Context) {
  const { db } = context

  serve.shared(
    listPosts,
    (posts) => posts.every(isShared),
    async ({ user, query, request, reply }) => {
      const rows = await listFeed(db, user.company_id, query)
      return paged(rows, query, { request, reply }).map((row) => toPost(row, user))
    },
  )

  serve(listOwnPosts, async ({ user, query, request, reply }) => {
    const rows = await listPostsByAuthor(db, user.company_id, user.id, query)
    return paged(rows, query, { request, reply }).map((row) => toPost(row, user))
  })

  async function withComments(viewer: AuthUser, id: number): Promise<PostWithComments> {
    const { company_id } = viewer
    const row = requireVisible(viewer, await findPost(db, company_id, id))
    const comments = await listComments(db, company_id, id, FIRST_COMMENTS)
    return { ...toPost(row, viewer), comments: comments.toReversed().map(toComment) }
  }

  serve.shared(getPost, isShared, ({ user, params }) => withComments(user, params.id))

  serve(createPost, async ({ user, body, files }) =>
    withComments(user, await submitPost(context, user, body, files?.image)),
  )

  serve(updatePost, async ({ user, params, body, files }) => {
    await editPost(context, user, params.id, body, files?.image)
    return withComments(user, params.id)
  })

  serve(deletePost, ({ user, params }) => deleteOwnPost(context, user, params.id))

  serve(listCommentsEndpoint, async ({ user, query, request, reply }) => {
    const { post, ...page } = query
    requireVisible(user, await findPost(db, user.company_id, post))
    const rows = await listComments(db, user.company_id, post, page)
    return paged(rows, page, { request, reply }).map(toComment)
  })

  serve(createComment, ({ user, body }) => addComment(context, user, body))
  serve(updateComment, ({ user, params, body }) => editComment(context, user, params.id, body))
  serve(deleteComment, ({ user, params }) => deleteOwnComment(context, user, params.id))
}
