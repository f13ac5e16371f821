import { ImageOff } from 'lucide-react'
import { useState } from 'react'
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

/** An image in a size that fits the screen, with its space reserved while it loads; if it can't be loaded, a sentence. */
export function PostImage({ post, sizes, first = false, className }: Props) {
  const largest = post.image_sizes.at(-1)
  const [isMissing, setMissing] = useState(false)
  if (!largest) return null
  if (isMissing) {
    return (
      <span className={`image-missing ${className ?? ''}`}>
        <ImageOff className="icon" aria-hidden="true" />
        Picture not available
      </span>
    )
  }
  return (
    <img
      className={className}
      ref={(image) => {
        // It may have failed before the page was hydrated.
        if (image?.complete && image.naturalWidth === 0) setMissing(true)
      }}
      onError={() => setMissing(true)}
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
