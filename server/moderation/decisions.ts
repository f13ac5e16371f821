import { APPROVED_MEANWHILE } from '#contract/moderation.ts'
import { timeAgo } from '#rules/calendar.ts'
import { displayName } from '#rules/visible.ts'
import type { AuthUser } from '../auth/access.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { conflict } from '../http/errors.ts'
import { deleteComment } from '../posts/comment-queries.ts'
import { lockComment } from '../posts/comments.ts'
import { deleteUnusedImage, withRenamedImage } from '../posts/images.ts'
import {
  notifyCommentGone,
  notifyParticipants,
  notifyPublished,
  notifyWatchers,
} from '../posts/notify.ts'
import {
  type LockedPost,
  lockFeed,
  lockPost,
  nextPosition,
  noUnreviewedEdit,
  posts,
  updatePost,
} from '../posts/queries.ts'
import { postNotFound } from '../posts/view.ts'
import { logStaffAction } from '../staff-log.ts'
import { closeReportsOfComment, closeReportsOfPost } from './queries.ts'

async function requirePost(tx: Db, company_id: number, id: number): Promise<LockedPost> {
  const post = await lockPost(tx, company_id, id)
  if (!post) throw postNotFound()
  return post
}

const postChanged = () =>
  conflict(
    'Its author has changed this post since you looked at it. Please look at it again.',
    'post_changed',
  )

/** The columns of a post that the staff log records. */
const logged = ({ status, reason, revision, title, description, image_name }: LockedPost) => ({
  status,
  reason,
  revision,
  title,
  description,
  image_name,
})

/**
 * Publishes a post, or accepts the edits of a published one. Approving it twice changes nothing.
 * @throws {HttpError} 409 when `revision` is not the current one
 */
export async function approvePost(
  context: Context,
  user: AuthUser,
  id: number,
  revision: number | undefined,
): Promise<void> {
  const { db, sockets, now } = context
  const { company_id } = user
  const before = await db.transaction().execute(async (tx) => {
    await lockFeed(tx, company_id)
    const post = await requirePost(tx, company_id, id)
    if (revision !== undefined && revision !== post.revision) throw postChanged()
    if (post.status === 'approved' && post.edited_at === null) return null
    await updatePost(tx, company_id, id, {
      status: 'approved',
      reason: null,
      ...noUnreviewedEdit,
      ...(post.position === null && { position: nextPosition, published_at: now() }),
      decided_by: user.id,
      decided_at: now(),
    })
    await logStaffAction(tx, user, {
      act: 'post.approve',
      subject: 'post',
      subject_id: id,
      before: logged(post),
      after: { status: 'approved', revision: post.revision },
    })
    return post
  })
  await deleteUnusedImage(context, before?.reviewed_image_name ?? null)
  if (!before || before.status === 'approved') return
  sockets.emitToUser(company_id, before.author_id, 'own_post', { id })
  notifyPublished(context, { company_id, id })
  if (before.position === null) sockets.emitToCompany(company_id, 'new_post', { id })
  else await notifyParticipants(context, { company_id, id })
}

/**
 * Rejects a post, or takes down a published one. Its image gets a new name, so that the old URL no longer
 * works. Rejecting it again with the same reason changes nothing.
 */
export async function rejectPost(
  context: Context,
  user: AuthUser,
  id: number,
  reason: string,
  seen?: 'pending' | 'approved',
): Promise<void> {
  const { db, sockets } = context
  const { company_id } = user
  const before = await posts(db, company_id).where('id', '=', id).executeTakeFirst()
  const image = before && before.status !== 'rejected' ? before.image_name : null
  const rejected = await withRenamedImage(context, image, (copy) =>
    db
      .transaction()
      .execute((tx) => rejectInTx(tx, context, user, { id, reason, seen, image, copy })),
  )
  if (!rejected) return
  const { retained } = rejected
  const { author_id, status } = rejected.before
  for (const name of retained) await deleteUnusedImage(context, name)
  sockets.emitToUser(company_id, author_id, 'own_post', { id })
  notifyWatchers(context, { company_id, id })
  if (status === 'approved') await notifyParticipants(context, { company_id, id })
}

/** A colleague has approved the post while another was about to reject it. */
async function approvedMeanwhile(
  tx: Db,
  { company_id, decided_by, decided_at }: LockedPost,
  now: Date,
) {
  const decider = await tx
    .selectFrom('users')
    .where('company_id', '=', company_id)
    .where('id', '=', decided_by ?? 0)
    .select('first_name')
    .executeTakeFirst()
  const name = displayName(decider?.first_name ?? 'Someone')
  const when = decided_at ? ` ${timeAgo(decided_at, now)}` : ''
  return conflict(`${name} approved this${when}. Take it down?`, APPROVED_MEANWHILE)
}

interface Rejection {
  id: number
  reason: string
  /** The post's status as staff saw it; undefined when either status is meant. */
  seen: 'pending' | 'approved' | undefined
  /** The post's image when it was copied, and the name of the copy. */
  image: string | null
  copy: string | null
}

/** @returns the post before, and the images that were retained for staff until now; null when nothing changed */
async function rejectInTx(
  tx: Db,
  { now }: Context,
  user: AuthUser,
  { id, reason, seen, image, copy }: Rejection,
): Promise<{ before: LockedPost; retained: (string | null)[] } | null> {
  const { company_id } = user
  const post = await requirePost(tx, company_id, id)
  if (post.status === 'rejected') {
    if (post.reason === reason) return null
    throw conflict('This post has already been rejected.', 'already_rejected')
  }
  if (seen === 'pending' && post.status === 'approved')
    throw await approvedMeanwhile(tx, post, now())
  if (post.image_name !== image) throw postChanged()
  const decision = { decided_by: user.id, decided_at: now() }
  await updatePost(tx, company_id, id, {
    status: 'rejected',
    reason,
    ...noUnreviewedEdit,
    image_name: copy,
    ...decision,
  })
  const reported = await closeReportsOfPost(tx, company_id, id, {
    outcome: 'removed',
    closed_at: decision.decided_at,
    closed_by: user.id,
  })
  await logStaffAction(tx, user, {
    act: post.status === 'approved' ? 'post.take_down' : 'post.reject',
    subject: 'post',
    subject_id: id,
    before: logged(post),
    after: { status: 'rejected', reason, image_name: copy },
  })
  return { before: post, retained: [post.reviewed_image_name, ...reported] }
}

export async function removeComment(
  context: Context,
  user: AuthUser,
  id: number,
  reason: string,
): Promise<void> {
  const { company_id } = user
  const { post_id } = await context.db.transaction().execute(async (tx) => {
    const comment = await lockComment(tx, user, id)
    const { author_id, post_id, content } = comment
    const closed = { closed_at: context.now(), closed_by: user.id }
    await closeReportsOfComment(tx, company_id, id, { outcome: 'removed', ...closed })
    await deleteComment(tx, company_id, id)
    await logStaffAction(tx, user, {
      act: 'comment.remove',
      subject: 'comment',
      subject_id: id,
      before: { author_id, post_id, content },
      after: { reason },
    })
    return comment
  })
  notifyCommentGone(context, company_id, { id, post: post_id })
}
