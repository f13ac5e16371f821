import type { ImageSize, Post } from '#contract/posts.ts'
import { isoTime } from '#rules/calendar.ts'
import { canSeePost } from '#rules/post.ts'
import type { AuthUser } from '../auth/access.ts'
import { notFound } from '../http/errors.ts'
import { type StoredImage, storedImageSizes } from '../uploads/public-images.ts'
import type { PostRow } from './queries.ts'

type ImageColumns = { [column in keyof StoredImage]: StoredImage[column] | null }

/** Empty for a row without an image. */
export const imageSizes = ({ image_name, image_width, image_height }: ImageColumns): ImageSize[] =>
  image_name !== null && image_width !== null && image_height !== null
    ? storedImageSizes(image_name, { width: image_width, height: image_height })
    : []

/** For a viewer who may see the post; the reason of a rejection is for its author and staff only. */
export function toPost(row: PostRow, viewer: AuthUser): Post {
  const image_sizes = imageSizes(row)
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    image_url: image_sizes.at(-1)?.url ?? null,
    image_sizes,
    author: row.first_name,
    author_ID: row.author_id,
    author_last_name: row.last_name,
    author_image: row.profile_image,
    author_is_staff: row.is_staff,
    created_at: isoTime(row.created_at),
    published_at: row.published_at && isoTime(row.published_at),
    status: row.status,
    reason: row.author_id === viewer.id || viewer.is_staff ? row.reason : null,
    comment_count: row.comment_count,
    revision: row.revision,
  }
}

export const postNotFound = () => notFound('There is no such post.', 'post_not_found')

/** @throws {HttpError} 404 when there is no such post or the viewer may not see it */
export function requireVisible<Row extends Parameters<typeof canSeePost>[1]>(
  viewer: AuthUser,
  row: Row | undefined,
): Row {
  if (!row || !canSeePost(viewer, row)) throw postNotFound()
  return row
}
