import type { User } from '#contract/auth.ts'
import type { Context } from '../context.ts'
import { invalid } from '../errors.ts'
import { forgetPublic, keepPublic } from '../uploads/media.ts'
import { readPicture } from '../uploads/picture.ts'
import type { Upload } from '../uploads/upload.ts'
import type { AuthUser } from './access.ts'
import { freshUser } from './profile.ts'
import { lockUser, updateUserRow } from './user-queries.ts'

/** It is shown small; on a good screen three pixels for one. */
const most_px = 480

/** One's new picture in place of the old one, which goes. */
export async function changePicture(
  context: Context,
  user: AuthUser,
  upload: Upload | undefined,
): Promise<User> {
  const { db, storage, log } = context
  if (!upload) throw invalid('picture', 'Please choose a picture.')
  const profile_image = await keepPublic(storage, await readPicture(upload, { most: most_px }))
  const forget = (path: string) =>
    forgetPublic(storage, path).catch((error: unknown) => {
      log.warn({ err: error }, 'a picture was left behind')
    })
  let before: string | null
  try {
    before = await db.transaction().execute(async (tx) => {
      const person = await lockUser(tx, user.company_id, user.id)
      await updateUserRow(tx, user.company_id, user.id, { profile_image })
      return person.profile_image
    })
  } catch (error) {
    await forget(profile_image)
    throw error
  }
  if (before) await forget(before)
  return freshUser(context, user)
}
