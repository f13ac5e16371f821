/** The limits of what users may send as an image: the browser checks them first, then the server. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const
export const MAX_IMAGE_PIXELS = 50_000_000
export const MAX_UPLOAD_BYTES = 10 * 1024 * 1024

/** The widths in px in which an image of a post is stored; a file is named by its width. */
export const IMAGE_WIDTHS = [480, 800, 1600] as const

export interface Dimensions {
  width: number
  height: number
}

/**
 * The sizes in which an image of these dimensions is stored, from small to large; it is never enlarged.
 * `nominalWidth` is the one of IMAGE_WIDTHS that names the file, `width` what the file really has.
 */
export function scaledSizes({ width, height }: Dimensions) {
  const needed = IMAGE_WIDTHS.filter(
    (_, index) => index === 0 || (IMAGE_WIDTHS[index - 1] ?? 0) < width,
  )
  return needed.map((nominalWidth) => {
    const scaled = Math.min(nominalWidth, width)
    return {
      nominalWidth,
      width: scaled,
      height: Math.max(1, Math.round((height * scaled) / width)),
    }
  })
}
