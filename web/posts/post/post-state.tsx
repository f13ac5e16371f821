import type { Post } from '#contract/posts.ts'
import { Note } from '../../ui/note.tsx'
import { under_review } from '../words.ts'

/** Where a post stands that is not up: for its author, and for staff who look at it. */
export function PostState({ post, mine }: { post: Post; mine: boolean }) {
  if (post.status === 'approved') return null
  if (post.status === 'pending') {
    return (
      <Note kind="information">
        {mine ? (
          <>
            <b>{under_review}</b> Only you can see it.
          </>
        ) : (
          'This post waits for approval. Only its author and staff can see it.'
        )}
      </Note>
    )
  }
  return (
    <Note kind="warning">
      <b>{mine ? 'Your post is not up.' : 'This post is not up.'}</b>{' '}
      {post.reason && (
        <>
          Staff say: <span dir="auto">{post.reason}</span>{' '}
        </>
      )}
      {mine && 'Change it and they look again.'}
    </Note>
  )
}
