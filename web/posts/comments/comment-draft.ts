import { useState } from 'react'
import { newUuid } from '../../new-uuid.ts'
import { typedKey } from '../../session.ts'

interface Draft {
  content: string
  /** Goes along with every try, so that one whose reply was lost is not doubled. */
  submission_id: string
}

const fresh = (): Draft => ({ content: '', submission_id: newUuid() })

/** What was left unsent in this tab. A browser may refuse to keep anything. */
function read(key: string): Draft | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    const whole = typeof kept?.content === 'string' && typeof kept.submission_id === 'string'
    return whole ? kept : null
  } catch {
    return null
  }
}

function keep(key: string, draft: Draft) {
  try {
    if (draft.content === '') sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // It is still on the screen.
  }
}

/** A comment from its first letter until it has been sent; it survives a reload, not signing out. */
export function useCommentDraft(user: number, post: number) {
  const key = `${typedKey}comment.${user}.${post}`
  const [draft, setDraft] = useState(() => read(key) ?? fresh())
  function become(next: Draft) {
    keep(key, next)
    setDraft(next)
  }
  return {
    ...draft,
    write: (content: string) => become(content === '' ? fresh() : { ...draft, content }),
    forget: () => become(fresh()),
  }
}
