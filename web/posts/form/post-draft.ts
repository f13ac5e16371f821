import type { PostForm } from '#contract/posts.ts'

export interface PostDraft extends PostForm {
  /** Whether there was a picture, which does not survive a reload. */
  pictured: boolean
}

/** What is worth going on with of something that was kept. */
export function writtenIn(kept: Record<string, unknown> | null): PostDraft | null {
  const { title, description, pictured } = kept ?? {}
  if (typeof title !== 'string' || typeof description !== 'string') return null
  return { title, description, pictured: pictured === true }
}
