import { useQuery } from '@tanstack/react-query'
import { countModeration } from '#contract/moderation.ts'
import { query } from '../api.ts'

/** Polled, because no socket event announces new posts and reports. */
export const MODERATION_POLL_MS = 30_000

/** The number of posts and reports that staff have to look at. */
export const usePendingCount = () =>
  useQuery({ ...query(countModeration, {}), refetchInterval: MODERATION_POLL_MS })

type Counts = NonNullable<ReturnType<typeof usePendingCount>['data']>

/** `2 posts to review, 1 edited post to check.` */
function pendingSentence({ pending, edited, reports }: Counts): string {
  const part = (count: number, one: string, more: string) =>
    count === 0 ? [] : [`${count} ${count === 1 ? one : more}`]
  const parts = [
    ...part(pending, 'post to review', 'posts to review'),
    ...part(edited, 'edited post to check', 'edited posts to check'),
    ...part(reports, 'report to read', 'reports to read'),
  ]
  return parts.length === 0 ? 'No posts to review.' : `${parts.join(', ')}.`
}

export function PendingPostsSentence() {
  const { data } = usePendingCount()
  return data && pendingSentence(data)
}
