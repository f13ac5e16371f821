import type { Post } from '#contract/posts.ts'
import { Note } from '../../ui/note.tsx'
import { UNDER_REVIEW } from '../post-text.ts'
import { StaffReason } from '../staff-reason.tsx'

/** Why a post is not published, for its author and for staff. */
export function PostStatusNote({ post, isOwn }: { post: Post; isOwn: boolean }) {
  if (post.status === 'pending') {
    return (
      <Note kind="information">
        {isOwn ? (
          <>
            <b>{UNDER_REVIEW}</b> Only you can see it.
          </>
        ) : (
          'This post is waiting for approval. Only its author and staff can see it.'
        )}
      </Note>
    )
  }
  return (
    <Note kind="warning">
      <b>{isOwn ? 'Your post isn’t published.' : 'This post isn’t published.'}</b>{' '}
      {post.reason && (
        <>
          <StaffReason reason={post.reason} />{' '}
        </>
      )}
      {isOwn && 'Edit your post and we’ll review it again.'}
    </Note>
  )
}
