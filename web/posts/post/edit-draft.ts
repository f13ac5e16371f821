import type { Post } from '#contract/posts.ts'
import { keepTyped, readTyped } from '../../ui/draft.ts'
import { type PostDraft, writtenIn } from '../form/post-draft.ts'

const keyOf = (user_id: number, post_id: number | string) => `edit.${user_id}.${post_id}`

/** An edit that was begun in this tab and not saved. */
export const readEdit = (user_id: number, post_id: number | string) =>
  writtenIn(readTyped(keyOf(user_id, post_id)))

export function keepEdit({ id, author_ID, title, description }: Post, draft: PostDraft) {
  const changed = draft.pictured || draft.title !== title || draft.description !== description
  keepTyped(keyOf(author_ID, id), changed ? draft : null)
}

export const forgetEdit = ({ id, author_ID }: Post) => keepTyped(keyOf(author_ID, id), null)
