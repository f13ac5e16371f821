import { useState } from 'react'
import { newUuid } from '../../new-uuid.ts'
import { keepTyped, readTyped } from '../../ui/draft.ts'

interface Draft {
  content: string
  /** Goes along with every try, so that one whose reply was lost is not doubled. */
  submission_id: string
}

const fresh = (): Draft => ({ content: '', submission_id: newUuid() })

function read(key: string): Draft | null {
  const { content, submission_id } = readTyped(key) ?? {}
  if (typeof content !== 'string' || typeof submission_id !== 'string') return null
  return { content, submission_id }
}

/** A comment from its first letter until it has been sent; it survives a reload, not signing out. */
export function useCommentDraft(user: number, post: number) {
  const key = `comment.${user}.${post}`
  const [draft, setDraft] = useState(() => read(key) ?? fresh())
  function become(next: Draft) {
    keepTyped(key, next.content === '' ? null : next)
    setDraft(next)
  }
  return {
    ...draft,
    write: (content: string) => become(content === '' ? fresh() : { ...draft, content }),
    forget: () => become(fresh()),
  }
}
