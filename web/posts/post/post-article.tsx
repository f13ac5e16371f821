import { MessageCircle, Pencil } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { User } from '#contract/auth.ts'
import type { Post } from '#contract/posts.ts'
import { dayOf, formatDay } from '#rules/calendar.ts'
import { displayName } from '#rules/visible.ts'
import { StaffTag } from '../staff-tag.tsx'
import { showChat } from './post-chat.tsx'
import { PostDelete } from './post-delete.tsx'
import { PostFigure } from './post-figure.tsx'
import { OthersPostActs } from './post-others.tsx'
import { PostState } from './post-state.tsx'

interface Props {
  post: Post
  user: User
  /** Its form has just been left: one goes on at its title. */
  arrived: boolean
  /** It can only be read any more. */
  gone: boolean
  onEdit: () => void
}

export function PostArticle({ post, user, arrived, gone, onEdit }: Props) {
  const { title, description, author, author_last_name, created_at } = post
  const mine = post.author_ID === user.id
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (arrived) heading.current?.focus()
  }, [arrived])
  return (
    <>
      <h1 ref={heading} tabIndex={-1} dir="auto">
        {title}
      </h1>
      <p className="space-above-small muted post-by">
        By <b dir="auto">{displayName(`${author} ${author_last_name}`)}</b>{' '}
        <StaffTag staff={post.author_is_staff} /> on{' '}
        <time className="nowrap tabular" dateTime={created_at}>
          {formatDay(dayOf(new Date(created_at)))}
        </time>
      </p>
      <div className={mine ? 'row wrap post-acts' : 'row wrap post-acts only-narrow'}>
        {post.status === 'approved' && !gone && (
          <button type="button" className="button secondary only-narrow" onClick={showChat}>
            <MessageCircle className="icon" aria-hidden="true" />
            <span dir="auto">
              {mine ? 'Chats about this post' : `Chat with ${displayName(author)}`}
            </span>
          </button>
        )}
        {mine && !gone && (
          <>
            <button type="button" className="button secondary" onClick={onEdit}>
              <Pencil className="icon" aria-hidden="true" />
              Edit
            </button>
            <PostDelete post={post} />
          </>
        )}
      </div>
      <PostState post={post} mine={mine} />
      <PostFigure post={post} />
      <p className="space-above post-text" dir="auto">
        {description}
      </p>
      {!mine && !gone && <OthersPostActs post={post} staff={user.is_staff} />}
    </>
  )
}
