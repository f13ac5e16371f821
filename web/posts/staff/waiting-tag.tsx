import { WaitingTag } from '../../ui/waiting.tsx'
import { useWaiting } from './use-waiting.ts'

/** How many posts and reports wait. */
export function PostsTag() {
  const { data } = useWaiting()
  return <WaitingTag count={data ? data.pending + data.edited + data.reports : 0} />
}
