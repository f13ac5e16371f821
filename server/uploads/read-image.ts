import { open } from 'node:fs/promises'
import type { default as Library, Sharp, SharpOptions } from 'sharp'
import { type Dimensions, IMAGE_WIDTHS, MAX_IMAGE_PIXELS, scaledSizes } from '#rules/image.ts'
import { HttpError, unavailable } from '../http/errors.ts'
import { createQueue, QueueFull } from '../queue.ts'
import type { Upload } from './receive-form.ts'

const MAX_SIDE_PX = 20_000
/** From here on decoding may take hundreds of megabytes, depending on the encoding. */
const LARGE_IMAGE_PIXELS = 16_000_000
const DECODE_TIMEOUT_S = 30

/** Loaded with the first picture that comes: until then it would take 15 MB for nothing. */
async function loadSharp(): Promise<typeof Library> {
  const { default: sharp } = await import('sharp')
  // Every other decoder of libvips is needless attack surface.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'],
  })
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}
let loading: ReturnType<typeof loadSharp> | undefined

const NOT_AN_IMAGE = 'Please choose a JPEG, PNG or WebP picture.'
const DAMAGED = 'This picture is damaged. Please choose another one, or take it again.'
const TOO_MANY_PIXELS = 'This picture has too many pixels. Please choose a smaller one.'
const BUSY = 'Many pictures are being processed right now. Please try again in a moment.'

const enqueue = createQueue(2, 200)
const enqueueLarge = createQueue(1, 50)

/** A file with an error is refused; of an animation the first frame counts. */
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

/** Tells the type by the first bytes: the file name and the announced type prove nothing. */
async function hasAcceptedType({ path }: Upload): Promise<boolean> {
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

/** From the header alone: nothing is decoded yet. */
async function countPixels(sharp: typeof Library, upload: Upload) {
  const { width, height } = await sharp(upload.path, options)
    .metadata()
    .catch(() => {
      throw refused(upload, 400, DAMAGED)
    })
  if (width * height > MAX_IMAGE_PIXELS || Math.max(width, height) > MAX_SIDE_PX) {
    throw refused(upload, 400, TOO_MANY_PIXELS)
  }
  return width * height
}

/** Encoded again, so that only visible pixels get through: no location, no camera, no second file inside. */
const reencode = (sharp: typeof Library, upload: Upload, most: Dimensions): Sharp =>
  sharp(upload.path, { ...options, limitInputPixels: MAX_IMAGE_PIXELS })
    .timeout({ seconds: DECODE_TIMEOUT_S })
    .autoOrient()
    .resize({ ...most, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })

const jpeg = { quality: 82 }
/** Looks the same as the JPEG at four tenths of its bytes; AVIF would save no more, and takes six times as long. */
const webp = { quality: 72 }

/** @throws {HttpError} 415 or 400 at the upload's field, 503 when too many wait */
async function decodeInQueue<T>(
  upload: Upload,
  decode: (sharp: typeof Library) => Promise<T>,
): Promise<T> {
  if (!(await hasAcceptedType(upload))) throw refused(upload, 415, NOT_AN_IMAGE)
  loading ??= loadSharp()
  const sharp = await loading
  try {
    const isLarge = (await countPixels(sharp, upload)) > LARGE_IMAGE_PIXELS
    const task = () =>
      enqueue(() =>
        decode(sharp).catch(() => {
          throw refused(upload, 400, DAMAGED)
        }),
      )
    // A large image that waits for another large one keeps no small one waiting.
    return await (isLarge ? enqueueLarge(task) : task())
  } catch (error) {
    if (error instanceof QueueFull) throw unavailable(BUSY, 'busy', 10)
    throw error
  }
}

/**
 * The upload as a JPEG of our own: upright, at most `maxSide` px on its longer side, without metadata.
 * @throws {HttpError} 415 or 400 at the upload's field, 503 when too many wait
 */
export const readImage = (upload: Upload, { maxSide }: { maxSide: number }): Promise<Buffer> =>
  decodeInQueue(upload, (sharp) =>
    reencode(sharp, upload, { width: maxSide, height: maxSide }).jpeg(jpeg).toBuffer(),
  )

/** An image in each of its sizes, with the dimensions of the largest. */
export interface ScaledImage extends Dimensions {
  sizes: { nominalWidth: number; jpg: Buffer; webp: Buffer }[]
}

const LARGEST_WIDTH = Math.max(...IMAGE_WIDTHS)

/**
 * Reads an image in the sizes of a post's image; the upload is decoded only once.
 * @throws {HttpError} 415 or 400 at the upload's field, 503 when too many wait
 */
export const readImageSizes = (upload: Upload): Promise<ScaledImage> =>
  decodeInQueue(upload, async (sharp) => {
    // No page shows an image higher than twice its width.
    const most = { width: LARGEST_WIDTH, height: LARGEST_WIDTH * 2 }
    const { data, info } = await reencode(sharp, upload, most)
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height, channels } = info
    const sizes: ScaledImage['sizes'] = []
    for (const size of scaledSizes({ width, height })) {
      const resized = sharp(data, { raw: { width, height, channels } }).resize({
        width: size.width,
        height: size.height,
        fit: 'fill',
      })
      sizes.push({
        nominalWidth: size.nominalWidth,
        jpg: await resized.clone().jpeg(jpeg).toBuffer(),
        webp: await resized.webp(webp).toBuffer(),
      })
    }
    return { width, height, sizes }
  })
