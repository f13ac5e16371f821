import type { Post } from '#contract/posts.ts'
import { formatRecent } from '#rules/calendar.ts'
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
    | 'published_at'
  > & {
    /** Null while it is being written. */
    created_at: string | null
  }
}

/** The author of a post with their image, and the time it was published or, before that, written. */
export const AuthorLine = ({ post }: Props) => {
  const at = post.published_at ?? post.created_at
  const time = at === null ? null : new Date(at)
  return (
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
        <time className="micro muted tabular" dateTime={time?.toISOString()}>
          {time ? formatRecent(time, new Date()) : 'Now'}
        </time>
      </span>
    </div>
  )
}
