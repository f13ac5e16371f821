import type { ImageSize } from '#contract/posts.ts'

interface Props {
  /** A post, or anything else with an image, such as a report. */
  post: { image_sizes: ImageSize[] }
  /** The `sizes` attribute: the width at which it is shown. */
  sizes: string
  /** Loads the image at once; other images load when they are near the viewport. */
  first?: boolean
  className?: string
}

/** An image in a size that fits the screen, with its space reserved while it loads. */
export function PostImage({ post, sizes, first = false, className }: Props) {
  const largest = post.image_sizes.at(-1)
  if (!largest) return null
  return (
    <img
      className={className}
      src={largest.url}
      srcSet={post.image_sizes.map(({ url, width }) => `${url} ${width}w`).join(', ')}
      sizes={sizes}
      width={largest.width}
      height={largest.height}
      alt=""
      decoding="async"
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : 'auto'}
    />
  )
}
