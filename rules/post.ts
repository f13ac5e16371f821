/** Waiting for staff; published; rejected or taken down with a reason. */
export const postStatuses = ['pending', 'approved', 'rejected'] as const
export type PostStatus = (typeof postStatuses)[number]

/** An edit by its author leaves a published post published and submits a rejected one again. */
export const statusAfterEdit = (status: PostStatus): PostStatus =>
  status === 'rejected' ? 'pending' : status

interface PostViewer {
  id: number
  is_staff: boolean
}

/** For a viewer of the same company: an unpublished post is visible to its author and to staff only. */
export const canSeePost = (viewer: PostViewer, post: { author_id: number; status: PostStatus }) =>
  post.status === 'approved' || post.author_id === viewer.id || viewer.is_staff

/** Shown in place of the title of a post that the viewer may not see: staff have not approved its text. */
export const UNPUBLISHED_TITLE = 'A post that isn’t published'
