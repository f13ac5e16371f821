import { useEffect, useState } from 'react'
import { ApiError } from '../../api.ts'
import { errorMessage } from '../../ui/error-message.ts'
import { LoadError } from '../../ui/load-error.tsx'
import { useOwnPosts } from '../advertise/use-own-posts.ts'
import { ModerationNote } from '../staff/moderation-note.tsx'
import { type DrawnFeed, useDrawnFeed } from './drawn-feed.ts'
import { FeedEmpty } from './feed-empty.tsx'
import { FeedHead } from './feed-head.tsx'
import { FeedList } from './feed-list.tsx'
import { FeedMore } from './feed-more.tsx'
import { FeedNews } from './feed-news.tsx'
import { FeedSkeleton } from './feed-skeleton.tsx'
import { OwnNotices } from './own-notices.tsx'
import { useFeed } from './use-feed.ts'

const wordsOf = (error: Error) =>
  error instanceof ApiError && error.status === 404
    ? 'Posts not found'
    : errorMessage(error, 'An error occurred while fetching posts.')

/** The link of a post's card, or of the one after it. */
function linkOf({ id, after }: { id: number | undefined; after: boolean }) {
  const link = document.getElementById(`post-${id}`)
  return after ? link?.closest('li')?.nextElementSibling?.querySelector('a') : link
}

export function Feed({ drawn }: { drawn: DrawnFeed | null }) {
  useDrawnFeed(drawn)
  const feed = useFeed()
  const own = useOwnPosts()
  const { posts, news, error } = feed
  const [wanted, want] = useState<Parameters<typeof linkOf>[0] | null>(null)
  useEffect(() => {
    const link = posts && wanted && linkOf(wanted)
    if (!link) return
    link.closest('li')?.scrollIntoView()
    link.focus({ preventScroll: true })
    want(null)
  }, [wanted, posts])

  // The notices stand above the posts: both come at once, so that nothing moves.
  const settled = posts !== undefined && !own.isLoading
  return (
    <div className="page feed-page">
      <FeedHead />
      {settled && <ModerationNote />}
      {settled && <OwnNotices posts={own.posts ?? []} drawn={drawn?.put_away} />}
      <FeedNews
        count={news.length}
        onShow={() => {
          want({ id: news[0]?.id, after: false })
          feed.showNews()
        }}
      />
      {settled && posts.length === 0 && <FeedEmpty />}
      {settled && posts.length > 0 && <FeedList posts={posts} />}
      {!settled && !error && <FeedSkeleton />}
      <FeedMore
        count={settled ? posts.length : 0}
        more={settled && feed.hasNextPage}
        busy={feed.isFetchingNextPage}
        failed={
          error && (
            <LoadError
              message={wordsOf(error)}
              onRetry={() => void (posts ? feed.fetchNextPage() : feed.refetch())}
            />
          )
        }
        onMore={() => void feed.fetchNextPage()}
        onPressed={() => want({ id: posts?.at(-1)?.id, after: true })}
      />
    </div>
  )
}
