import { useDeferredValue, useEffect, useState } from 'react'
import type { Post } from '#contract/posts.ts'
import { Card } from './card.tsx'

/** So long the others wait for the first picture, should it not come. */
const patience_ms = 3000

/** What a screen holds at most; a phone draws these before it thinks of the others. */
const at_once = 3

interface Props {
  posts: Post[]
  /** Somebody comes back to a place far down: everything is there at once. */
  whole: boolean
}

/** The cards; their pictures come once the first one is there. */
export function FeedList({ posts, whole }: Props) {
  const drawn = useDeferredValue(posts, whole ? posts : posts.slice(0, at_once))
  const first = posts.find((post) => post.image_sizes.length > 0)?.id
  const [others, setOthers] = useState(false)
  const [comeNow] = useState(() => () => setOthers(true))
  useEffect(() => {
    const timer = setTimeout(comeNow, patience_ms)
    return () => clearTimeout(timer)
  }, [comeNow])
  return (
    <ul className={`feed mt of-${Math.min(posts.length, 3)}`}>
      {drawn.map((post, at) => (
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
