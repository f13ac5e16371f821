import { MessageCircle, Pencil } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { User } from '#contract/auth.ts'
import type { Post } from '#contract/posts.ts'
import { dayOf, shortDay } from '#rules/calendar.ts'
import { shownName } from '#rules/visible.ts'
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
      <p className="mt-s muted post-by">
        By <b dir="auto">{shownName(`${author} ${author_last_name}`)}</b>{' '}
        <StaffTag staff={post.author_is_staff} /> on{' '}
        <time className="nw num" dateTime={created_at}>
          {shortDay(dayOf(new Date(created_at)))}
        </time>
      </p>
      <div className={mine ? 'row wrap post-acts' : 'row wrap post-acts only-narrow'}>
        {post.status === 'approved' && !gone && (
          <button type="button" className="btn sec only-narrow" onClick={showChat}>
            <MessageCircle className="ic" aria-hidden="true" />
            <span dir="auto">
              {mine ? 'Chats about this post' : `Chat with ${shownName(author)}`}
            </span>
          </button>
        )}
        {mine && !gone && (
          <>
            <button type="button" className="btn sec" onClick={onEdit}>
              <Pencil className="ic" aria-hidden="true" />
              Edit
            </button>
            <PostDelete post={post} />
          </>
        )}
      </div>
      <PostState post={post} mine={mine} />
      <PostFigure post={post} />
      <p className="mt post-text" dir="auto">
        {description}
      </p>
      {!mine && !gone && <OthersPostActs post={post} staff={user.is_staff} />}
    </>
  )
}
