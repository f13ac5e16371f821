import { PendingCard } from '../../ui/pending.tsx'
import { moderationPath } from './paths.ts'
import { useWaiting } from './use-waiting.ts'
import { waitingWords } from './words.ts'

/** The posts on the home of staff. */
export function PostsPlate() {
  const { data, error, refetch } = useWaiting()
  return (
    <PendingCard
      id="posts-wait"
      title="Posts"
      words={data && waitingWords(data)}
      some={data !== undefined && data.pending + data.edited + data.reports > 0}
      error={error}
      onRetry={() => void refetch()}
      to={moderationPath()}
      go="Look at the posts"
    />
  )
}
