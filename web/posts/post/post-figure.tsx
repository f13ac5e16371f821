import type { CSSProperties } from 'react'
import type { Post } from '#contract/posts.ts'
import { PostPicture } from '../post-picture.tsx'

/** As wide as the column, but no taller than 500 px (spec 9) and never larger than it is. */
const sizes =
  '(min-width: 1264px) 736px, (min-width: 980px) calc(100vw - 496px), calc(100vw - 48px)'

/** A post's picture in a window frame, whose place is kept while it comes. */
export function PostFigure({ post }: { post: Post }) {
  const largest = post.image_sizes.at(-1)
  if (!largest) return null
  const measures = { '--width': largest.width, '--ratio': largest.width / largest.height }
  return (
    <div className="frame space-above" style={measures as CSSProperties}>
      <PostPicture post={post} sizes={sizes} first />
    </div>
  )
}
