import { type Dimensions, MAX_IMAGE_PIXELS } from '#rules/image.ts'

/** An image that cannot be used; the message is shown to the user. */
export class ImageError extends Error {
  override name = 'ImageError'
}

const JPEG_QUALITY = 0.85
const MAX_SIDE_PX = 2000
/** Larger than any photo of a phone; a larger file is not opened. */
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

/**
 * Prepares an image for upload: an upright JPEG without metadata, at most `maxSide` px on its longer side.
 * @throws {ImageError} when the file is not an image, or is too large
 */
export async function shrinkImage(file: Blob, maxSide = MAX_SIDE_PX): Promise<Blob> {
  if (file.size > MAX_FILE_BYTES) throw new ImageError(TOO_LARGE_MESSAGE)
  const { image, close } = await openImage(file)
  const canvas = document.createElement('canvas')
  try {
    const { naturalWidth: width, naturalHeight: height } = image
    if (width === 0 || height === 0) throw new ImageError(UNREADABLE_MESSAGE)
    if (width * height > MAX_IMAGE_PIXELS) throw new ImageError(TOO_LARGE_MESSAGE)
    const size = fitInside({ width, height }, maxSide)
    Object.assign(canvas, size)
    const bitmap = await decode(file, size)
    const context = canvas.getContext('2d')
    if (!context) throw new ImageError(UNREADABLE_MESSAGE)
    // A JPEG has no transparency; without a background it would turn black.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, size.width, size.height)
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
