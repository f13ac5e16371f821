import { expect, test } from 'vitest'
import type { Post } from '#contract/posts.ts'
import { mergeLatest, newerThan } from './use-feed.ts'

const post = (id: number, more: Partial<Post> = {}): Post => ({
  id,
  title: `Post ${id}`,
  description: 'Read me.',
  image_url: null,
  image_sizes: [],
  author: 'Brian',
  author_ID: 2,
  author_last_name: 'Kamau',
  author_image: null,
  author_is_staff: false,
  created_at: '2026-11-20T08:00:00.000Z',
  published_at: null,
  status: 'approved',
  reason: null,
  comment_count: 0,
  revision: 1,
  ...more,
})
const posts = (...ids: number[]) => ids.map((id) => post(id))
const ids = (rows: Post[]) => rows.map(({ id }) => id)

// The feed is ordered by time of approval, so a new post may have any id.
test('only posts above everything on screen are new', () => {
  expect(ids(newerThan(posts(7, 5), posts(3, 9, 7, 5)))).toEqual([3, 9])
  expect(newerThan(posts(7, 5), posts(7, 5, 4))).toEqual([])
  expect(newerThan(posts(7, 5), [])).toEqual([])
})

test('when the first post on screen is deleted, no old post counts as new', () => {
  expect(newerThan(posts(7, 5, 4), posts(5, 4))).toEqual([])
  expect(ids(newerThan(posts(7, 5, 4), posts(9, 5, 4)))).toEqual([9])
})

test('without a common post all posts are new', () => {
  expect(ids(newerThan(posts(2, 1), posts(9, 8)))).toEqual([9, 8])
  expect(ids(newerThan([], posts(9, 8)))).toEqual([9, 8])
})

test('posts on screen are updated, and new ones are not added', () => {
  const latest = { rows: [post(9), post(7, { title: 'Better', comment_count: 3 })], before: '7' }
  const shown = mergeLatest(posts(7, 5), latest)
  expect(ids(shown)).toEqual([7, 5])
  expect(shown[0]).toMatchObject({ title: 'Better', comment_count: 3 })
})

test('unpublished posts are removed, within the range of the latest page', () => {
  expect(ids(mergeLatest(posts(7, 6, 5, 4, 3), { rows: posts(7, 5), before: '5' }))).toEqual([
    7, 5, 4, 3,
  ])
})

test('a latest page that is the whole feed covers all posts', () => {
  expect(ids(mergeLatest(posts(7, 6, 5), { rows: posts(6), before: null }))).toEqual([6])
  expect(mergeLatest(posts(7, 6), { rows: [], before: null })).toEqual([])
})

test('a latest page without any post on screen removes none', () => {
  expect(ids(mergeLatest(posts(3, 2), { rows: posts(9, 8), before: '8' }))).toEqual([3, 2])
})
