import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canSeePost, picture_widths, picturesOf, postStatuses } from './post.ts'

test('what is not up is seen by its author and by staff', () => {
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

test('a picture is kept from small to large, in its own shape, and never made larger', () => {
  const side = fc.integer({ min: 1, max: 3200 })
  fc.assert(
    fc.property(side, side, (width, height) => {
      const sizes = picturesOf({ width, height })
      const widths = sizes.map((size) => size.width)
      expect(widths).toEqual([...new Set(widths)].sort((a, b) => a - b))
      expect(widths.at(-1)).toBe(Math.min(width, picture_widths[2]))
      for (const size of sizes) {
        expect(picture_widths).toContain(size.kept_for)
        expect(size.width).toBeLessThanOrEqual(size.kept_for)
        // A row of pixels is the least there can be.
        expect(Math.abs(size.height - (size.width * height) / width)).toBeLessThanOrEqual(1)
      }
    }),
  )
})

test('a large one in all three', () => {
  expect(picturesOf({ width: 1600, height: 1200 })).toEqual([
    { kept_for: 480, width: 480, height: 360 },
    { kept_for: 800, width: 800, height: 600 },
    { kept_for: 1600, width: 1600, height: 1200 },
  ])
})
