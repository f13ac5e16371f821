import type { Context } from '../context.ts'
import { copySizes, forgetSizes, keepSizes, type NamedPicture } from '../uploads/media.ts'
import { readPictureSizes } from '../uploads/picture.ts'
import type { Upload } from '../uploads/upload.ts'
import { namedPictures } from './picture-queries.ts'

/**
 * Stores the picture that came with a form, if one did, for a transaction that names it. When that
 * fails the picture goes again.
 * @throws {HttpError} 415 or 400 at the upload's field, 503
 */
export async function withPicture<T>(
  context: Context,
  upload: Upload | undefined,
  work: (picture: NamedPicture | null) => Promise<T>,
): Promise<T> {
  if (!upload) return work(null)
  const picture = await keepSizes(context.storage, await readPictureSizes(upload))
  try {
    return await work(picture)
  } catch (error) {
    await forgetPicture(context, picture.image_name)
    throw error
  }
}

/**
 * Copies a picture for a transaction that gives it another name: the old one is known to everybody who
 * saw it. Whichever of the two nothing names afterwards goes.
 */
export async function withNewName<T>(
  context: Context,
  name: string | null,
  work: (copy: string | null) => Promise<T>,
): Promise<T> {
  if (name === null) return work(null)
  const copy = await copySizes(context.storage, name)
  try {
    return await work(copy)
  } finally {
    await forgetPicture(context, name)
    await forgetPicture(context, copy)
  }
}

/**
 * Removes a picture that nothing names (`namedPictures`); one whose commit went through although its
 * answer was lost stays. Never throws: the daily sweep takes what cannot be removed now.
 */
export async function forgetPicture(context: Context, name: string | null): Promise<void> {
  if (name === null) return
  try {
    const named = await namedPictures(context.db, [name])
    if (!named.has(name)) await forgetSizes(context.storage, name)
  } catch (error) {
    context.log.warn({ err: error }, 'a picture was left behind')
  }
}
