import { useQuery } from '@tanstack/react-query'
import { countDesk } from '#contract/desk.ts'
import { ksh } from '#rules/money.ts'
import { query } from '../api.ts'
import { PendingBadge, PendingCard } from '../ui/pending.tsx'

const look_again_ms = 60_000

const useWaiting = () => useQuery({ ...query(countDesk, {}), refetchInterval: look_again_ms })

/** How much waits on the desk. */
export function DeskTag() {
  const { data } = useWaiting()
  return <PendingBadge count={data?.open ?? 0} />
}

/** The desk on the home of staff. */
export function DeskPlate() {
  const { data, error, refetch } = useWaiting()
  return (
    <PendingCard
      id="payments-desk"
      title="Payments desk"
      words={data && sentenceFor(data)}
      some={data !== undefined && data.open > 0}
      error={error}
      onRetry={() => void refetch()}
      to="/staff/desk"
      go="Open the desk"
    />
  )
}

function sentenceFor({ open, shillings }: { open: number; shillings: number }): string {
  if (open === 0) return 'Nothing waits. Every payment has found its account.'
  const what = open === 1 ? '1 payment waits' : `${open} payments wait`
  return shillings > 0
    ? `${what} for a person to look at: ${ksh(shillings)}.`
    : `${what} for a person to look at.`
}
