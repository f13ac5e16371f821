import { ArrowRight, MessageCircle } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'react-router'
import type { Post } from '#contract/posts.ts'
import { AuthorLine } from '../author-line.tsx'
import { PostPicture } from '../post-picture.tsx'
import { commentCount } from './comment-count.ts'

interface Props {
  post: Post
  /** The first of all is large where there is room. */
  large: boolean
  /** Whose picture is the first on the page. */
  first: boolean
}

/** So that the post's page leads back to this place. */
const fromFeed = { from: 'feed' }

/** A little less than a phone is wide: its pixels are finer than its data bundle is cheap. */
const phone = '80vw'
const third = `(min-width: 1200px) 363px, (min-width: 760px) 31vw, ${phone}`
const two_thirds = `(min-width: 1200px) 750px, (min-width: 760px) 64vw, ${phone}`

/** A post in the feed. Without a picture it is a note with bigger words. */
export const Card = memo(function Card({ post, large, first }: Props) {
  const pictured = post.image_sizes.length > 0
  const kind = `card${pictured ? '' : ' noted'}${large ? ' large' : ''}`
  return (
    <li className={kind}>
      {pictured && (
        <div className="art">
          <PostPicture post={post} sizes={large ? two_thirds : third} first={first} />
        </div>
      )}
      <article className="words" aria-labelledby={`post-${post.id}`}>
        <AuthorLine post={post} />
        <h2 dir="auto">
          <Link id={`post-${post.id}`} to={`/post/${post.id}`} state={fromFeed} prefetch="intent">
            {post.title}
          </Link>
        </h2>
        <p className="clamp" dir="auto">
          {post.description}
        </p>
        <p className="foot-line">
          <span className="row">
            <MessageCircle className="icon" aria-hidden="true" />
            {commentCount(post.comment_count)}
          </span>
          <span className="row open" aria-hidden="true">
            Open
            <ArrowRight className="icon" />
          </span>
        </p>
      </article>
    </li>
  )
})
