import { useEffect, useState } from 'react'
import type { Post } from '#contract/posts.ts'
import { Card } from './card.tsx'

/** So long the others wait for the first picture, should it not come. */
const patience_ms = 3000

/** The cards; their pictures come once the first one is there. */
export function FeedList({ posts }: { posts: Post[] }) {
  const first = posts.find((post) => post.image_sizes.length > 0)?.id
  const [others, setOthers] = useState(false)
  const [comeNow] = useState(() => () => setOthers(true))
  useEffect(() => {
    const timer = setTimeout(comeNow, patience_ms)
    return () => clearTimeout(timer)
  }, [comeNow])
  return (
    <ul className={`feed mt of-${Math.min(posts.length, 3)}`}>
      {posts.map((post, at) => (
        <Card
          key={post.id}
          post={post}
          large={at === 0}
          picture={post.id === first ? 'first' : others ? 'comes' : 'waits'}
          onPicture={comeNow}
        />
      ))}
    </ul>
  )
}
