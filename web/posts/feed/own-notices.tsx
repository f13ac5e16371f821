import { CircleAlert, Clock, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Post } from '#contract/posts.ts'
import { Note } from '../../ui/note.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { dismissNotice, isDismissed, readDismissed } from '../dismissed-notices.ts'
import { UNDER_REVIEW } from '../post-text.ts'
import { StaffReason } from '../staff-reason.tsx'

const PostLink = ({ post }: { post: Post }) => (
  <>
    “
    <Link to={`/post/${post.id}`} dir="auto">
      {post.title}
    </Link>
    ”
  </>
)

interface Props {
  posts: Post[]
  /** The cookie with the dismissed notices, for a page that was rendered on the server. */
  ssrDismissed: string | undefined
}

/** Notices above the feed about the user's own posts that are pending, just approved, or rejected. */
export function OwnNotices({ posts, ssrDismissed }: Props) {
  const [dismissed, setDismissed] = useState(() => ssrDismissed ?? readDismissed())
  const hydrated = useHydrated()
  const [seenPending, setSeenPending] = useState<ReadonlySet<number>>(new Set())
  const pending = posts.filter(({ status }) => status === 'pending')
  if (pending.some(({ id }) => !seenPending.has(id))) {
    setSeenPending(new Set([...seenPending, ...pending.map(({ id }) => id)]))
  }
  const rejected = posts.filter(
    (post) => post.status === 'rejected' && !isDismissed(dismissed, post),
  )
  const approved = posts.filter(({ id, status }) => status === 'approved' && seenPending.has(id))
  return (
    <div className="own-notices" role="status">
      {pending.length > 0 && (
        <div className="note success">
          <Clock className="icon" aria-hidden="true" />
          <p>
            <b>{UNDER_REVIEW}</b>{' '}
            {pending.map((post) => (
              <span key={post.id}>
                <PostLink post={post} />.{' '}
              </span>
            ))}
            Only you can see {pending.length === 1 ? 'it' : 'them'}.
          </p>
        </div>
      )}
      {approved.map((post) => (
        <Note key={post.id} kind="done">
          <PostLink post={post} /> has been published. Everyone here can see it.
        </Note>
      ))}
      {rejected.map((post) => (
        <div key={post.id} className="note error">
          <CircleAlert className="icon" aria-hidden="true" />
          <p>
            <b>
              <PostLink post={post} /> isn’t published.
            </b>{' '}
            <StaffReason reason={post.reason} /> <Link to={`/post/${post.id}`}>Edit your post</Link>{' '}
            and we’ll review it again.
          </p>
          <button
            type="button"
            className="icon-button"
            aria-label={`Dismiss: ${post.title}`}
            disabled={!hydrated}
            onClick={() => {
              setDismissed(dismissNotice(dismissed, post))
              document.getElementById('content')?.focus({ preventScroll: true })
            }}
          >
            <X className="icon" aria-hidden="true" />
          </button>
        </div>
      ))}
    </div>
  )
}
