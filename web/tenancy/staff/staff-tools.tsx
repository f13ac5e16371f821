import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { countDesk } from '#contract/desk.ts'
import type { CallInput, Endpoint } from '#contract/endpoint.ts'
import { getLedgerTotals, listBalances } from '#contract/ledger.ts'
import { countModeration } from '#contract/moderation.ts'
import { listRooms, listTenants } from '#contract/tenants.ts'
import { dayOf } from '#rules/calendar.ts'
import { query } from '../../api.ts'
import { ApprovalsCard } from '../../approvals/pending.tsx'
import { PendingPostsCard } from '../../moderation/pending-count.tsx'
import { Permitted } from '../../permission.tsx'
import { Checklist } from '../../settings/checklist.tsx'
import { errorMessage } from '../../ui/error-message.ts'
import { FetchesFailed } from '../../ui/message-plate.tsx'
import { Figures } from './figures.tsx'
import { RemoveForm } from './remove-form.tsx'
import { LargestDebts, UpcomingMoves } from './short-lists.tsx'
import { TransferForm } from './transfer-form.tsx'
import { fetchErrorMessage } from './use-tenants.ts'
import './moving.css'
import './staff-home.css'
import './tenants.css'

/** The failure of a part's query, or nothing. `useQueries` isn't used, because tenants would have to load it too. */
function useFailure<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  messageOf = (error: Error) => errorMessage(error, 'Please try again.'),
) {
  const { data, error, refetch } = useQuery({ ...query(endpoint, input), enabled: false })
  return error && data === undefined ? [{ refetch, message: messageOf(error) }] : []
}

/** The home page of staff: the residence in figures, pending decisions, debts and moves, and the two forms. */
export function StaffTools({ desk }: { desk: ReactNode }) {
  const failed = [
    ...useFailure(listTenants, {}, (error) => fetchErrorMessage(error, 'Tenants')),
    ...useFailure(listRooms, { query: {} }, (error) => fetchErrorMessage(error, 'Rooms')),
    ...useFailure(listBalances, {}),
    ...useFailure(getLedgerTotals, {}),
    ...useFailure(countDesk, {}),
    ...useFailure(countModeration, {}),
  ]
  // A single failure is shown in its own place; several are shown as one failure of the page.
  if (failed.length > 1) {
    return (
      <div className="page staff-home">
        <FetchesFailed title="This page couldn’t be loaded" failures={failed} />
      </div>
    )
  }
  const today = dayOf(new Date())
  return (
    <div className="page staff-home">
      <Checklist />
      <Figures today={today} />
      <div className="staff-overview">
        <div className="staff-tasks">
          <div className="plate staff-pending">
            {desk}
            <ApprovalsCard />
            <PendingPostsCard />
          </div>
          <UpcomingMoves today={today} />
        </div>
        <LargestDebts />
      </div>
      <div className="staff-forms">
        <Permitted to="tenancies" what="move or remove tenants">
          <TransferForm />
          <RemoveForm />
        </Permitted>
      </div>
    </div>
  )
}
