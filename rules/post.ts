/** A post waits for staff, is up, or was refused or taken down with a reason. */
export const postStatuses = ['pending', 'approved', 'rejected'] as const
export type PostStatus = (typeof postStatuses)[number]

/** What an author's edit makes of a post: one that is up stays up, a refused one asks again (design 5). */
export const afterEdit = (status: PostStatus): PostStatus =>
  status === 'rejected' ? 'pending' : status

interface Viewer {
  id: number
  is_staff: boolean
}

/** Of the same company: what is not up is seen by its author and by staff. */
export const canSeePost = (viewer: Viewer, post: { author_id: number; status: PostStatus }) =>
  post.status === 'approved' || post.author_id === viewer.id || viewer.is_staff

/** What others read in place of the title of a post that they may not see; what it says waits for staff. */
export const title_not_up = 'A post that is not up'

/** Widths in px that a post's picture is kept in (design 5, "three sizes"). */
export const picture_widths = [480, 800, 1600] as const

export interface Measures {
  width: number
  height: number
}

/** What a picture of these measures is kept in, from small to large; it is never made larger. */
export function picturesOf({ width, height }: Measures) {
  const wanted = picture_widths.filter((_, at) => at === 0 || (picture_widths[at - 1] ?? 0) < width)
  return wanted.map((kept_for) => {
    const shown = Math.min(kept_for, width)
    return { kept_for, width: shown, height: Math.max(1, Math.round((height * shown) / width)) }
  })
}
