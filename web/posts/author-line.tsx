import type { Post } from '#contract/posts.ts'
import { dayOf, formatDateTime, formatTime } from '#rules/calendar.ts'
import { displayName } from '#rules/visible.ts'
import { Avatar } from '../ui/avatar.tsx'
import './author-line.css'

export const StaffTag = ({ staff }: { staff: boolean }) =>
  staff && <span className="tag">Staff</span>

interface Props {
  post: Pick<
    Post,
    | 'author'
    | 'author_last_name'
    | 'author_ID'
    | 'author_image'
    | 'author_is_staff'
    | 'created_at'
    | 'published_at'
  >
}

/** `20 Nov 2026, 10:27 (written 10:15)`; where that is too long, the second part has a line of its own. */
function Times({ post: { published_at, created_at } }: Props) {
  const written = new Date(created_at)
  const published = published_at ? new Date(published_at) : written
  const sameDay = dayOf(published) === dayOf(written)
  return (
    <span className="micro muted tabular author-times">
      <time dateTime={published.toISOString()}>{formatDateTime(published)}</time>
      {published_at && (
        <span>
          (written{' '}
          <time dateTime={created_at}>
            {sameDay ? formatTime(written) : formatDateTime(written)}
          </time>
          )
        </span>
      )}
    </span>
  )
}

/** The author of a post with their image, and when it went up, if that was not when it was written. */
export const AuthorLine = ({ post }: Props) => (
  <div className="author-line">
    <Avatar
      id={post.author_ID}
      first_name={post.author}
      last_name={post.author_last_name}
      image={post.author_image}
    />
    <span>
      <span className="row wrap author-name">
        <b dir="auto">{displayName(`${post.author} ${post.author_last_name}`)}</b>
        <StaffTag staff={post.author_is_staff} />
      </span>
      <Times post={post} />
    </span>
  </div>
)
