import { expect, test } from 'vitest'
import type { Comment } from '#contract/posts.ts'
import { addEarlierComments, hasEarlier, withComment, withoutComment } from './post-cache.ts'

const comment = (id: number, more: Partial<Comment> = {}): Comment => ({
  id,
  post: 1,
  content: `Number ${id}`,
  author: 'brian@bweni.invalid',
  author_id: 2,
  author_name: 'Brian Kamau',
  author_image: null,
  author_is_staff: false,
  created_at: '2026-11-20T08:00:00.000Z',
  edited_at: null,
  ...more,
})
const known = (comment_count: number, ...ids: number[]) => ({
  comments: ids.map((id) => comment(id)),
  comment_count,
})
const ids = ({ comments }: { comments: Comment[] }) => comments.map(({ id }) => id)

test('a new comment is added at the end and counted once', () => {
  const once = withComment(known(2, 3, 5), comment(7))
  const twice = withComment(once, comment(7))
  expect([ids(twice), twice.comment_count]).toEqual([[3, 5, 7], 3])
  expect(withComment(known(0), comment(1))).toEqual(known(1, 1))
})

test('comments that arrive in the wrong order are sorted', () => {
  const both = withComment(withComment(known(1, 3), comment(9)), comment(8))
  expect([ids(both), both.comment_count]).toEqual([[3, 8, 9], 3])
})

test('an edit replaces the comment, and an older version does not undo it', () => {
  const edited = comment(5, { content: 'Better', edited_at: '2026-11-20T09:00:00.000Z' })
  const changed = withComment(known(2, 3, 5), edited)
  expect([changed.comments[1]?.content, changed.comment_count]).toEqual(['Better', 2])
  expect(withComment(changed, comment(5))).toBe(changed)
})

test('an edit of a comment that is not loaded adds nothing', () => {
  const shown = known(40, 30, 31)
  expect(withComment(shown, comment(4, { edited_at: '2026-11-20T09:00:00.000Z' }))).toBe(shown)
})

test('a deleted comment is subtracted once', () => {
  const left = withoutComment(known(9, 3, 5), 5)
  expect(left).toEqual(known(8, 3))
  expect(withoutComment(left, 5)).toBe(left)
})

test('an earlier page is added above, oldest first; the last one settles the count', () => {
  const back = addEarlierComments(known(6, 5, 6), [comment(4), comment(3)], false)
  expect([ids(back), hasEarlier(back)]).toEqual([[3, 4, 5, 6], true])
  const all = addEarlierComments(back, [comment(3), comment(2)], true)
  expect([ids(all), all.comment_count, hasEarlier(all)]).toEqual([[2, 3, 4, 5, 6], 5, false])
})
