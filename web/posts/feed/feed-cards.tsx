import { ArrowRight, MessageCircle } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'react-router'
import type { Post } from '#contract/posts.ts'
import { AuthorLine } from '../author-line.tsx'
import { PostImage } from '../post-image.tsx'
import { commentCount } from '../post-text.ts'

/** The cards of the feed; the first image on the page is loaded with priority. */
export function FeedCards({ posts }: { posts: Post[] }) {
  const firstWithImage = posts.find((post) => post.image_sizes.length > 0)
  return (
    <ul className="feed space-above">
      {posts.map((post, index) => (
        <FeedCard
          key={post.id}
          post={post}
          large={index === 0}
          hasFirstImage={post === firstWithImage}
        />
      ))}
    </ul>
  )
}

export const postLinkId = (id: number | undefined) => `post-${id}`

/** Router state, so that the page of the post can link back to this position in the feed. */
const fromFeed = { from: 'feed' }

/** Less than the full width of a phone, to save mobile data: phone screens have more pixels than needed. */
const PHONE_WIDTH = '80vw'
const THIRD_WIDTH = `(min-width: 1200px) 363px, (min-width: 1000px) 31vw, (min-width: 760px) 47vw, ${PHONE_WIDTH}`
const TWO_THIRDS_WIDTH = `(min-width: 1200px) 750px, (min-width: 760px) 64vw, ${PHONE_WIDTH}`

interface FeedCardProps {
  post: Post
  /** The first card is large on wide screens. */
  large: boolean
  hasFirstImage: boolean
}

/** Length up to which a text counts as short: a sentence or two. */
const SHORT_TEXT = 140

/** A post without an image shows more text, in larger letters; in the largest when it is short. */
const FeedCard = memo(function FeedCard({ post, large, hasFirstImage }: FeedCardProps) {
  const hasImage = post.image_sizes.length > 0
  const isShort = !hasImage && post.description.length < SHORT_TEXT
  return (
    <li
      className={`feed-card${hasImage ? '' : ' text-only'}${isShort ? ' short' : ''}${large ? ' large' : ''}`}
    >
      {hasImage && (
        <div className="feed-card-image">
          <PostImage
            post={post}
            sizes={large ? TWO_THIRDS_WIDTH : THIRD_WIDTH}
            first={hasFirstImage}
          />
        </div>
      )}
      <article className="feed-card-body" aria-labelledby={postLinkId(post.id)}>
        <AuthorLine post={post} />
        <h2 dir="auto">
          <Link id={postLinkId(post.id)} to={`/post/${post.id}`} state={fromFeed} prefetch="intent">
            {post.title}
          </Link>
        </h2>
        <p className="feed-card-text" dir="auto">
          {post.description}
        </p>
        <p className="feed-card-foot">
          <span className="row">
            <MessageCircle className="icon" aria-hidden="true" />
            {commentCount(post.comment_count)}
          </span>
          <span className="row feed-card-open" aria-hidden="true">
            Open
            <ArrowRight className="icon" />
          </span>
        </p>
      </article>
    </li>
  )
})

const CardSkeleton = ({ large = false }) => (
  <li className={large ? 'feed-card card-skeleton large' : 'feed-card card-skeleton'}>
    <div className="feed-card-image">
      <span className="skeleton" />
    </div>
    <div className="feed-card-body">
      <div className="author-line">
        <span className="skeleton" />
        <span>
          <span className="skeleton" />
          <span className="skeleton" />
        </span>
      </div>
      <span className="skeleton" />
      <span className="skeleton" />
      <span className="skeleton" />
    </div>
  </li>
)

export const FeedSkeleton = () => (
  <div className="delayed" role="status">
    <span className="visually-hidden">Loading...</span>
    <ul className="feed space-above" aria-hidden="true">
      <CardSkeleton large />
      {[2, 3, 4, 5, 6].map((card) => (
        <CardSkeleton key={card} />
      ))}
    </ul>
  </div>
)

export const MoreCardsSkeleton = () => (
  <ul className="feed delayed" aria-hidden="true">
    {[1, 2, 3].map((card) => (
      <CardSkeleton key={card} />
    ))}
  </ul>
)
