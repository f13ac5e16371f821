import { PendingBadge } from '../../ui/pending.tsx'
import { useWaiting } from './use-waiting.ts'

/** How many posts and reports wait. */
export function PostsTag() {
  const { data } = useWaiting()
  return <PendingBadge count={data ? data.pending + data.edited + data.reports : 0} />
}
