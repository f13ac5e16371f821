/** Waiting for staff; published; rejected or taken down with a reason. */
export const postStatuses = ['pending', 'approved', 'rejected'] as const
export type PostStatus = (typeof postStatuses)[number]

/** An edit by its author leaves a published post published and submits a rejected one again. */
export const statusAfterEdit = (status: PostStatus): PostStatus =>
  status === 'rejected' ? 'pending' : status

interface Viewer {
  id: number
  is_staff: boolean
}

/** For a viewer of the same company: an unpublished post is visible to its author and to staff only. */
export const canSeePost = (viewer: Viewer, post: { author_id: number; status: PostStatus }) =>
  post.status === 'approved' || post.author_id === viewer.id || viewer.is_staff

/** Shown in place of the title of a post that the viewer may not see: staff have not approved its text. */
export const UNPUBLISHED_TITLE = 'A post that is not up'

/** The widths in px in which an image of a post is stored; a file is named by its width. */
export const IMAGE_WIDTHS = [480, 800, 1600] as const

export interface Dimensions {
  width: number
  height: number
}

/**
 * The sizes in which an image of these dimensions is stored, from small to large; it is never enlarged.
 * `nominalWidth` is the one of IMAGE_WIDTHS that names the file, `width` what the file really has.
 */
export function scaledSizes({ width, height }: Dimensions) {
  const needed = IMAGE_WIDTHS.filter(
    (_, index) => index === 0 || (IMAGE_WIDTHS[index - 1] ?? 0) < width,
  )
  return needed.map((nominalWidth) => {
    const scaled = Math.min(nominalWidth, width)
    return {
      nominalWidth,
      width: scaled,
      height: Math.max(1, Math.round((height * scaled) / width)),
    }
  })
}
