import { type Dimensions, MAX_IMAGE_PIXELS } from '#rules/image.ts'
import { takeWebpOrientation } from './webp-orientation.ts'

/** An image that cannot be used; the message is shown to the user. */
export class ImageError extends Error {
  override name = 'ImageError'
}

const JPEG_QUALITY = 0.85
const MAX_SIDE_PX = 2000
/** More than any photo from a phone has; a larger file is not opened. */
const MAX_FILE_BYTES = 60_000_000

const UNREADABLE_MESSAGE = 'This is not a picture we can read. Please choose a JPEG, PNG or WebP.'
const HEIC_MESSAGE =
  'This phone saved the picture as HEIC, which cannot be read here. Please choose a JPEG.'
const TOO_LARGE_MESSAGE = 'This picture is too large. Please choose one of at most 50 megapixels.'

/** Recognises the type by the first bytes, whatever the file is called. */
async function isHeic(file: Blob): Promise<boolean> {
  const head = await file.slice(4, 12).text()
  return /^ftyp(hei|hev|mif1|msf1)/.test(head)
}

/** Reads the dimensions from the header, without decoding any pixels. */
async function openImage(file: Blob): Promise<{ image: HTMLImageElement; close: () => void }> {
  const url = URL.createObjectURL(file)
  const image = new Image()
  const close = () => {
    image.src = ''
    URL.revokeObjectURL(url)
  }
  try {
    await new Promise((resolve, reject) => {
      image.onload = resolve
      image.onerror = reject
      image.src = url
    })
    return { image, close }
  } catch {
    close()
    throw new ImageError((await isHeic(file)) ? HEIC_MESSAGE : UNREADABLE_MESSAGE)
  }
}

function fitInside({ width, height }: Dimensions, maxSide: number): Dimensions {
  const scale = Math.min(1, maxSide / Math.max(width, height))
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}

/** Decodes the image off the main thread, upright and at its final size; null where the browser cannot. */
async function decode(file: Blob, { width, height }: Dimensions): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(file, {
      imageOrientation: 'from-image',
      resizeWidth: width,
      resizeHeight: height,
      resizeQuality: 'high',
    })
  } catch {
    return null
  }
}

/** The picture without its own orientation, so that all browsers show it alike, and the orientation to apply. */
async function withoutTurn(file: Blob): Promise<{ upright: Blob; orientation: number }> {
  if ((await file.slice(8, 12).text()) !== 'WEBP') return { upright: file, orientation: 1 }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const orientation = takeWebpOrientation(bytes)
  return { upright: new Blob([bytes], { type: 'image/webp' }), orientation }
}

/** The transformation for an orientation and a drawing of this size. */
function turn(orientation: number, { width, height }: Dimensions): DOMMatrix2DInit {
  const [a, b, c, d, e, f] = [
    [1, 0, 0, 1, 0, 0],
    [-1, 0, 0, 1, width, 0],
    [-1, 0, 0, -1, width, height],
    [1, 0, 0, -1, 0, height],
    [0, 1, 1, 0, 0, 0],
    [0, 1, -1, 0, width, 0],
    [0, -1, -1, 0, width, height],
    [0, -1, 1, 0, 0, height],
  ][orientation - 1] ?? [1, 0, 0, 1, 0, 0]
  return { a, b, c, d, e, f }
}

const onItsSide = ({ width, height }: Dimensions): Dimensions => ({ width: height, height: width })

/**
 * Prepares an image for upload: an upright JPEG without metadata, at most `maxSide` px on its longer side.
 * @throws {ImageError} when the file is not an image, or is too large
 */
export async function shrinkImage(file: Blob, maxSide = MAX_SIDE_PX): Promise<Blob> {
  if (file.size > MAX_FILE_BYTES) throw new ImageError(TOO_LARGE_MESSAGE)
  const { upright, orientation } = await withoutTurn(file)
  const { image, close } = await openImage(upright)
  const canvas = document.createElement('canvas')
  try {
    const { naturalWidth: width, naturalHeight: height } = image
    if (width === 0 || height === 0) throw new ImageError(UNREADABLE_MESSAGE)
    if (width * height > MAX_IMAGE_PIXELS) throw new ImageError(TOO_LARGE_MESSAGE)
    const size = fitInside({ width, height }, maxSide)
    Object.assign(canvas, orientation > 4 ? onItsSide(size) : size)
    const bitmap = await decode(upright, size)
    const context = canvas.getContext('2d')
    if (!context) throw new ImageError(UNREADABLE_MESSAGE)
    // A JPEG has no transparency; without a background it would turn black.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.setTransform(turn(orientation, canvas))
    context.drawImage(bitmap ?? image, 0, 0, size.width, size.height)
    bitmap?.close()
    const blob = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY)
    })
    if (!blob) throw new ImageError(UNREADABLE_MESSAGE)
    return blob
  } finally {
    close()
    // A canvas keeps its pixels in memory until it is garbage-collected; emptying it frees them now.
    canvas.width = canvas.height = 0
  }
}
