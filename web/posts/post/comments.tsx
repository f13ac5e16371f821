import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import type { User } from '#contract/auth.ts'
import type { Comment, PostWithComments } from '#contract/posts.ts'
import { publicName } from '#rules/public-name.ts'
import { displayName } from '#rules/visible.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { BusyIndicator } from '../../ui/button.tsx'
import { lazyWithRetry } from '../../ui/lazy.tsx'
import { CommentForm } from './comment-form.tsx'
import { CommentHead, CommentItem, commentElementId } from './comment-item.tsx'
import { hasEarlier, updateCachedPost, updateInLists, withoutComment } from './post-cache.ts'

/** Loaded on demand: most posts come with all their comments. */
const EarlierComments = lazyWithRetry(
  async () => (await import('./earlier-comments.tsx')).EarlierComments,
)

interface Props {
  post: PostWithComments
  user: User
  /** The post was deleted or removed while it was on screen: comments are read-only. */
  isPostGone: boolean
  /** Why commenting is closed; null while it is open. */
  closedReason: string | null
}

const HEADING_ID = 'comments'
const byId = (one: Comment, other: Comment) => one.id - other.id

export function Comments({ post, user, isPostGone, closedReason }: Props) {
  const { id: post_id, comments, comment_count } = post
  const client = useQueryClient()
  const [sending, setSending] = useState<{ content: string; after: number } | null>(null)
  const [editing, setEditing] = useState<Comment | null>(null)
  const list = useRef<HTMLOListElement>(null)
  const [showsEarlier, setShowsEarlier] = useState(hasEarlier(post))
  // The part stays when all comments are loaded, to say so.
  if (hasEarlier(post) && !showsEarlier) setShowsEarlier(true)

  useEffect(() => {
    updateInLists(client, post_id, (post) => ({ ...post, comment_count }))
  }, [client, post_id, comment_count])

  // A comment that is removed while it is being edited stays until its form is closed.
  const isEditedGone = editing !== null && !comments.some(({ id }) => id === editing.id)
  const shown = isEditedGone ? [...comments, editing].sort(byId) : comments
  // The socket may deliver the comment before the reply to its request.
  const hasArrived =
    sending &&
    comments.some(
      ({ id, author_id, content }) =>
        id > sending.after && author_id === user.id && content === sending.content,
    )

  /** The element that takes the focus once a form or dialog is closed; until then it is not on screen. */
  const [focusTarget, setFocusTarget] = useState<{ id: string } | null>(null)
  const focused = useRef<typeof focusTarget>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: retried whenever one of these changes
  useEffect(() => {
    if (focusTarget === null || focused.current === focusTarget) return
    const element = document.getElementById(focusTarget.id)
    element?.focus()
    if (document.activeElement === element) focused.current = focusTarget
  }, [focusTarget, comments, editing])

  return (
    <section className="comments" aria-labelledby={HEADING_ID}>
      <h2 id={HEADING_ID} tabIndex={-1}>
        Comments <span className="muted tabular">{comment_count}</span>
      </h2>
      <CommentForm
        post={post}
        user={user}
        closedReason={closedReason}
        comments={comments}
        onSending={(content) =>
          setSending(content === null ? null : { content, after: comments.at(-1)?.id ?? 0 })
        }
        onShow={(id) => document.getElementById(commentElementId(id))?.focus()}
      />
      {showsEarlier && (
        <Suspense fallback={<span className="skeleton" />}>
          <EarlierComments post={post} list={list} />
        </Suspense>
      )}
      {shown.length === 0 && !sending && !closedReason && (
        <p className="muted no-comments">No comments yet. Be the first to say something.</p>
      )}
      <ol ref={list} className="comment-list">
        {shown.map((comment) => (
          <CommentItem
            key={comment.id}
            comment={comment}
            isOwn={comment.author_id === user.id}
            viewerIsStaff={user.is_staff}
            isEditing={editing?.id === comment.id}
            isGone={isPostGone || (isEditedGone && editing.id === comment.id)}
            onEdit={(isEditing) => {
              setEditing(isEditing ? comment : null)
              if (!isEditing) {
                setFocusTarget({ id: isEditedGone ? HEADING_ID : commentElementId(comment.id) })
              }
            }}
            onRemoved={(id) => {
              setFocusTarget({ id: HEADING_ID })
              updateCachedPost(client, post_id, (cached) => withoutComment(cached, id))
            }}
          />
        ))}
        {sending && !hasArrived && <SendingComment user={user} content={sending.content} />}
      </ol>
      <NewCommentAnnouncement comments={comments} user_id={user.id} />
    </section>
  )
}

/** The user's own new comment, shown at once and marked until the server has stored it. */
const SendingComment = ({ user, content }: { user: User; content: string }) => (
  <li className="comment sending">
    <Avatar
      id={user.id}
      first_name={user.first_name}
      last_name={user.last_name}
      image={user.profile_image}
    />
    <div className="comment-body">
      <CommentHead
        author={publicName(user)}
        fullName={`${user.first_name} ${user.last_name}`}
        isStaff={user.is_staff}
      >
        being sent <BusyIndicator />
      </CommentHead>
      <p className="post-text" dir="auto">
        {content}
      </p>
    </div>
  </li>
)

/** Announces other users' comments to screen readers. Focus and scroll position stay. */
function NewCommentAnnouncement({ comments, user_id }: { comments: Comment[]; user_id: number }) {
  const newest = comments.at(-1)?.id ?? 0
  const announced = useRef(newest)
  const [text, setText] = useState('')
  useEffect(() => {
    const since = announced.current
    announced.current = Math.max(since, newest)
    const others = comments.filter(({ id, author_id }) => id > since && author_id !== user_id)
    const [first] = others
    if (!first) return
    setText(
      others.length === 1
        ? `New comment by ${displayName(first.author_name)}.`
        : `${others.length} new comments.`,
    )
  }, [newest, comments, user_id])
  return (
    <p className="visually-hidden" role="status">
      {text}
    </p>
  )
}
