import { WaitingPlate } from '../../ui/waiting.tsx'
import { moderationPath } from './paths.ts'
import { useWaiting } from './use-waiting.ts'
import { waitingWords } from './words.ts'

/** The posts on the home of staff. */
export function PostsPlate() {
  const { data, error, refetch } = useWaiting()
  return (
    <WaitingPlate
      id="posts-wait"
      title="Posts"
      words={data && waitingWords(data)}
      some={data !== undefined && data.pending + data.edited + data.reports > 0}
      error={error}
      again={() => void refetch()}
      to={moderationPath()}
      go="Look at the posts"
    />
  )
}
