import { useQuery } from '@tanstack/react-query'
import { countApprovals } from '#contract/approvals.ts'
import { ksh } from '#rules/money.ts'
import { query } from '../api.ts'
import { PendingCard } from '../ui/pending.tsx'
import { approvalsPath } from './texts.ts'

const REFETCH_MS = 60_000

const useApprovalCount = () =>
  useQuery({ ...query(countApprovals, {}), refetchInterval: REFETCH_MS })

/** The number of acts that wait for this user's approval, after the name of the approvals page. */
export function ApprovalsCount() {
  const { data } = useApprovalCount()
  return data && data.for_you > 0 ? ` ${data.for_you}` : null
}

/** The card on the staff's home page, shown while acts wait for approval. */
export function ApprovalsCard() {
  const { data, error, refetch } = useApprovalCount()
  if (!data || data.open === 0) return null
  const requests = data.open === 1 ? '1 request is waiting' : `${data.open} requests are waiting`
  return (
    <PendingCard
      id="to-approve"
      title="To approve"
      sentence={`${requests} for a second person: ${ksh(data.shillings)}.`}
      main={false}
      error={error}
      onRetry={() => refetch()}
      to={approvalsPath('open')}
      linkLabel="See the requests"
    />
  )
}
