import { CircleAlert, CircleCheck, Clock } from 'lucide-react'
import { Link } from 'react-router'
import type { Post } from '#contract/posts.ts'
import { formatDateTime } from '#rules/calendar.ts'
import type { PostStatus } from '#rules/post.ts'
import { RequireAuth } from '../../layout/require-auth.tsx'
import { pageTitle } from '../../layout/title.ts'
import { useSession } from '../../session.ts'
import { errorMessage } from '../../ui/error-message.ts'
import { LoadMoreButton } from '../../ui/infinite-list.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { PostImage } from '../post-image.tsx'
import { commentCount } from '../post-text.ts'
import { StaffReason } from '../staff-reason.tsx'
import { useOwnPosts } from '../use-own-posts.ts'
import { AdvertiseForm } from './advertise-form.tsx'
import './advertise.css'

export const meta = pageTitle('Advertise with Us')

export default function AdvertisePage() {
  const session = useSession()
  return (
    <RequireAuth title="This form">
      <div className="page advertise-page">
        <div className="advertise-head">
          <h1>Advertise with Us</h1>
          <p className="muted">
            Something to sell, share or ask for? Staff check each post before it’s published.
          </p>
        </div>
        {session.status === 'signed_in' ? (
          <AdvertiseForm key={session.user.id} user={session.user} />
        ) : (
          <>
            <Skeleton
              className="plate padded post-form"
              lines={['word', 'row', 'word', 'box', 'word', 'box', 'row']}
            />
            <Skeleton className="plate padded post-preview" lines={['word', 'row', 'box']} />
          </>
        )}
        <OwnPosts />
      </div>
    </RequireAuth>
  )
}

function OwnPosts() {
  const list = useOwnPosts()
  const { posts, error, fetchNextPage, refetch } = list
  return (
    <section className="plate own-posts" aria-labelledby="own-posts">
      <h2 id="own-posts" className="padded">
        Your posts
      </h2>
      {posts?.length === 0 && (
        <p className="padded muted">You haven’t posted anything yet. Your posts will show here.</p>
      )}
      {posts && posts.length > 0 && (
        <ul>
          {posts.map((post) => (
            <OwnPost key={post.id} post={post} />
          ))}
        </ul>
      )}
      {error && (
        <div className="padded">
          <LoadError
            message={errorMessage(error, 'An error occurred while fetching posts.')}
            onRetry={() => (posts ? fetchNextPage() : refetch())}
          />
        </div>
      )}
      {!posts && !error && <Skeleton className="padded" lines={['row', 'row']} />}
      {list.hasNextPage && !error && (
        <div className="padded">
          <LoadMoreButton list={list} />
        </div>
      )}
    </section>
  )
}

const statuses: Record<PostStatus, { label: string; className: string; Icon: typeof Clock }> = {
  pending: { label: 'Under review', className: 'tag warning', Icon: Clock },
  approved: { label: 'Published', className: 'tag success', Icon: CircleCheck },
  rejected: { label: 'Not published', className: 'tag error', Icon: CircleAlert },
}

function OwnPost({ post }: { post: Post }) {
  const { label, className, Icon } = statuses[post.status]
  return (
    <li className="own-post">
      {post.image_sizes.length > 0 && (
        <PostImage post={post} sizes="64px" className="own-post-image" />
      )}
      <div>
        <Link to={`/post/${post.id}`} prefetch="intent" dir="auto">
          {post.title}
        </Link>
        <p className="row wrap small muted tabular">
          <span className={className}>
            <Icon className="icon" aria-hidden="true" />
            {label}
          </span>
          {formatDateTime(new Date(post.published_at ?? post.created_at))}
          {post.status === 'approved' && ` · ${commentCount(post.comment_count)}`}
        </p>
        {post.status === 'rejected' && (
          <p className="small own-post-reason">
            <StaffReason reason={post.reason} />{' '}
            <Link to={`/post/${post.id}`} state={{ edit: true }} prefetch="intent">
              Edit your post
            </Link>{' '}
            and we’ll review it again.
          </p>
        )}
      </div>
    </li>
  )
}
