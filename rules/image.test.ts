import fc from 'fast-check'
import { expect, test } from 'vitest'
import { IMAGE_WIDTHS, scaledSizes } from './image.ts'

test('an image is stored from small to large, in its aspect ratio, and never enlarged', () => {
  const side = fc.integer({ min: 1, max: 3200 })
  fc.assert(
    fc.property(side, side, (width, height) => {
      const sizes = scaledSizes({ width, height })
      const widths = sizes.map((size) => size.width)
      expect(widths).toEqual([...new Set(widths)].sort((a, b) => a - b))
      expect(widths.at(-1)).toBe(Math.min(width, IMAGE_WIDTHS[2]))
      for (const size of sizes) {
        expect(IMAGE_WIDTHS).toContain(size.nominalWidth)
        expect(size.width).toBeLessThanOrEqual(size.nominalWidth)
        // At least one row of pixels.
        expect(Math.abs(size.height - (size.width * height) / width)).toBeLessThanOrEqual(1)
      }
    }),
  )
})

test('a large one in all three', () => {
  expect(scaledSizes({ width: 1600, height: 1200 })).toEqual([
    { nominalWidth: 480, width: 480, height: 360 },
    { nominalWidth: 800, width: 800, height: 600 },
    { nominalWidth: 1600, width: 1600, height: 1200 },
  ])
})
