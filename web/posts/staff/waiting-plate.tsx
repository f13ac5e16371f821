import { Link } from 'react-router'
import { Failed } from '../../ui/failed.tsx'
import { failureWords } from '../../ui/failure-words.ts'
import { moderationPath } from './paths.ts'
import { useWaiting } from './use-waiting.ts'
import { waitingWords } from './words.ts'

/** The posts on the home of staff. */
export function WaitingPlate() {
  const { data, error, refetch } = useWaiting()
  const some = data && data.pending + data.edited + data.reports > 0
  return (
    <section className="plate pad stack-s" aria-labelledby="posts-wait">
      <h2 id="posts-wait">Posts</h2>
      {data ? (
        <p className="num">{waitingWords(data)}</p>
      ) : error ? (
        <Failed
          message={failureWords(error, 'What waits could not be fetched.')}
          again={() => void refetch()}
        />
      ) : (
        <p className="patient" role="status">
          <span className="sr">Loading...</span>
          <span className="sk w-56 max-w-full" />
        </p>
      )}
      <p>
        <Link className={some ? 'btn' : 'btn sec'} to={moderationPath()}>
          Look at the posts
        </Link>
      </p>
    </section>
  )
}
