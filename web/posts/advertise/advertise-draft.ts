import { newUuid } from '../../new-uuid.ts'
import { keepTyped, readTyped } from '../../ui/draft.ts'
import { type PostDraft, writtenIn } from '../form/post-draft.ts'

interface Draft extends PostDraft {
  /** Goes along with every try, so that one whose reply was lost is not doubled. */
  submission_id: string
}

const keyOf = (user_id: number) => `post.${user_id}`

export const blankDraft = (): Draft => ({
  title: '',
  description: '',
  pictured: false,
  submission_id: newUuid(),
})

export function readDraft(user_id: number): Draft | null {
  const kept = readTyped(keyOf(user_id))
  const written = writtenIn(kept)
  if (!kept || !written) return null
  const { submission_id } = kept
  return {
    ...blankDraft(),
    ...written,
    ...(typeof submission_id === 'string' && { submission_id }),
  }
}

/** Nothing but blanks is not worth keeping. */
export function keepDraft(user_id: number, draft: Draft) {
  const some = draft.title.trim() || draft.description.trim()
  keepTyped(keyOf(user_id), some ? draft : null)
}
