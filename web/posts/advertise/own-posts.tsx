import { BusyIndicator } from '../../ui/button.tsx'
import { errorMessage } from '../../ui/error-message.ts'
import { LoadError } from '../../ui/load-error.tsx'
import { OwnPost } from './own-post.tsx'
import { useOwnPosts } from './use-own-posts.ts'

/** Everything that one has handed in, with what staff said of it. */
export function OwnPosts() {
  const { posts, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useOwnPosts()
  return (
    <section className="plate own-posts" aria-labelledby="own-posts">
      <h2 id="own-posts" className="pad">
        Your posts
      </h2>
      {posts?.length === 0 && (
        <p className="pad muted">You have not posted anything yet. What you send shows here.</p>
      )}
      {posts && posts.length > 0 && (
        <ul>
          {posts.map((post) => (
            <OwnPost key={post.id} post={post} />
          ))}
        </ul>
      )}
      {error && (
        <div className="pad">
          <LoadError
            message={errorMessage(error, 'An error occurred while fetching posts.')}
            onRetry={() => void (posts ? fetchNextPage() : refetch())}
          />
        </div>
      )}
      {!posts && !error && (
        <div className="pad stack patient" role="status">
          <span className="visually-hidden">Loading...</span>
          <span className="skeleton h-10" />
          <span className="skeleton h-10" />
        </div>
      )}
      {hasNextPage && !error && (
        <div className="pad">
          <button
            type="button"
            className="button secondary block"
            aria-busy={isFetchingNextPage}
            onClick={() => !isFetchingNextPage && void fetchNextPage()}
          >
            Show more
            {isFetchingNextPage && <BusyIndicator />}
          </button>
        </div>
      )}
    </section>
  )
}
