import { MessageCircle } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { AuthorLine } from '../author-line.tsx'
import { commentCount } from '../post-text.ts'

/** Length up to which a text counts as short: a sentence or two. */
const SHORT_TEXT = 140

/** A post without an image shows more text, in larger letters; in the largest when it is short. */
export function cardClass({ hasImage, text }: { hasImage: boolean; text: string }): string {
  if (hasImage) return 'feed-card'
  return text.length < SHORT_TEXT ? 'feed-card text-only short' : 'feed-card text-only'
}

interface Props extends Pick<ComponentProps<typeof AuthorLine>, 'post'> {
  image: ReactNode
  headingId?: string
  heading: ReactNode
  text: string
  comments: number
  /** Stands at the end of the last line. */
  end?: ReactNode
}

/** What a card of the feed shows. */
export const CardFace = ({ post, image, headingId, heading, text, comments, end }: Props) => (
  <>
    {image && <div className="feed-card-image">{image}</div>}
    <article className="feed-card-body" aria-labelledby={headingId}>
      <AuthorLine post={post} />
      <h2 dir="auto">{heading}</h2>
      <p className="feed-card-text" dir="auto">
        {text}
      </p>
      <p className="feed-card-foot">
        <span className="row">
          <MessageCircle className="icon" aria-hidden="true" />
          {commentCount(comments)}
        </span>
        {end}
      </p>
    </article>
  </>
)
