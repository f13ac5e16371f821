import type { Post } from '#contract/posts.ts'
import { formatDateTime } from '#rules/calendar.ts'
import { displayName } from '#rules/visible.ts'
import { Avatar } from '../ui/avatar.tsx'
import './author-line.css'

export const StaffTag = ({ staff }: { staff: boolean }) =>
  staff && <span className="tag">Staff</span>

interface Props {
  post: Pick<
    Post,
    'author' | 'author_last_name' | 'author_ID' | 'author_image' | 'author_is_staff' | 'created_at'
  >
}

/** The author of a post with their image, and the time of the post. */
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
      <time className="small muted tabular" dateTime={post.created_at}>
        {formatDateTime(new Date(post.created_at))}
      </time>
    </span>
  </div>
)
