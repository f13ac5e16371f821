import { useEffect, useRef, useState } from 'react'
import type { Comment } from '#contract/posts.ts'
import { commenter } from './comment-head.tsx'

/** Tells those who do not see it that somebody else has written; nothing moves. */
export function ArrivingComments({ comments, user }: { comments: Comment[]; user: number }) {
  const newest = comments.at(-1)?.id ?? 0
  const heard = useRef(newest)
  const [words, setWords] = useState('')
  useEffect(() => {
    const since = heard.current
    heard.current = Math.max(since, newest)
    const others = comments.filter(({ id, author_id }) => id > since && author_id !== user)
    const [first] = others
    if (!first) return
    setWords(
      others.length === 1
        ? `New comment by ${commenter(first.author)}.`
        : `${others.length} new comments.`,
    )
  }, [newest, comments, user])
  return (
    <p className="visually-hidden" role="status">
      {words}
    </p>
  )
}
