import { findUsedProfileImages } from '../auth/user-queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { findUsedImages } from '../posts/images.ts'
import { namedBy, publicFolder } from './media.ts'
import { sweepFolder } from './sweep.ts'

/** Removes pictures of posts and of people that nobody's row names any more. */
export const sweepPublic = (context: Context) => sweepFolder(context, publicFolder, findNamed)

/** Whatever is not called as we call things is nobody's to remove. */
async function findNamed(db: Db, keys: string[]): Promise<Set<string>> {
  const [images, profiles] = [new Map<string, string>(), new Map<string, string>()]
  const named = new Set<string>()
  for (const key of keys) {
    const name = namedBy(key)
    if (!name) named.add(key)
    else if ('image_name' in name) images.set(key, name.image_name)
    else profiles.set(key, name.profile_image)
  }
  const used = new Set([
    ...(await findUsedImages(db, [...new Set(images.values())])),
    ...(await findUsedProfileImages(db, [...profiles.values()])),
  ])
  for (const [key, name] of [...images, ...profiles]) if (used.has(name)) named.add(key)
  return named
}
