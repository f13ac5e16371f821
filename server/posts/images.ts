import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import {
  copyImageSizes,
  removeImageSizes,
  type StoredImage,
  storeImageSizes,
} from '../uploads/public-images.ts'
import { readImageSizes } from '../uploads/read-image.ts'
import type { Upload } from '../uploads/receive-form.ts'

/**
 * Stores the image that was uploaded with a form, if any, for a transaction that references it. If the
 * transaction fails, the image is deleted again.
 * @throws {HttpError} 415 or 400 at the upload's field, 503
 */
export async function withStoredImage<T>(
  context: Context,
  upload: Upload | undefined,
  work: (image: StoredImage | null) => Promise<T>,
): Promise<T> {
  if (!upload) return work(null)
  const image = await storeImageSizes(context.storage, await readImageSizes(upload))
  try {
    return await work(image)
  } catch (error) {
    await deleteUnusedImage(context, image.image_name)
    throw error
  }
}

/**
 * Copies an image under a new name, for a transaction that makes rows reference the copy: the old URL is
 * known to everybody who saw the post. Afterwards each of the two that no row references is deleted.
 */
export async function withRenamedImage<T>(
  context: Context,
  name: string | null,
  work: (copy: string | null) => Promise<T>,
): Promise<T> {
  if (name === null) return work(null)
  const copy = await copyImageSizes(context.storage, name)
  try {
    return await work(copy)
  } finally {
    await deleteUnusedImage(context, name)
    await deleteUnusedImage(context, copy)
  }
}

/**
 * Deletes an image unless a row references it (so one survives whose commit succeeded although its
 * answer was lost). Never throws: the daily sweep deletes what could not be deleted now.
 */
export async function deleteUnusedImage(context: Context, name: string | null): Promise<void> {
  if (name === null) return
  try {
    const used = await findUsedImages(context.db, [name])
    if (!used.has(name)) await removeImageSizes(context.storage, name)
  } catch (error) {
    context.log.warn({ err: error }, 'an unused image was not deleted')
  }
}

/** Those of the images that a post shows, or that staff still have to see: before an edit, or in an open report. */
export async function findUsedImages(db: Db, names: string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set()
  const rows = await db
    .selectFrom('posts')
    .where('image_name', 'in', names)
    .select('image_name as name')
    .unionAll((eb) =>
      eb
        .selectFrom('posts')
        .where('reviewed_image_name', 'in', names)
        .select('reviewed_image_name as name'),
    )
    .unionAll((eb) =>
      eb
        .selectFrom('reports')
        .where('image_name', 'in', names)
        .where('closed_at', 'is', null)
        .select('image_name as name'),
    )
    .execute()
  return new Set(rows.flatMap(({ name }) => name ?? []))
}

/** Whether an open report shows the image. */
export async function isImageReported(db: Db, image_name: string): Promise<boolean> {
  const row = await db
    .selectFrom('reports')
    .where('image_name', '=', image_name)
    .where('closed_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Renames an image where it is retained for staff: in open reports and as last reviewed. `posts.image_name` stays. */
export async function renameRetainedImage(
  tx: Db,
  company_id: number,
  post_id: number,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await tx
    .updateTable('reports')
    .set({ image_name: to })
    .where('company_id', '=', company_id)
    .where('post_id', '=', post_id)
    .where('image_name', '=', from)
    .where('closed_at', 'is', null)
    .execute()
  await tx
    .updateTable('posts')
    .set({ reviewed_image_name: to })
    .where('company_id', '=', company_id)
    .where('id', '=', post_id)
    .where('reviewed_image_name', '=', from)
    .execute()
}
