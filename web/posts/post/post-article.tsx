import { MessageCircle, Pencil, Trash2 } from 'lucide-react'
import { type CSSProperties, Suspense, useEffect, useRef, useState } from 'react'
import type { User } from '#contract/auth.ts'
import type { Post } from '#contract/posts.ts'
import { dayOf, formatDay } from '#rules/calendar.ts'
import { displayName } from '#rules/visible.ts'
import { lazyWithRetry } from '../../ui/lazy.tsx'
import { StaffTag } from '../author-line.tsx'
import { PostImage } from '../post-image.tsx'
import { showChat } from './post-chat.tsx'
import { ReportButton } from './report-button.tsx'

/** Loaded when it is opened. */
const DeletePostDialog = lazyWithRetry(
  async () => (await import('./delete-dialogs.tsx')).DeletePostDialog,
)

/** Loaded for posts that are not published. */
const PostStatusNote = lazyWithRetry(
  async () => (await import('./post-status-note.tsx')).PostStatusNote,
)

/** Loaded for staff only. */
const TakeDownButton = lazyWithRetry(
  async () => (await import('../../moderation/staff-actions.tsx')).TakeDownButton,
)

interface Props {
  post: Post
  user: User
  /** Called after the form was closed. */
  takesFocus: boolean
  /** The post was deleted or removed while it was on screen: it is read-only. */
  isGone: boolean
  onEdit: () => void
}

export function PostArticle({ post, user, takesFocus, isGone, onEdit }: Props) {
  const { id, title, description, author, author_last_name, created_at, status } = post
  const isOwn = post.author_ID === user.id
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <>
      <h1 ref={heading} tabIndex={-1} dir="auto">
        {title}
      </h1>
      <p className="space-above-small muted post-author">
        By <b dir="auto">{displayName(`${author} ${author_last_name}`)}</b>{' '}
        <StaffTag staff={post.author_is_staff} /> on{' '}
        <time className="nowrap tabular" dateTime={created_at}>
          {formatDay(dayOf(new Date(created_at)))}
        </time>
      </p>
      {status === 'approved' && !isGone && (
        <div className="row wrap post-actions only-narrow">
          <button type="button" className="button secondary" onClick={showChat}>
            <MessageCircle className="icon" aria-hidden="true" />
            <span dir="auto">
              {isOwn ? 'Chats about this post' : `Talk to ${displayName(author)}`}
            </span>
          </button>
        </div>
      )}
      {status !== 'approved' && (
        <Suspense>
          <PostStatusNote post={post} isOwn={isOwn} />
        </Suspense>
      )}
      <PostFigure post={post} />
      <p className="space-above post-text" dir="auto">
        {description}
      </p>
      {isOwn && !isGone && (
        <div className="row wrap post-actions">
          <button type="button" className="button secondary" onClick={onEdit}>
            <Pencil className="icon" aria-hidden="true" />
            Edit
          </button>
          <DeletePostButton post={post} />
        </div>
      )}
      {!isOwn && !isGone && (
        <div className="others-post-actions">
          <ReportButton subject="post" id={id} author={displayName(author)} />
          {user.is_staff && status === 'approved' && (
            <Suspense>
              <TakeDownButton post={post} />
            </Suspense>
          )}
        </div>
      )}
    </>
  )
}

function DeletePostButton({ post }: { post: Post }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <button type="button" className="button quiet danger-text" onClick={() => setAsking(true)}>
        <Trash2 className="icon" aria-hidden="true" />
        Delete
      </button>
      {isAsking && (
        <Suspense fallback={<span role="status">Loading...</span>}>
          <DeletePostDialog post={post} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}

/** As wide as the column, at most 500 px high and never larger than the image is. */
const FIGURE_SIZES =
  '(min-width: 1264px) 736px, (min-width: 980px) calc(100vw - 496px), calc(100vw - 48px)'

/** The post's image in a window frame, with its space reserved while it loads. */
function PostFigure({ post }: { post: Post }) {
  const largest = post.image_sizes.at(-1)
  if (!largest) return null
  const dimensions = { '--width': largest.width, '--ratio': largest.width / largest.height }
  return (
    <div className="post-figure space-above" style={dimensions as CSSProperties}>
      <PostImage post={post} sizes={FIGURE_SIZES} first />
    </div>
  )
}
