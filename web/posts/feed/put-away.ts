import type { Post } from '#contract/posts.ts'

const key = 'bweni.putAway'
/** Older ones are forgotten. */
const most = 50

const markOf = ({ id, revision }: Post) => `${id}.${revision}`

function read(): string[] {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept : []
  } catch {
    return []
  }
}

/** Whether somebody has read why staff refused it and needs no notice of it any more. */
export const isPutAway = (post: Post): boolean => read().includes(markOf(post))

/** A browser that keeps nothing shows it again on the next visit. */
export function putAway(post: Post) {
  try {
    localStorage.setItem(key, JSON.stringify([...read(), markOf(post)].slice(-most)))
  } catch {}
}
