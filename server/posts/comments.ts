import type { Comment } from '#contract/posts.ts'
import { isoTime } from '#rules/calendar.ts'
import { canSeePost } from '#rules/post.ts'
import { publicName } from '#rules/public-name.ts'
import type { AuthUser } from '../auth/access.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { ChangedMeanwhile, retryOnConflict } from '../db/retry.ts'
import { conflict, forbidden, invalid, notFound } from '../http/errors.ts'
import { type Release, userKey } from '../http/throttle.ts'
import {
  type CommentRow,
  deleteComment,
  findComment,
  findSubmittedComment,
  insertComment,
  isSubmissionDeleted,
  updateComment,
} from './comment-queries.ts'
import { notifyCommentGone } from './notify.ts'
import { findPostStatus, lockPost } from './queries.ts'
import { postRoom } from './subscription.ts'
import { requireVisible } from './view.ts'

export const toComment = (row: CommentRow): Comment => ({
  id: row.id,
  content: row.content,
  post: row.post_id,
  author: publicName(row),
  author_id: row.author_id,
  author_name: `${row.first_name} ${row.last_name}`.trim(),
  author_image: row.profile_image,
  author_is_staff: row.is_staff,
  created_at: isoTime(row.created_at),
  edited_at: row.edited_at?.toISOString() ?? null,
})

const commentNotFound = (message = 'There is no such comment.') =>
  notFound(message, 'comment_not_found')

/**
 * A comment on a post that the viewer may see. The post is locked first, as in every transaction.
 * @throws {HttpError} 404
 */
export async function lockComment(tx: Db, viewer: AuthUser, id: number): Promise<CommentRow> {
  const { company_id } = viewer
  const found = await findComment(tx, company_id, id)
  const post = found && (await lockPost(tx, company_id, found.post_id))
  if (!post || !canSeePost(viewer, post)) throw commentNotFound()
  // Read again: it may have been deleted while this transaction waited for the lock.
  const comment = await findComment(tx, company_id, id)
  if (!comment) throw commentNotFound()
  return comment
}

async function lockOwnComment(tx: Db, user: AuthUser, id: number) {
  const comment = await lockComment(tx, user, id)
  if (comment.author_id === user.id) return comment
  throw forbidden('Only its author can change or delete a comment.', 'not_your_comment')
}

interface CommentInput {
  content: string
  post: number
  submission_id?: string | undefined
}

/** A repeated `submission_id` is answered with the comment of the first request, and never creates another. */
export async function addComment(
  context: Context,
  user: AuthUser,
  { content, post: post_id, submission_id }: CommentInput,
): Promise<Comment> {
  const { db, sockets, throttles, now } = context
  const { company_id, id: author_id } = user
  async function findSubmitted() {
    if (!submission_id) return undefined
    const submission = { company_id, author_id, submission_id }
    const found = await findSubmittedComment(db, submission)
    if (!found && (await isSubmissionDeleted(db, submission))) {
      throw commentNotFound('This comment was deleted.')
    }
    if (found && found.post_id !== post_id) {
      throw conflict('This comment is on another post.', 'submission_taken')
    }
    return found
  }

  const comment = { company_id, post_id, author_id, content, submission_id: submission_id ?? null }
  const insertOrFind = async (release: Release) => {
    const inserted = await insertComment(db, { ...comment, created_at: now() })
    if (inserted) return { row: inserted, isNew: true }
    const existing = await findSubmitted()
    if (existing) {
      await release()
      return { row: existing, isNew: false }
    }
    const post = requireVisible(user, await findPostStatus(db, company_id, post_id))
    // It was published between the two statements.
    if (post.status === 'approved') throw new ChangedMeanwhile()
    throw conflict('This post isn’t published, so you can’t comment.', 'post_not_up')
  }

  let release: Release
  try {
    release = await throttles.comment.consume(userKey(company_id, author_id))
  } catch (refusal) {
    const existing = await findSubmitted()
    if (existing) return toComment(existing)
    throw refusal
  }
  const { row, isNew } = await retryOnConflict(() => insertOrFind(release))
  const reply = toComment(row)
  if (isNew) sockets.emitToRooms([postRoom(company_id, post_id)], 'comment', reply)
  return reply
}

export async function editComment(
  context: Context,
  user: AuthUser,
  id: number,
  { content, post }: CommentInput,
): Promise<Comment> {
  const { db, sockets, throttles } = context
  const { company_id } = user
  await throttles.comment.consume(userKey(company_id, user.id))
  const edited_at = context.now()
  const { row, isChanged } = await db.transaction().execute(async (tx) => {
    const comment = await lockOwnComment(tx, user, id)
    if (comment.post_id !== post) throw invalid('post', 'This comment belongs to another post.')
    if (comment.content === content) return { row: comment, isChanged: false }
    await updateComment(tx, company_id, id, { content, edited_at })
    return { row: { ...comment, content, edited_at }, isChanged: true }
  })
  const comment = toComment(row)
  if (isChanged) sockets.emitToRooms([postRoom(company_id, row.post_id)], 'comment', comment)
  return comment
}

export async function deleteOwnComment(
  context: Context,
  user: AuthUser,
  id: number,
): Promise<void> {
  const { company_id } = user
  const { post_id } = await context.db.transaction().execute(async (tx) => {
    const comment = await lockOwnComment(tx, user, id)
    // Reports about it stay open with the reported text: only staff close them.
    await deleteComment(tx, company_id, id)
    return comment
  })
  notifyCommentGone(context, company_id, { id, post: post_id })
}
