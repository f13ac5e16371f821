import type { PostForm } from '#contract/posts.ts'
import { newUuid } from '../../new-uuid.ts'
import { typedKey } from '../../session.ts'

/** What is typed survives a reload of this tab, until it is sent or its writer signs out. */
const keyOf = (user_id: number) => `${typedKey}post.${user_id}`

interface Draft extends PostForm {
  /** Whether there was a picture, which does not survive. */
  pictured: boolean
  /** Goes along with every try, so that one whose reply was lost is not doubled. */
  submission_id: string
}

export const blankDraft = (): Draft => ({
  title: '',
  description: '',
  pictured: false,
  submission_id: newUuid(),
})

export function readDraft(user_id: number): Draft | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(user_id)) ?? 'null')
    if (typeof kept?.title !== 'string' || typeof kept.description !== 'string') return null
    return { ...blankDraft(), ...kept }
  } catch {
    return null
  }
}

/** Nothing but blanks is not worth keeping. A browser may refuse to keep anything at all. */
export function keepDraft(user_id: number, draft: Draft) {
  try {
    if (draft.title.trim() || draft.description.trim()) {
      sessionStorage.setItem(keyOf(user_id), JSON.stringify(draft))
    } else sessionStorage.removeItem(keyOf(user_id))
  } catch {}
}
