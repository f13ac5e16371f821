import { CircleAlert, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { dismissNotice, isDismissed, readDismissed } from './dismissed-notices.ts'
import { useOwnPosts } from './use-own-posts.ts'

/** Tells an author on the home page that staff rejected a post, until they have looked at it. */
export function RefusedPosts() {
  const [dismissed, setDismissed] = useState(readDismissed)
  const { posts = [] } = useOwnPosts()
  return posts
    .filter((post) => post.status === 'rejected' && !isDismissed(dismissed, post))
    .map((post) => (
      <div key={post.id} className="note error">
        <CircleAlert className="icon" aria-hidden="true" />
        <p>
          <b>
            Your post “<bdi>{post.title}</bdi>” isn’t published.
          </b>{' '}
          <Link
            to={`/post/${post.id}`}
            onClick={() => setDismissed(dismissNotice(dismissed, post))}
          >
            See why
          </Link>
        </p>
        <button
          type="button"
          className="icon-button"
          aria-label={`Dismiss: ${post.title}`}
          onClick={() => {
            setDismissed(dismissNotice(dismissed, post))
            document.getElementById('content')?.focus({ preventScroll: true })
          }}
        >
          <X className="icon" aria-hidden="true" />
        </button>
      </div>
    ))
}
