import { ArrowRight } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'react-router'
import type { Post } from '#contract/posts.ts'
import { PostImage } from '../post-image.tsx'
import { CardFace, cardClass } from './card-face.tsx'

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

const FeedCard = memo(function FeedCard({ post, large, hasFirstImage }: FeedCardProps) {
  const { id, title, description: text } = post
  const hasImage = post.image_sizes.length > 0
  return (
    <li className={`${cardClass({ hasImage, text })}${large ? ' large' : ''}`}>
      <CardFace
        post={post}
        image={
          hasImage && (
            <PostImage
              post={post}
              sizes={large ? TWO_THIRDS_WIDTH : THIRD_WIDTH}
              first={hasFirstImage}
            />
          )
        }
        headingId={postLinkId(id)}
        heading={
          <Link id={postLinkId(id)} to={`/post/${id}`} state={fromFeed} prefetch="intent">
            {title}
          </Link>
        }
        text={text}
        comments={post.comment_count}
        end={
          <span className="row feed-card-open" aria-hidden="true">
            Open
            <ArrowRight className="icon" />
          </span>
        }
      />
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
