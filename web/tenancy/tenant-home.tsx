import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { User } from '#contract/auth.ts'
import { getAccountNumber, getPaymentSummary } from '#contract/tenancy.ts'
import { formatDay } from '#rules/calendar.ts'
import { ApiError, query } from '../api.ts'
import { Notices } from '../layout/notices.tsx'
import { errorMessage } from '../ui/error-message.ts'
import { LoadError } from '../ui/load-error.tsx'
import { AccountCard } from './account-card.tsx'
import { HomeHero, windowSentence } from './home-hero.tsx'
import { AccountSkeleton, RoomSkeleton } from './home-skeleton.tsx'
import { NoTenancy } from './no-tenancy.tsx'
import { RoomCard } from './room-card.tsx'

const isMissing = (error: Error | null) => error instanceof ApiError && error.status === 404

export function TenantHome({ user }: { user: User }) {
  const summary = useQuery(query(getPaymentSummary, {}))
  const account = useQuery(query(getAccountNumber, {}))
  const room = summary.data?.room_number ?? null
  const noTenancy = isMissing(summary.error) && isMissing(account.error)
  const next = summary.data?.next_room
  const lead = room
    ? windowSentence(room)
    : next
      ? `You move in on ${formatDay(next.from)}.`
      : summary.data || noTenancy
        ? 'You have no room now.'
        : undefined
  const more = (
    <p className="row wrap">
      <Link className="button secondary" to="/wifi">
        My wifi
      </Link>
      <Link className="button secondary" to="/transactions">
        Transaction history
      </Link>
    </p>
  )
  return (
    <>
      <HomeHero firstName={user.first_name} roomNumber={room ?? next?.room_number} lead={lead} />
      <Notices />
      {noTenancy ? (
        <>
          <NoTenancy slug={user.company.slug} />
          <div className="page space-above">{more}</div>
        </>
      ) : (
        <div className="page cols">
          {summary.data ? (
            <RoomCard summary={summary.data} />
          ) : summary.error ? (
            <LoadError
              message={errorMessage(summary.error, 'An error occurred while fetching payments.')}
              onRetry={() => void summary.refetch()}
            />
          ) : (
            <RoomSkeleton />
          )}
          <div className="stack">
            {account.data ? (
              <AccountCard account={account.data} />
            ) : account.error ? (
              <LoadError
                message={
                  isMissing(account.error)
                    ? 'Student not found'
                    : errorMessage(account.error, 'An error occurred while fetching account.')
                }
                onRetry={() => void account.refetch()}
              />
            ) : (
              <AccountSkeleton />
            )}
            {more}
          </div>
        </div>
      )}
    </>
  )
}
