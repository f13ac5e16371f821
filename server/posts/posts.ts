import type { PostForm } from '#contract/posts.ts'
import { statusAfterEdit } from '#rules/post.ts'
import type { AuthUser } from '../auth/access.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { isDuplicate } from '../db/retry.ts'
import { forbidden } from '../http/errors.ts'
import { userKey } from '../http/throttle.ts'
import type { StoredImage } from '../uploads/public-images.ts'
import type { Upload } from '../uploads/receive-form.ts'
import { deleteCommentsOfPost } from './comment-queries.ts'
import {
  deleteUnusedImage,
  isImageReported,
  renameRetainedImage,
  withRenamedImage,
  withStoredImage,
} from './images.ts'
import { notifyParticipants, notifyWatchers } from './notify.ts'
import {
  findSubmittedPost,
  insertPost,
  type LockedPost,
  lockPost,
  noUnreviewedEdit,
  posts,
  updatePost,
} from './queries.ts'
import { requireVisible } from './view.ts'

type Submission = PostForm & { submission_id?: string | undefined }

/** Creates a post that waits for staff. A repeated `submission_id` is answered with the post of the first request. */
export async function submitPost(
  context: Context,
  { company_id, id: author_id }: AuthUser,
  { submission_id, ...form }: Submission,
  upload: Upload | undefined,
): Promise<number> {
  const { db } = context
  const author = { company_id, author_id }
  const findSubmitted = async () =>
    submission_id && findSubmittedPost(db, { ...author, submission_id })
  const insert = (image: StoredImage | null) =>
    insertPost(db, {
      ...author,
      ...form,
      ...image,
      submission_id: submission_id ?? null,
      created_at: context.now(),
    })
  const existing = await findSubmitted()
  if (existing) return existing
  await consumeThrottle(context, author)
  try {
    return await withStoredImage(context, upload, insert)
  } catch (error) {
    const concurrent = isDuplicate(error) && (await findSubmitted())
    if (concurrent) return concurrent
    throw error
  }
}

/** Only for a form that is valid, and before its image is decoded. */
const consumeThrottle = (
  { throttles }: Context,
  { company_id, author_id }: { company_id: number; author_id: number },
) => throttles.post.consume(userKey(company_id, author_id))

/** @throws {HttpError} 404 when the user may not see the post, 403 when it is another user's */
function requireOwn(user: AuthUser, row: LockedPost | undefined): LockedPost {
  const post = requireVisible(user, row)
  if (post.author_id === user.id) return post
  throw forbidden('Only its author can change or delete a post.', 'not_your_post')
}

/** A new image replaces the old one, which is deleted, or retained for staff under another name. */
export async function editPost(
  context: Context,
  user: AuthUser,
  id: number,
  form: PostForm,
  upload: Upload | undefined,
): Promise<void> {
  const { db } = context
  const { company_id } = user
  // Checked before the image is decoded, which is expensive.
  const seen = requireOwn(user, await findUnlocked(db, company_id, id))
  await consumeThrottle(context, { company_id, author_id: user.id })
  const { isChanged, replaced } = await withStoredImage(context, upload, (image) =>
    withRenamedImage(context, image && seen.image_name, (copy) =>
      db.transaction().execute(async (tx) => {
        const post = requireOwn(user, await lockPost(tx, company_id, id))
        const change = columnsToChange(post, form, image, context.now())
        if (change) await updatePost(tx, company_id, id, change)
        await retainForStaff(tx, post, seen.image_name, copy)
        return { isChanged: change !== null, replaced: image && post.image_name }
      }),
    ),
  )
  await deleteUnusedImage(context, replaced)
  if (isChanged) notifyWatchers(context, { company_id, id })
}

const findUnlocked = (db: Db, company_id: number, id: number) =>
  posts(db, company_id).where('id', '=', id).executeTakeFirst()

/**
 * Staff may still have to see the image that the post loses: they get the copy. Nothing is renamed when a
 * concurrent edit has replaced the copied image already.
 */
async function retainForStaff(
  tx: Db,
  post: LockedPost,
  copied: string | null,
  copy: string | null,
) {
  const { company_id, id, image_name } = post
  if (!copy || !image_name || image_name !== copied) return
  await renameRetainedImage(tx, company_id, id, { from: image_name, to: copy })
}

/** Null when nothing differs, so that staff need not review it again. */
function columnsToChange(post: LockedPost, form: PostForm, image: StoredImage | null, now: Date) {
  const same = post.title === form.title && post.description === form.description && !image
  if (same && post.status !== 'rejected') return null
  return {
    ...form,
    ...image,
    revision: post.revision + 1,
    status: statusAfterEdit(post.status),
    reason: null,
    ...(post.status === 'approved' && { edited_at: now }),
    // The first edit since the last review stores what staff have seen.
    ...(post.status === 'approved' &&
      post.edited_at === null && {
        reviewed_title: post.title,
        reviewed_description: post.description,
        reviewed_image_name: post.image_name,
        reviewed_image_width: post.image_width,
        reviewed_image_height: post.image_height,
      }),
  }
}

/**
 * Only the title of a deleted post remains, for the conversations about it. Reports stay open for staff, with
 * the text and the image that they are about.
 */
export async function deleteOwnPost(context: Context, user: AuthUser, id: number): Promise<void> {
  const { db, now } = context
  const { company_id } = user
  const name = requireOwn(user, await findUnlocked(db, company_id, id)).image_name
  const reported = name !== null && (await isImageReported(db, name))
  const { image_name, reviewed_image_name } = await withRenamedImage(
    context,
    reported ? name : null,
    (copy) =>
      db.transaction().execute(async (tx) => {
        const post = requireOwn(user, await lockPost(tx, company_id, id))
        await deleteCommentsOfPost(tx, company_id, id)
        await updatePost(tx, company_id, id, {
          description: '',
          image_name: null,
          image_width: null,
          image_height: null,
          ...noUnreviewedEdit,
          deleted_at: now(),
        })
        await retainForStaff(tx, post, name, copy)
        return post
      }),
  )
  await deleteUnusedImage(context, image_name)
  await deleteUnusedImage(context, reviewed_image_name)
  notifyWatchers(context, { company_id, id })
  await notifyParticipants(context, { company_id, id })
}
