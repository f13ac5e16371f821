import { expect, test } from 'vitest'
import { canSeePost, postStatuses } from './post.ts'

test('an unpublished post is visible to its author and to staff', () => {
  const viewers = [
    { id: 1, is_staff: false },
    { id: 2, is_staff: false },
    { id: 3, is_staff: true },
  ]
  const seen = postStatuses.map((status) =>
    viewers.map((viewer) => canSeePost(viewer, { author_id: 1, status })),
  )
  expect(Object.fromEntries(postStatuses.map((status, at) => [status, seen[at]]))).toEqual({
    pending: [true, false, true],
    approved: [true, true, true],
    rejected: [true, false, true],
  })
})
