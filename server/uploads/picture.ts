import { open } from 'node:fs/promises'
import sharp, { type Sharp, type SharpOptions } from 'sharp'
import { type Dimensions, IMAGE_WIDTHS, scaledSizes } from '#rules/post.ts'
import { HttpError, unavailable } from '../errors.ts'
import { openQueue, QueueFull } from './queue.ts'
import type { Upload } from './upload.ts'

const most_pixels = 50_000_000
const most_on_a_side = 20_000
/** From here on a picture may take hundreds of megabytes, depending on how it is written. */
const large_pixels = 16_000_000
const most_seconds = 30

// Everything that libvips can read beside these is a way in that nobody needs.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'],
})
sharp.cache(false)
sharp.concurrency(1)

const reading = openQueue(2, 200)
const readingLarge = openQueue(1, 50)

const not_a_picture = 'Please choose a JPEG, PNG or WebP picture.'
const damaged = 'This picture is damaged. Please choose another one, or take it again.'
const too_many_pixels = 'This picture has too many pixels. Please choose a smaller one.'
const busy = 'Many pictures are being looked at right now. Please try again in a moment.'

/** Of a damaged file as much as was sent; of a moving one the first picture. */
const options: SharpOptions = {
  failOn: 'error',
  limitInputPixels: false,
  sequentialRead: true,
  pages: 1,
}

function refused(upload: Upload, status: 400 | 415, message: string) {
  const code = status === 415 ? 'not_a_picture' : 'bad_picture'
  return new HttpError(status, { message, code, fields: { [upload.field]: message } })
}

/** By how it begins; names and announced types are anybody's invention. */
async function looksRight({ path }: Upload): Promise<boolean> {
  const file = await open(path)
  const { buffer, bytesRead } = await file
    .read({ buffer: Buffer.alloc(12) })
    .finally(() => file.close())
  const start = buffer.subarray(0, bytesRead).toString('latin1')
  return (
    start.startsWith('\xff\xd8\xff') ||
    start.startsWith('\x89PNG\r\n\x1a\n') ||
    (start.startsWith('RIFF') && start.endsWith('WEBP'))
  )
}

/** Its size, from the header alone: nothing is unpacked yet. */
async function sizeOf(upload: Upload) {
  const { width, height } = await sharp(upload.path, options)
    .metadata()
    .catch(() => {
      throw refused(upload, 400, damaged)
    })
  if (width * height > most_pixels || Math.max(width, height) > most_on_a_side) {
    throw refused(upload, 400, too_many_pixels)
  }
  return width * height
}

/** Drawn anew, so that nothing but what can be seen gets through: no place, no owner, no second file. */
const redraw = (upload: Upload, most: Dimensions): Sharp =>
  sharp(upload.path, { ...options, limitInputPixels: most_pixels })
    .timeout({ seconds: most_seconds })
    .autoOrient()
    .resize({ ...most, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })

const jpeg = { quality: 82 }

/** @throws {HttpError} 415 or 400 at the upload's field, 503 when too many wait */
async function inTurn<T>(upload: Upload, draw: () => Promise<T>): Promise<T> {
  if (!(await looksRight(upload))) throw refused(upload, 415, not_a_picture)
  try {
    const isLarge = (await sizeOf(upload)) > large_pixels
    const drawn = () =>
      reading(() =>
        draw().catch(() => {
          throw refused(upload, 400, damaged)
        }),
      )
    // A large one that waits for another keeps no place from the small ones.
    return await (isLarge ? readingLarge(drawn) : drawn())
  } catch (error) {
    if (error instanceof QueueFull) throw unavailable(busy, 'busy', 10)
    throw error
  }
}

/**
 * What somebody sent, as a picture of our own: a JPEG, upright, at most `most` px on its longer side
 * and without a word about where, when and with what it was taken.
 * @throws {HttpError} 415 or 400 at the upload's field, 503 when too many wait
 */
export const readPicture = (upload: Upload, { most }: { most: number }): Promise<Buffer> =>
  inTurn(upload, () => redraw(upload, { width: most, height: most }).jpeg(jpeg).toBuffer())

/** A picture in each of its sizes, and the measures of the largest. */
export interface DrawnPicture extends Dimensions {
  sizes: { nominalWidth: number; bytes: Buffer }[]
}

const largest = Math.max(...IMAGE_WIDTHS)

/**
 * The same in the sizes of a post's picture; what was sent is unpacked once only.
 * @throws {HttpError} 415 or 400 at the upload's field, 503 when too many wait
 */
export const readPictureSizes = (upload: Upload): Promise<DrawnPicture> =>
  inTurn(upload, async () => {
    // Twice as high as wide is as far as a page can show it.
    const most = { width: largest, height: largest * 2 }
    const { data, info } = await redraw(upload, most)
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height, channels } = info
    const sizes: DrawnPicture['sizes'] = []
    for (const size of scaledSizes({ width, height })) {
      const bytes = await sharp(data, { raw: { width, height, channels } })
        .resize({ width: size.width, height: size.height, fit: 'fill' })
        .jpeg(jpeg)
        .toBuffer()
      sizes.push({ nominalWidth: size.nominalWidth, bytes })
    }
    return { width, height, sizes }
  })
