import { CircleAlert, CircleCheck, Clock } from 'lucide-react'
import { Link } from 'react-router'
import type { Post } from '#contract/posts.ts'
import { formatDateTime } from '#rules/calendar.ts'
import type { PostStatus } from '#rules/post.ts'
import { commentCount } from '../feed/comment-count.ts'
import { PostPicture } from '../post-picture.tsx'

const states: Record<PostStatus, { word: string; className: string; Icon: typeof Clock }> = {
  pending: { word: 'Under review', className: 'tag warn', Icon: Clock },
  approved: { word: 'Up', className: 'tag success', Icon: CircleCheck },
  rejected: { word: 'Not up', className: 'tag error', Icon: CircleAlert },
}

/** One of one's own posts, and where it stands. */
export function OwnPost({ post }: { post: Post }) {
  const { word, className, Icon } = states[post.status]
  return (
    <li className="own-post">
      {post.image_sizes.length > 0 && <PostPicture post={post} sizes="64px" className="thumb" />}
      <div className="min-w-0">
        <Link to={`/post/${post.id}`} prefetch="intent" dir="auto">
          {post.title}
        </Link>
        <p className="row wrap small muted tabular">
          <span className={className}>
            <Icon className="icon" aria-hidden="true" />
            {word}
          </span>
          {formatDateTime(new Date(post.created_at))}
          {post.status === 'approved' && ` · ${commentCount(post.comment_count)}`}
        </p>
        {post.status === 'rejected' && (
          <p className="small mt-1">
            Staff say: <span dir="auto">{post.reason}</span> Change it and they look again.
          </p>
        )}
      </div>
    </li>
  )
}
