import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { takeWebpOrientation } from './webp-orientation.ts'

const picture = () => sharp({ create: { width: 7, height: 5, channels: 3, background: '#c02010' } })
const bytesOf = async (image: Sharp) => new Uint8Array(await image.toBuffer())

describe('the orientation of a WebP', () => {
  test.each([2, 3, 4, 5, 6, 7, 8])('%i is found, and not found again', async (orientation) => {
    const bytes = await bytesOf(picture().withMetadata({ orientation }).webp())
    expect(takeWebpOrientation(bytes)).toBe(orientation)
    expect(takeWebpOrientation(bytes)).toBe(1)
    expect(await sharp(bytes).metadata()).toMatchObject({ orientation: 1, width: 7, height: 5 })
  })

  test('is found with the name before it and the larger end first, as some cameras write it', async () => {
    const bytes = await bytesOf(picture().withMetadata({ orientation: 6 }).webp())
    const text = Buffer.from(bytes)
    const start = text.indexOf('EXIF')
    const tiff = Buffer.from('4d4d002a000000080001011200030000000100060000000000000000', 'hex')
    const named = Buffer.concat([Buffer.from('Exif\0\0'), tiff])
    const length = Buffer.alloc(4)
    length.writeUInt32LE(named.length)
    const made = new Uint8Array(
      Buffer.concat([text.subarray(0, start), Buffer.from('EXIF'), length, named]),
    )
    expect(takeWebpOrientation(made)).toBe(6)
    expect(takeWebpOrientation(made)).toBe(1)
  })

  test('is 1 of pictures without one, of other files, and of damaged ones', async () => {
    expect(takeWebpOrientation(await bytesOf(picture().webp()))).toBe(1)
    const jpeg = await bytesOf(picture().withMetadata({ orientation: 6 }).jpeg())
    expect(takeWebpOrientation(jpeg)).toBe(1)
    expect(takeWebpOrientation(new Uint8Array())).toBe(1)
    const whole = await bytesOf(picture().withMetadata({ orientation: 6 }).webp())
    for (let length = 0; length < whole.length; length++) {
      expect([1, 6]).toContain(takeWebpOrientation(whole.slice(0, length)))
    }
  })
})
