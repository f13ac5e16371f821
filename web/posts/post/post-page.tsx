import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import type { User } from '#contract/auth.ts'
import type { PostStatus } from '#rules/post.ts'
import { ApiError, isMissing } from '../../api.ts'
import { NoNetwork } from '../../layout/notices.tsx'
import { RequireAuth } from '../../layout/require-auth.tsx'
import { pageTitle, usePageTitle } from '../../layout/title.ts'
import { useSession } from '../../session.ts'
import { usePollInterval } from '../../socket.ts'
import { errorMessage, WENT_WRONG } from '../../ui/error-message.ts'
import { lazyPart } from '../../ui/lazy.tsx'
import { FetchFailed } from '../../ui/message-plate.tsx'
import { Note } from '../../ui/note.tsx'
import { useKeptError } from '../../ui/use-kept-error.ts'
import { readEditDraft } from '../advertise/post-drafts.ts'
import { Comments } from './comments.tsx'
import { PostArticle } from './post-article.tsx'
import { postQuery, useLivePost } from './post-cache.ts'
import { PostChat } from './post-chat.tsx'
import './post.css'

export const meta = pageTitle('Post')

/** Loaded on demand, because only authors need the form. */
const PostEdit = lazyPart(async () => (await import('./post-edit.tsx')).PostEdit)

/** Loaded on demand: few links lead to it. */
const PostMissing = lazyPart(async () => (await import('./post-missing.tsx')).PostMissing)

const POLL_INTERVAL_MS = { disconnected: 15_000, connected: 60_000 }

export default function PostPage() {
  const session = useSession()
  const { id = '' } = useParams()
  return (
    <RequireAuth title="This post">
      <div className="page post-page">
        <BackToFeed />
        {session.status === 'signed_in' ? (
          <PostView key={id} id={id} user={session.user} />
        ) : (
          <PostSkeleton />
        )}
      </div>
    </RequireAuth>
  )
}

const isUnreachable = (error: Error | null) => error instanceof ApiError && error.status === 0

/** Why commenting is closed; null while it is open. */
function closedReason(status: PostStatus, isGone: boolean): string | null {
  if (isGone) return 'This post is no longer published, so you can’t comment.'
  return status === 'approved' ? null : 'Comments open once the post is published.'
}

/** A post with its comments and the chat with its author. */
function PostView({ id, user }: { id: string; user: User }) {
  const interval = usePollInterval(POLL_INTERVAL_MS)
  const query = useQuery({
    ...postQuery(useQueryClient(), id),
    refetchInterval: ({ state }) => {
      const missing = isMissing(state.error)
      if (missing && !state.data) return false
      return missing ? POLL_INTERVAL_MS.disconnected : interval
    },
  })
  const { data: post, dataUpdatedAt, refetch } = query
  const error = useKeptError(query)
  const isGone = isMissing(error)
  usePageTitle(post?.title)
  useLivePost(Number(id))
  // The form is opened by a link that leads to it, or if there is a draft.
  const asked = useLocation().state?.edit === true
  const [isEditing, setEditing] = useState(() => asked || readEditDraft(user.id, id) !== null)
  const [wasEdited, setWasEdited] = useState(false)
  const isPublished = post?.status === 'approved'
  const [showsChat, setShowsChat] = useState(isPublished)
  // The chat stays when the post is removed, because the user may be typing in it.
  if (isPublished && !showsChat) setShowsChat(true)

  if (!post) {
    if (isGone) {
      return (
        <Suspense fallback={<PostSkeleton />}>
          <PostMissing />
        </Suspense>
      )
    }
    if (!error) return <PostSkeleton />
    return (
      <FetchFailed
        level={1}
        title="We couldn’t open this post"
        message={errorMessage(error, WENT_WRONG)}
        onRetry={() => refetch()}
      />
    )
  }
  function leaveEditing() {
    setEditing(false)
    setWasEdited(true)
  }
  return (
    <>
      {isGone && <PostGone />}
      {/* The browser calls itself online while its wifi leads nowhere. */}
      {isUnreachable(error) && navigator.onLine && <NoNetwork since={new Date(dataUpdatedAt)} />}
      <div className="post-columns">
        <article>
          {isEditing ? (
            <Suspense fallback={<p role="status">Loading...</p>}>
              <PostEdit post={post} isGone={isGone} onDone={leaveEditing} />
            </Suspense>
          ) : (
            <PostArticle
              post={post}
              user={user}
              takesFocus={wasEdited}
              isGone={isGone}
              onEdit={() => setEditing(true)}
            />
          )}
          <Comments
            post={post}
            user={user}
            isPostGone={isGone}
            closedReason={closedReason(post.status, isGone)}
          />
        </article>
        {showsChat && <PostChat post={post} isOwn={post.author_ID === user.id} isGone={isGone} />}
      </div>
    </>
  )
}

/** A link to the position in the feed from which the post was opened, or to the top of the feed. */
function BackToFeed() {
  const navigate = useNavigate()
  const { state } = useLocation()
  return (
    <Link
      className="button quiet compact back"
      to="/services"
      onClick={(event) => {
        const { button, altKey, ctrlKey, metaKey, shiftKey } = event
        const opensElsewhere = button !== 0 || altKey || ctrlKey || metaKey || shiftKey
        if (opensElsewhere || state?.from !== 'feed') return
        event.preventDefault()
        navigate(-1)
      }}
    >
      <ArrowLeft className="icon" aria-hidden="true" />
      Back to the feed
    </Link>
  )
}

/** The post was deleted or removed while it was on screen; text being typed stays. */
const PostGone = () => (
  <Note kind="error">
    <b>This post has been deleted or taken down.</b> You can still read it here until you leave, and
    copy what you were writing. <Link to="/services">Go to the feed</Link>
  </Note>
)

const PostSkeleton = () => (
  <div className="post-columns post-skeleton" role="status">
    <div className="stack">
      <h1>Post</h1>
      <span className="visually-hidden">Loading...</span>
      <span className="skeleton" />
      <span className="skeleton" />
      <span className="skeleton" />
      <span className="skeleton" />
    </div>
    <span className="skeleton chat-pane" />
  </div>
)
