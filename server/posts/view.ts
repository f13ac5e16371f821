import type { ImageSize, Post } from '#contract/posts.ts'
import { canSeePost } from '#rules/post.ts'
import type { AuthUser } from '../auth/access.ts'
import { notFound } from '../errors.ts'
import { type NamedPicture, sizesAt } from '../uploads/media.ts'
import type { PostRow } from './queries.ts'

type MaybePicture = { [part in keyof NamedPicture]: NamedPicture[part] | null }

/** The sizes of a row's picture; none without one. */
export const sizesOf = ({ image_name, image_width, image_height }: MaybePicture): ImageSize[] =>
  image_name !== null && image_width !== null && image_height !== null
    ? sizesAt(image_name, { width: image_width, height: image_height })
    : []

/** A post as somebody who may see it sees it. */
export function postOf(row: PostRow, viewer: AuthUser): Post {
  const image_sizes = sizesOf(row)
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
    created_at: row.created_at.toISOString(),
    status: row.status,
    reason: row.author_id === viewer.id || viewer.is_staff ? row.reason : null,
    comment_count: row.comment_count,
    revision: row.revision,
  }
}

export const no_post = () => notFound('There is no such post.', 'post_not_found')

/**
 * The post, to somebody who may see it.
 * @throws {HttpError} 404 to anybody else
 */
export function visibleTo<Row extends Parameters<typeof canSeePost>[1]>(
  viewer: AuthUser,
  row: Row | undefined,
): Row {
  if (!row || !canSeePost(viewer, row)) throw no_post()
  return row
}
