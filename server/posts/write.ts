import type { PostForm } from '#contract/posts.ts'
import { statusAfterEdit } from '#rules/post.ts'
import type { AuthUser } from '../auth/access.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { isDuplicate } from '../db/retry.ts'
import { forbidden } from '../errors.ts'
import type { NamedPicture } from '../uploads/media.ts'
import type { Upload } from '../uploads/upload.ts'
import { notifyParticipants, tellWatchers } from './announce.ts'
import { deleteCommentsOf } from './comment-queries.ts'
import { forgetPicture, withNewName, withPicture } from './picture.ts'
import { isReported, renameKept } from './picture-queries.ts'
import {
  findSubmittedPost,
  insertPost,
  type LockedPost,
  lockPost,
  posts,
  reviewed,
  updatePostRow,
} from './queries.ts'
import { visibleTo } from './view.ts'

type Submission = PostForm & { submission_id?: string | undefined }

/** Hands a post in; it waits for staff. The same submission again makes nothing new. */
export async function submitPost(
  context: Context,
  { company_id, id: author_id }: AuthUser,
  { submission_id, ...form }: Submission,
  image: Upload | undefined,
): Promise<number> {
  const { db } = context
  const mine = { company_id, author_id }
  const submitted = async () => submission_id && findSubmittedPost(db, { ...mine, submission_id })
  const insert = (picture: NamedPicture | null) =>
    insertPost(db, {
      ...mine,
      ...form,
      ...picture,
      submission_id: submission_id ?? null,
      created_at: context.now(),
    })
  const before = await submitted()
  if (before) return before
  await consumePost(context, mine)
  try {
    return await withPicture(context, image, insert)
  } catch (error) {
    // Another one of the same was a moment faster.
    const faster = isDuplicate(error) && (await submitted())
    if (faster) return faster
    throw error
  }
}

/** For a form that would be taken, and before its picture is read. */
const consumePost = ({ throttles }: Context, mine: { company_id: number; author_id: number }) =>
  throttles.post.consume(`${mine.company_id}:${mine.author_id}`)

/** One's own, or a refusal that says no more than one may know. */
function ownPost(user: AuthUser, row: LockedPost | undefined): LockedPost {
  const post = visibleTo(user, row)
  if (post.author_id === user.id) return post
  throw forbidden('Only its author can change or delete a post.', 'not_your_post')
}

/** A change by its author; with a new picture the old one goes, or is kept for staff under a name of their own. */
export async function changePost(
  context: Context,
  user: AuthUser,
  id: number,
  form: PostForm,
  image: Upload | undefined,
): Promise<void> {
  const { db } = context
  const { company_id } = user
  // Before anybody's picture is unpacked.
  const seen = ownPost(user, await findAlone(db, company_id, id))
  await consumePost(context, { company_id, author_id: user.id })
  const { isNew, old } = await withPicture(context, image, (picture) =>
    withNewName(context, picture && seen.image_name, (copy) =>
      db.transaction().execute(async (tx) => {
        const post = ownPost(user, await lockPost(tx, company_id, id))
        const change = changeOf(post, form, picture, context.now())
        if (change) await updatePostRow(tx, company_id, id, change)
        await keepAs(tx, post, seen.image_name, copy)
        return { isNew: change !== null, old: picture && post.image_name }
      }),
    ),
  )
  await forgetPicture(context, old)
  if (isNew) tellWatchers(context, { company_id, id })
}

const findAlone = (db: Db, company_id: number, id: number) =>
  posts(db, company_id).where('id', '=', id).executeTakeFirst()

/** Of what the post loses staff may have something to see. Another tab was faster: it keeps its name then. */
async function keepAs(tx: Db, post: LockedPost, copied: string | null, copy: string | null) {
  const { company_id, id, image_name } = post
  if (!copy || !image_name || image_name !== copied) return
  await renameKept(tx, company_id, id, { from: image_name, to: copy })
}

/** Null when nothing is other than before, so that staff need not look again. */
function changeOf(post: LockedPost, form: PostForm, picture: NamedPicture | null, now: Date) {
  const same = post.title === form.title && post.description === form.description && !picture
  if (same && post.status !== 'rejected') return null
  return {
    ...form,
    ...picture,
    revision: post.revision + 1,
    status: statusAfterEdit(post.status),
    reason: null,
    ...(post.status === 'approved' && { edited_at: now }),
    // As staff last saw it, however often it is changed since.
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
 * Of one's own post only the title stays, for the conversations about it. Reports wait for staff all the
 * same, with the words and the picture that they are about.
 */
export async function removePost(context: Context, user: AuthUser, id: number): Promise<void> {
  const { db, now } = context
  const { company_id } = user
  const name = ownPost(user, await findAlone(db, company_id, id)).image_name
  const reported = name !== null && (await isReported(db, name))
  const { image_name, reviewed_image_name } = await withNewName(
    context,
    reported ? name : null,
    (copy) =>
      db.transaction().execute(async (tx) => {
        const post = ownPost(user, await lockPost(tx, company_id, id))
        await deleteCommentsOf(tx, company_id, id)
        await updatePostRow(tx, company_id, id, {
          ...{ description: '', image_name: null, image_width: null, image_height: null },
          ...reviewed,
          deleted_at: now(),
        })
        await keepAs(tx, post, name, copy)
        return post
      }),
  )
  await forgetPicture(context, image_name)
  await forgetPicture(context, reviewed_image_name)
  tellWatchers(context, { company_id, id })
  await notifyParticipants(context, { company_id, id })
}
