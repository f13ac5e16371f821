import type { Post, PostForm } from '#contract/posts.ts'
import { newUuid } from '../../new-uuid.ts'
import { draftStore } from '../../ui/draft.ts'

export interface PostDraft extends PostForm {
  /** Whether an image was chosen; it does not survive a reload and has to be chosen again. */
  pictured: boolean
}

function parseDraft(stored: Record<string, unknown>): PostDraft | null {
  const { title, description, pictured } = stored
  if (typeof title !== 'string' || typeof description !== 'string') return null
  return { title, description, pictured: pictured === true }
}

export interface NewPostDraft extends PostDraft {
  /** An id that is the same for every attempt, so that a retry after a lost reply creates no second post. */
  submission_id: string
}

export const emptyDraft = (): NewPostDraft => ({
  title: '',
  description: '',
  pictured: false,
  submission_id: newUuid(),
})

const newPostStore = (user_id: number) =>
  draftStore<NewPostDraft>(`post.${user_id}`, (stored) => {
    const draft = parseDraft(stored)
    const { submission_id } = stored
    return (
      draft && {
        ...emptyDraft(),
        ...draft,
        ...(typeof submission_id === 'string' && { submission_id }),
      }
    )
  })

export const readNewPostDraft = (user_id: number) => newPostStore(user_id).read()

/** Saves the draft of a new post, or deletes it when it has no text. */
export const saveNewPostDraft = (user_id: number, draft: NewPostDraft) =>
  newPostStore(user_id).save(draft.title.trim() || draft.description.trim() ? draft : null)

const editStore = (user_id: number, post_id: number | string) =>
  draftStore(`edit.${user_id}.${post_id}`, parseDraft)

/** The draft of an edit, in this tab. */
export const readEditDraft = (user_id: number, post_id: number | string) =>
  editStore(user_id, post_id).read()

/** Saves the draft of an edit, or deletes it when it equals the post. */
export function saveEditDraft({ id, author_ID, title, description }: Post, draft: PostDraft) {
  const changed = draft.pictured || draft.title !== title || draft.description !== description
  editStore(author_ID, id).save(changed ? draft : null)
}

export const deleteEditDraft = ({ id, author_ID }: Post) => editStore(author_ID, id).save(null)
