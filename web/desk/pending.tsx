import { useQuery } from '@tanstack/react-query'
import { countDesk } from '#contract/desk.ts'
import type { Received } from '#contract/endpoint.ts'
import { kshCents } from '#rules/money.ts'
import { query } from '../api.ts'
import { PendingBadge, PendingCard } from '../ui/pending.tsx'

const REFETCH_MS = 60_000

const useDeskCount = () => useQuery({ ...query(countDesk, {}), refetchInterval: REFETCH_MS })

/** The number of open desk items, for the navigation. */
export function DeskBadge() {
  const { data } = useDeskCount()
  return <PendingBadge count={data?.open ?? 0} />
}

/** The card of the desk on the staff's home page; its link is the main button while payments wait. */
export function DeskCard() {
  const { data, error, refetch } = useDeskCount()
  return (
    <PendingCard
      id="payments-desk"
      title="Desk"
      sentence={data && pendingText(data)}
      main={data !== undefined && data.open > 0}
      error={error}
      onRetry={() => refetch()}
      to="/staff/desk"
      linkLabel="Open the desk"
    />
  )
}

function pendingText({ open, cents, taken_back_cents }: Received<typeof countDesk>): string {
  if (open === 0) return 'No payments are waiting.'
  const payments = open === 1 ? '1 payment needs' : `${open} payments need`
  const sums = [
    cents > 0 && kshCents(cents),
    taken_back_cents > 0 && `${kshCents(taken_back_cents)} that M‑Pesa took back`,
  ].filter(Boolean)
  return `${payments} a decision${sums.length > 0 ? `: ${sums.join(' and ')}` : ''}.`
}
