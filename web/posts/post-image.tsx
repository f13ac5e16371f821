import type { ImageSize } from '#contract/posts.ts'

interface Props {
  /** Or anything else with such an image, such as a report. */
  post: { image_sizes: ImageSize[] }
  /** The `sizes` attribute: how wide it is shown. */
  sizes: string
  /** Loaded at once; other images wait until they are near the screen. */
  first?: boolean
  className?: string
}

/** In the size that fits the screen, with its space reserved while it loads. */
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
