import type { Comment, PostWithComments } from '#contract/posts.ts'

/** What is known of a post's comments: the newest ones without a gap, and how many there are in all. */
type Known = Pick<PostWithComments, 'comments' | 'comment_count'>

const isStale = (one: Comment, than: Comment) => (one.edited_at ?? '') < (than.edited_at ?? '')

export const hasEarlier = ({ comments, comment_count }: Known): boolean =>
  comment_count > comments.length

/** With a comment that is new or has changed; one that is older than those shown is left out. */
export function withComment<K extends Known>(known: K, comment: Comment): K {
  const { comments, comment_count } = known
  const held = comments.find(({ id }) => id === comment.id)
  if (held) {
    if (isStale(comment, held)) return known
    return { ...known, comments: comments.map((one) => (one === held ? comment : one)) }
  }
  const [oldest] = comments
  if (oldest && comment.id < oldest.id && hasEarlier(known)) return known
  return {
    ...known,
    comments: [...comments, comment].sort((one, other) => one.id - other.id),
    comment_count: comment_count + 1,
  }
}

/** Without a comment that is gone; the same value when it was not known. */
export function withoutComment<K extends Known>(known: K, id: number): K {
  const comments = known.comments.filter((comment) => comment.id !== id)
  if (comments.length === known.comments.length) return known
  return { ...known, comments, comment_count: known.comment_count - 1 }
}

/** With the page before the oldest one, newest of it first. `end`: there is nothing before it. */
export function withEarlier<K extends Known>(known: K, page: Comment[], end: boolean): K {
  const [oldest] = known.comments
  const earlier = page.toReversed().filter(({ id }) => !oldest || id < oldest.id)
  const comments = [...earlier, ...known.comments]
  return { ...known, comments, comment_count: end ? comments.length : known.comment_count }
}
