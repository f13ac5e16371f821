import { useQuery } from '@tanstack/react-query'
import { countDesk } from '#contract/desk.ts'
import { query } from '../api.ts'
import { usePendingCount } from '../moderation/pending-count.tsx'

const REFETCH_MS = 60_000

/** The number of payments on the desk. */
export function DeskBadge() {
  const { data } = useQuery({ ...query(countDesk, {}), refetchInterval: REFETCH_MS })
  return <Badge count={data?.open} />
}

/** The number of posts and reports to review. */
export function PostsBadge() {
  const { data } = usePendingCount()
  return <Badge count={data && data.pending + data.edited + data.reports} />
}

/** How many wait, next to a link of the navigation; nothing at zero. */
const Badge = ({ count = 0 }: { count: number | undefined }) =>
  count > 0 && (
    <span className="tag warning tabular">
      {count}
      <span className="visually-hidden"> waiting</span>
    </span>
  )
