import type { ImageSize } from '#contract/posts.ts'

interface Props {
  /** Or what else has such a picture. */
  post: { image_sizes: ImageSize[] }
  /** How wide it is shown, in the words of the `sizes` attribute. */
  sizes: string
  /** The first one on a page; the others wait until they come near. */
  first?: boolean
  className?: string
}

/** A post's picture in the size that fits the screen; its place is kept while it comes. */
export function PostPicture({ post, sizes, first = false, className }: Props) {
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
