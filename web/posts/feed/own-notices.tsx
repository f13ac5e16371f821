import { CircleAlert, Clock, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Post } from '#contract/posts.ts'
import { Note } from '../../ui/note.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { under_review } from '../words.ts'
import { isPutAway, putAway, readPutAway } from './put-away.ts'

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
  /** What had been put away when the page was drawn. */
  drawn: string | undefined
}

/** What became of one's own posts, above those of the house; staff's decisions show as they are made. */
export function OwnNotices({ posts, drawn }: Props) {
  const [away, setAway] = useState(() => drawn ?? readPutAway())
  const hydrated = useHydrated()
  const [waited, setWaited] = useState<ReadonlySet<number>>(new Set())
  const pending = posts.filter(({ status }) => status === 'pending')
  if (pending.some(({ id }) => !waited.has(id))) {
    setWaited(new Set([...waited, ...pending.map(({ id }) => id)]))
  }
  const refused = posts.filter((post) => post.status === 'rejected' && !isPutAway(away, post))
  const approved = posts.filter(({ id, status }) => status === 'approved' && waited.has(id))
  return (
    <div className="feed-own" role="status">
      {pending.length > 0 && (
        <div className="note success">
          <Clock className="icon" aria-hidden="true" />
          <p>
            <b>{under_review}</b>{' '}
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
          <PostLink post={post} /> is up. The house can see it now.
        </Note>
      ))}
      {refused.map((post) => (
        <div key={post.id} className="note error">
          <CircleAlert className="icon" aria-hidden="true" />
          <p>
            <b>
              <PostLink post={post} /> is not up.
            </b>{' '}
            Staff say: <span dir="auto">{post.reason}</span>{' '}
            <Link to={`/post/${post.id}`}>Change it</Link> and they look again.
          </p>
          <button
            type="button"
            className="icon-button"
            aria-label={`Put away: ${post.title}`}
            disabled={!hydrated}
            onClick={() => {
              setAway(putAway(away, post))
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
