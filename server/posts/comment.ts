import type { Comment } from '#contract/posts.ts'
import { canSeePost } from '#rules/post.ts'
import type { AuthUser } from '../auth/access.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { retryOnConflict } from '../db/retry.ts'
import { conflict, forbidden, invalid, notFound } from '../errors.ts'
import {
  type CommentRow,
  deleteComment,
  findComment,
  findSubmitted,
  insertComment,
  isMarkSpent,
  updateComment,
} from './comment-queries.ts'
import { commentOf } from './comment-view.ts'
import { lockPost } from './queries.ts'
import { visibleTo } from './view.ts'
import { postRoom } from './watching.ts'

const no_comment = (message = 'There is no such comment.') => notFound(message, 'comment_not_found')

/** A comment on a post that somebody may see, with its post held. */
export async function lockComment(tx: Db, viewer: AuthUser, id: number): Promise<CommentRow> {
  const { company_id } = viewer
  const found = await findComment(tx, company_id, id)
  const post = found && (await lockPost(tx, company_id, found.post_id))
  if (!post || !canSeePost(viewer, post)) throw no_comment()
  // Looked at again: it may have gone while we waited.
  const comment = await findComment(tx, company_id, id)
  if (!comment) throw no_comment()
  return comment
}

async function lockOwn(tx: Db, user: AuthUser, id: number) {
  const comment = await lockComment(tx, user, id)
  if (comment.author_id === user.id) return comment
  throw forbidden('Only its author can change or delete a comment.', 'not_your_comment')
}

const not_up = 'This post is not up, so nobody can comment on it.'

interface Typed {
  content: string
  post: number
  submission_id?: string | undefined
}

/** The same form again is answered with the comment that it made the first time, and never makes another. */
export async function writeComment(
  context: Context,
  user: AuthUser,
  { content, post: post_id, submission_id }: Typed,
): Promise<Comment> {
  const { db, sockets, throttles, now } = context
  const { company_id, id: author_id } = user
  const submitted = async (from: Db) => {
    if (!submission_id) return undefined
    const mark = { company_id, author_id, submission_id }
    const found = await findSubmitted(from, mark)
    if (!found && (await isMarkSpent(from, mark))) throw no_comment('This comment was deleted.')
    if (found && found.post_id !== post_id) {
      throw conflict('This was said below another post.', 'submission_taken')
    }
    return found
  }

  const before = await submitted(db)
  if (before) return commentOf(before)
  await throttles.comment.consume(`${company_id}:${author_id}`)
  const { row, isNew } = await retryOnConflict(() =>
    db.transaction().execute(async (tx) => {
      // Held: nobody takes it down or deletes it meanwhile.
      const post = visibleTo(user, await lockPost(tx, company_id, post_id))
      if (post.status !== 'approved') throw conflict(not_up, 'post_not_up')
      const faster = await submitted(tx)
      if (faster) return { row: faster, isNew: false }
      const id = await insertComment(tx, {
        ...{ company_id, post_id, author_id, content },
        submission_id: submission_id ?? null,
        created_at: now(),
      })
      const made = await findComment(tx, company_id, id)
      if (!made) throw no_comment()
      return { row: made, isNew: true }
    }),
  )
  const comment = commentOf(row)
  if (isNew) sockets.emitToRooms([postRoom(company_id, post_id)], 'comment', comment)
  return comment
}

export async function changeComment(
  context: Context,
  user: AuthUser,
  id: number,
  { content, post }: Typed,
): Promise<Comment> {
  const { db, sockets, throttles } = context
  const { company_id } = user
  await throttles.comment.consume(`${company_id}:${user.id}`)
  const edited_at = context.now()
  const { row, isNew } = await db.transaction().execute(async (tx) => {
    const comment = await lockOwn(tx, user, id)
    if (comment.post_id !== post) throw invalid('post', 'This comment belongs to another post.')
    if (comment.content === content) return { row: comment, isNew: false }
    await updateComment(tx, company_id, id, { content, edited_at })
    return { row: { ...comment, content, edited_at }, isNew: true }
  })
  const comment = commentOf(row)
  if (isNew) sockets.emitToRooms([postRoom(company_id, row.post_id)], 'comment', comment)
  return comment
}

export async function takeBackComment(context: Context, user: AuthUser, id: number): Promise<void> {
  const { company_id } = user
  const { post_id } = await context.db.transaction().execute(async (tx) => {
    const comment = await lockOwn(tx, user, id)
    // Reports of it stay open, with what it said: only staff close them.
    await deleteComment(tx, company_id, id)
    return comment
  })
  tellGone(context, company_id, { id, post: post_id })
}

export const tellGone = (
  { sockets }: Context,
  company_id: number,
  comment: { id: number; post: number },
) => sockets.emitToRooms([postRoom(company_id, comment.post)], 'comment_gone', comment)
