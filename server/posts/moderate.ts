import type { AuthUser } from '../auth/access.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { conflict } from '../errors.ts'
import { logAct } from '../staff-log.ts'
import { notifyParticipants, tellUp, tellWatchers } from './announce.ts'
import { lockComment, tellGone } from './comment.ts'
import { deleteComment } from './comment-queries.ts'
import { forgetPicture, withNewName } from './picture.ts'
import {
  type LockedPost,
  lockFeed,
  lockPost,
  nextPosition,
  posts,
  reviewed,
  updatePostRow,
} from './queries.ts'
import { closeReportsOfComment, closeReportsOfPost } from './report-queries.ts'
import { no_post } from './view.ts'

async function lockForStaff(tx: Db, company_id: number, id: number): Promise<LockedPost> {
  const post = await lockPost(tx, company_id, id)
  if (!post) throw no_post()
  return post
}

const changedSince = () =>
  conflict(
    'Its author has changed this post since you looked at it. Please look at it again.',
    'post_changed',
  )

/** What the log says of a post as it was. */
const standing = ({ status, reason, revision, title, description, image_name }: LockedPost) => ({
  ...{ status, reason, revision, title, description, image_name },
})

/** Puts a post up, or says that a changed one may stay up. A second time changes nothing. */
export async function approve(
  context: Context,
  user: AuthUser,
  id: number,
  revision: number | undefined,
): Promise<void> {
  const { db, sockets, now } = context
  const { company_id } = user
  const before = await db.transaction().execute(async (tx) => {
    await lockFeed(tx, company_id)
    const post = await lockForStaff(tx, company_id, id)
    if (revision !== undefined && revision !== post.revision) throw changedSince()
    if (post.status === 'approved' && post.edited_at === null) return null
    await updatePostRow(tx, company_id, id, {
      ...{ status: 'approved', reason: null, ...reviewed },
      ...(post.position === null && { position: nextPosition }),
      ...{ decided_by: user.id, decided_at: now() },
    })
    await logAct(tx, user, {
      act: 'post.approve',
      subject: 'post',
      subject_id: id,
      before: standing(post),
      after: { status: 'approved', revision: post.revision },
    })
    return post
  })
  await forgetPicture(context, before?.reviewed_image_name ?? null)
  if (!before || before.status === 'approved') return
  sockets.emitToUser(company_id, before.author_id, 'own_post', { id })
  tellUp(context, { company_id, id })
  if (before.position === null) sockets.emitToCompany(company_id, 'new_post', { id })
  else await notifyParticipants(context, { company_id, id })
}

/**
 * Refuses a post, or takes down one that is up: its picture is no longer where it was. The same said a
 * second time changes nothing.
 */
export async function reject(
  context: Context,
  user: AuthUser,
  id: number,
  reason: string,
): Promise<void> {
  const { db, sockets } = context
  const { company_id } = user
  const seen = await posts(db, company_id).where('id', '=', id).executeTakeFirst()
  const picture = seen && seen.status !== 'rejected' ? seen.image_name : null
  const done = await withNewName(context, picture, (copy) =>
    db.transaction().execute((tx) => rejectIn(tx, context, user, { id, reason, picture, copy })),
  )
  if (!done) return
  const { before, kept } = done
  for (const name of kept) await forgetPicture(context, name)
  sockets.emitToUser(company_id, before.author_id, 'own_post', { id })
  tellWatchers(context, { company_id, id })
  if (before.status === 'approved') await notifyParticipants(context, { company_id, id })
}

interface Refusal {
  id: number
  reason: string
  /** What the post's picture was called, and what it is called from now on. */
  picture: string | null
  copy: string | null
}

/** @returns the post as it was and the pictures that were kept till now; null when this had been said already */
async function rejectIn(
  tx: Db,
  { now }: Context,
  user: AuthUser,
  { id, reason, picture, copy }: Refusal,
): Promise<{ before: LockedPost; kept: (string | null)[] } | null> {
  const { company_id } = user
  const post = await lockForStaff(tx, company_id, id)
  if (post.status === 'rejected') {
    if (post.reason === reason) return null
    throw conflict('This post has been refused already.', 'already_rejected')
  }
  if (post.image_name !== picture) throw changedSince()
  const decision = { decided_by: user.id, decided_at: now() }
  await updatePostRow(tx, company_id, id, {
    ...{ status: 'rejected', reason, ...reviewed, image_name: copy },
    ...decision,
  })
  const reported = await closeReportsOfPost(tx, company_id, id, {
    outcome: 'removed',
    closed_at: decision.decided_at,
    closed_by: user.id,
  })
  await logAct(tx, user, {
    act: post.status === 'approved' ? 'post.take_down' : 'post.reject',
    subject: 'post',
    subject_id: id,
    before: standing(post),
    after: { status: 'rejected', reason, image_name: copy },
  })
  return { before: post, kept: [post.reviewed_image_name, ...reported] }
}

/** Removes a comment of somebody. */
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
    const closing = { closed_at: context.now(), closed_by: user.id }
    await closeReportsOfComment(tx, company_id, id, { outcome: 'removed', ...closing })
    await deleteComment(tx, company_id, id)
    await logAct(tx, user, {
      act: 'comment.remove',
      subject: 'comment',
      subject_id: id,
      before: { author_id, post_id, content },
      after: { reason },
    })
    return comment
  })
  tellGone(context, company_id, { id, post: post_id })
}
