import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { User } from '#contract/auth.ts'
import type { Comment, PostWithComments } from '#contract/posts.ts'
import { changeInLists, changePost } from '../post-cache.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentItem, commentPlace } from './comment-item.tsx'
import { withoutComment } from './comment-list.ts'
import { CommentSending } from './comment-sending.tsx'
import { ArrivingComments } from './comments-arriving.tsx'
import { EarlierComments } from './comments-earlier.tsx'

interface Props {
  post: PostWithComments
  user: User
  /** The post is: what is said about it can only be read any more. */
  gone: boolean
  /** Why nothing can be written; null while it can. */
  closed: string | null
}

const heading = 'comments'
const focusOn = (id: number) => document.getElementById(commentPlace(id))?.focus()

export function Comments({ post, user, gone, closed }: Props) {
  const { id: post_id, comments, comment_count } = post
  const cache = useQueryClient()
  const [sending, setSending] = useState<{ content: string; after: number } | null>(null)
  const [editing, setEditing] = useState<Comment | null>(null)
  const list = useRef<HTMLOListElement>(null)

  useEffect(() => {
    changeInLists(cache, post_id, (post) => ({ ...post, comment_count }))
  }, [cache, post_id, comment_count])

  const lost = editing && !comments.some(({ id }) => id === editing.id)
  const shown = lost ? [...comments, editing].sort((one, other) => one.id - other.id) : comments
  const arrived =
    sending &&
    comments.some(
      ({ id, author_id, content }) =>
        id > sending.after && author_id === user.id && content === sending.content,
    )

  /** Where one goes on once a form or a question has made way; until then it takes no focus. */
  const [next, setNext] = useState<{ id: string } | null>(null)
  const reached = useRef<typeof next>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: these make it go away
  useEffect(() => {
    if (next === null || reached.current === next) return
    const place = document.getElementById(next.id)
    place?.focus()
    if (document.activeElement === place) reached.current = next
  }, [next, comments, editing])

  return (
    <section className="comments" aria-labelledby={heading}>
      <h2 id={heading} tabIndex={-1}>
        Comments <span className="muted tabular">{comment_count}</span>
      </h2>
      <CommentForm
        post={post}
        user={user}
        closed={closed}
        onSending={(content) =>
          setSending(content === null ? null : { content, after: comments.at(-1)?.id ?? 0 })
        }
        onShow={focusOn}
      />
      <EarlierComments post={post} list={list} />
      {shown.length === 0 && !sending && !closed && (
        <p className="muted mt-4">No comments yet. Be the first to say something.</p>
      )}
      <ol ref={list} className="comment-list">
        {shown.map((comment) => (
          <CommentItem
            key={comment.id}
            comment={comment}
            mine={comment.author_id === user.id}
            staff={user.is_staff}
            editing={editing?.id === comment.id}
            gone={gone || (lost === true && editing.id === comment.id)}
            onEdit={(begin) => {
              setEditing(begin ? comment : null)
              if (!begin) setNext({ id: lost ? heading : commentPlace(comment.id) })
            }}
            onGone={(id) => {
              setNext({ id: heading })
              changePost(cache, post_id, (held) => withoutComment(held, id))
            }}
          />
        ))}
        {sending && !arrived && <CommentSending user={user} content={sending.content} />}
      </ol>
      <ArrivingComments comments={comments} user={user.id} />
    </section>
  )
}
