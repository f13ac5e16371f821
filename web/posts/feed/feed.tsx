import { ArrowUp } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { DEFAULT_PAGE_SIZE } from '#contract/page.ts'
import { ApiError } from '../../api.ts'
import { usePageUser } from '../../session.ts'
import { Button } from '../../ui/button.tsx'
import { errorMessage } from '../../ui/error-message.ts'
import { lazyOptional } from '../../ui/lazy.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { FetchFailed, MessagePlate } from '../../ui/message-plate.tsx'
import { Note } from '../../ui/note.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { useOwnPosts } from '../use-own-posts.ts'
import { FeedCards, FeedSkeleton, MoreCardsSkeleton, postLinkId } from './feed-cards.tsx'
import { OwnNotices } from './own-notices.tsx'
import { type SsrFeed, useFeed, useSsrFeed } from './use-feed.ts'

/** Loaded for staff only. If loading fails, the note is omitted instead of failing the page. */
const PendingPostsSentence = lazyOptional(
  async () => (await import('../../moderation/pending-count.tsx')).PendingPostsSentence,
)

/** Shown to staff above the feed. The space of its sentence is reserved, so that nothing moves when it loads. */
function ModerationNote() {
  if (!usePageUser()?.is_staff) return null
  return (
    <div className="space-above">
      <Note kind="information">
        <Link to="/staff/posts">Review posts</Link>
        <span className="tabular moderation-note-sentence">
          <Suspense>
            <PendingPostsSentence />
          </Suspense>
        </span>
      </Note>
    </div>
  )
}

const feedError = (error: Error) =>
  error instanceof ApiError && error.status === 404
    ? 'Posts not found'
    : errorMessage(error, 'An error occurred while fetching posts.')

interface FocusTarget {
  /** The post to focus, which is on screen or will be after the next render. */
  id: number | undefined
  /** Focuses the card after that post instead. */
  after: boolean
}

function findLink({ id, after }: FocusTarget) {
  const link = document.getElementById(postLinkId(id))
  return after ? link?.closest('li')?.nextElementSibling?.querySelector('a') : link
}

export function Feed({ ssrFeed }: { ssrFeed: SsrFeed | null }) {
  useSsrFeed(ssrFeed)
  const feed = useFeed()
  const own = useOwnPosts()
  const { posts, newPosts, error } = feed
  const [focusTarget, setFocusTarget] = useState<FocusTarget | null>(null)
  useEffect(() => {
    const link = posts && focusTarget && findLink(focusTarget)
    if (!link) return
    link.closest('li')?.scrollIntoView()
    link.focus({ preventScroll: true })
    setFocusTarget(null)
  }, [focusTarget, posts])

  // Notices and posts appear together, so that nothing moves.
  const isLoaded = posts !== undefined && !own.isLoading
  return (
    <>
      {isLoaded && <ModerationNote />}
      {isLoaded && <OwnNotices posts={own.posts ?? []} ssrDismissed={ssrFeed?.dismissed} />}
      <NewPostsButton
        count={newPosts.length}
        onShow={() => {
          setFocusTarget({ id: newPosts[0]?.id, after: false })
          feed.showNewPosts()
        }}
      />
      {isLoaded && posts.length === 0 && <EmptyFeed />}
      {isLoaded && posts.length > 0 && <FeedCards posts={posts} />}
      {!isLoaded && !error && <FeedSkeleton />}
      <FeedEnd
        isEmpty={!isLoaded || posts.length === 0}
        hasMore={isLoaded && feed.hasNextPage}
        busy={feed.isFetchingNextPage}
        error={
          error &&
          (posts ? (
            <LoadError message={feedError(error)} onRetry={() => feed.fetchNextPage()} />
          ) : (
            <FetchFailed
              title="The feed couldn’t be loaded"
              message={feedError(error)}
              onRetry={() => feed.refetch()}
            />
          ))
        }
        onLoadMore={() => void feed.fetchNextPage()}
        onPress={() => setFocusTarget({ id: posts?.at(-1)?.id, after: true })}
      />
    </>
  )
}

function newPostsLabel(count: number): string {
  if (count === 1) return '1 new post. Show it'
  return `${count < DEFAULT_PAGE_SIZE ? count : `${DEFAULT_PAGE_SIZE} or more`} new posts. Show them`
}

/** The button for new posts. It floats over the feed, so that nothing moves until it is pressed. */
const NewPostsButton = ({ count, onShow }: { count: number; onShow: () => void }) => (
  <div className="new-posts" role="status">
    {count > 0 && (
      <button type="button" className="button" onClick={onShow}>
        <ArrowUp className="icon" aria-hidden="true" />
        {newPostsLabel(count)}
      </button>
    )}
  </div>
)

const EmptyFeed = () => (
  <MessagePlate className="space-above" title="Hmmm... no posts yet!">
    <p className="muted">Be the first to say something.</p>
    <p>
      <Link className="button" to="/advertise">
        Write a post
      </Link>
    </p>
  </MessagePlate>
)

/** How far before the end of the page the next posts start to load. */
const LOAD_AHEAD = '900px 0px'

interface FeedEndProps {
  isEmpty: boolean
  hasMore: boolean
  busy: boolean
  error: ReactNode
  onLoadMore: () => void
  /** Called when the button is pressed, but not for loading by scrolling. */
  onPress: () => void
}

/** Loads more posts near the end of the page, or at the press of a button. */
function FeedEnd({ isEmpty, hasMore, busy, error, onLoadMore, onPress }: FeedEndProps) {
  const hydrated = useHydrated()
  const end = useRef<HTMLDivElement>(null)
  const canLoad = hasMore && !busy && !error
  const loadMore = useEffectEvent(onLoadMore)
  useEffect(() => {
    if (!canLoad || !end.current) return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && loadMore(),
      { rootMargin: LOAD_AHEAD },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [canLoad])

  function press() {
    if (busy) return
    onPress()
    onLoadMore()
  }
  return (
    <div className="feed-end" ref={end}>
      {busy && <MoreCardsSkeleton />}
      {error}
      {hasMore && !error && (
        <Button
          variant={hydrated ? 'secondary' : 'secondary waking'}
          busy={busy}
          busyLabel="Loading more posts..."
          disabled={!hydrated}
          onClick={press}
        >
          Show more posts
        </Button>
      )}
      <p className="muted" role="status">
        {!isEmpty && !hasMore && !error && 'That’s everything for now.'}
      </p>
    </div>
  )
}
