import type { Post } from '#contract/posts.ts'

export interface FeedPage {
  rows: Post[]
  /** Asks for the page after it; null at the end. */
  before: string | null
}

/** Of the newest rows those that stand above everything that is on screen. */
export function newerThan(shown: Post[], newest: Post[]): Post[] {
  const known = new Set(shown.map(({ id }) => id))
  const first = newest.findIndex(({ id }) => known.has(id))
  return first < 0 ? newest : newest.slice(0, first)
}

/** The same rows, each as it was read last, without those that are not up any more. */
export function freshened(shown: Post[], newest: FeedPage): Post[] {
  const fresh = new Map(newest.rows.map((post) => [post.id, post]))
  const covered =
    newest.before === null ? shown.length : shown.findLastIndex(({ id }) => fresh.has(id))
  return shown.flatMap((post, at) => fresh.get(post.id) ?? (at < covered ? [] : post))
}
