import type { Post } from '#contract/posts.ts'
import { Card } from './card.tsx'

/** The cards; the first picture comes first. */
export function FeedList({ posts }: { posts: Post[] }) {
  const pictured = posts.find((post) => post.image_sizes.length > 0)
  return (
    <ul className={`feed space-above of-${Math.min(posts.length, 3)}`}>
      {posts.map((post, at) => (
        <Card key={post.id} post={post} large={at === 0} first={post === pictured} />
      ))}
    </ul>
  )
}
