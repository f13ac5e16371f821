import { MAX_IMAGE_PIXELS } from '#rules/image.ts'

/** What a person is told about a picture that cannot be used. */
export class PictureProblem extends Error {
  override name = 'PictureProblem'
}

const quality = 0.85
/** More than any phone's camera makes; it is never read whole. */
const most_bytes = 60_000_000

interface Size {
  width: number
  height: number
}

const unreadable = 'This is not a picture we can read. Please choose a JPEG, PNG or WebP.'
const heic =
  'This phone saved the picture as HEIC, which cannot be read here. Please choose a JPEG.'
const too_large = 'This picture is too large. Please choose one of at most 50 megapixels.'

/** What a phone's own format says of itself in its first bytes, whatever it is called. */
async function isHeic(file: Blob): Promise<boolean> {
  const head = await file.slice(4, 12).text()
  return /^ftyp(hei|hev|mif1|msf1)/.test(head)
}

/** The browser reads the size from the picture's head; pixels are not unpacked for it. */
async function opened(file: Blob): Promise<{ image: HTMLImageElement; close: () => void }> {
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
    throw new PictureProblem((await isHeic(file)) ? heic : unreadable)
  }
}

function shrunk({ width, height }: Size, longest: number): Size {
  const scale = Math.min(1, longest / Math.max(width, height))
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}

/** Unpacked beside the page's own work, upright and small at once; null where a browser cannot. */
async function unpacked(file: Blob, { width, height }: Size): Promise<ImageBitmap | null> {
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
 * A photo as it is sent: upright, at most so many pixels long, a JPEG without what the camera wrote into it.
 * @throws {PictureProblem} when it is none, or too large
 */
export async function shrinkImage(file: Blob, longest = 2000): Promise<Blob> {
  if (file.size > most_bytes) throw new PictureProblem(too_large)
  const { image, close } = await opened(file)
  const canvas = document.createElement('canvas')
  try {
    const { naturalWidth: width, naturalHeight: height } = image
    if (width === 0 || height === 0) throw new PictureProblem(unreadable)
    if (width * height > MAX_IMAGE_PIXELS) throw new PictureProblem(too_large)
    const size = shrunk({ width, height }, longest)
    Object.assign(canvas, size)
    const bitmap = await unpacked(file, size)
    const pen = canvas.getContext('2d')
    if (!pen) throw new PictureProblem(unreadable)
    // A JPEG knows no transparency; without a ground it would turn black.
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, size.width, size.height)
    pen.drawImage(bitmap ?? image, 0, 0, size.width, size.height)
    bitmap?.close()
    const blob = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, 'image/jpeg', quality)
    })
    if (!blob) throw new PictureProblem(unreadable)
    return blob
  } finally {
    close()
    // A canvas holds its pixels until it is collected; an empty one holds none.
    canvas.width = canvas.height = 0
  }
}
