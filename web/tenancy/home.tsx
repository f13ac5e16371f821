import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { User } from '#contract/auth.ts'
import { getAccountNumber, getPaymentSummary } from '#contract/tenancy.ts'
import { formatDay } from '#rules/calendar.ts'
import { ApiError, query } from '../api.ts'
import { OwnWindow } from '../art/own-window.tsx'
import { Notices } from '../layout/notices.tsx'
import { whenPageSettled } from '../page-settled.ts'
import { errorMessage } from '../ui/error-message.ts'
import { lazyOptional, lazyWithRetry } from '../ui/lazy.ts'
import { LoadError } from '../ui/load-error.tsx'
import { AccountCard, readSavedAccount, SavedAccountCard, saveAccount } from './account-card.tsx'
import { HomeHero, windowSentence } from './home-hero.tsx'
import { AccountSkeleton, RoomSkeleton } from './home-skeleton.tsx'
import { RoomCard } from './room-card.tsx'

export { SavedAccountCard }

/** The page `/` of a signed-in user. */
export const Home = ({ user }: { user: User }) =>
  user.is_staff ? <StaffHome user={user} /> : <TenantHome user={user} />

/** Loaded on demand, because tenants load this file too. */
const DeskCard = lazyWithRetry(async () => (await import('../desk/pending.tsx')).DeskCard)
const WifiPlate = lazyWithRetry(async () => (await import('../wifi/wifi-plate.tsx')).WifiPlate)
const OccupiedHouse = lazyWithRetry(
  async () => (await import('./staff/occupied-house.tsx')).OccupiedHouse,
)
const StaffTools = lazyWithRetry(async () => (await import('./staff/staff-tools.tsx')).StaffTools)

/** For the few without a room. */
const loadNoRoom = () => import('./no-room.tsx')
const RoomsOffer = lazyWithRetry(async () => (await loadNoRoom()).RoomsOffer)
const HowToMoveIn = lazyWithRetry(async () => (await loadNoRoom()).HowToMoveIn)

/** What the home page itself shows comes first. */
const RefusedPosts = lazyOptional(async () => {
  await whenPageSettled()
  return (await import('../posts/refused-posts.tsx')).RefusedPosts
})

const StaffHome = ({ user }: { user: User }) => (
  <>
    <HomeHero
      firstName={user.first_name}
      lead={`You look after ${user.company.name}.`}
      picture={
        <Suspense fallback={<OwnWindow roomNumber={null} />}>
          <OccupiedHouse />
        </Suspense>
      }
    />
    <Notices />
    <Suspense fallback={<div className="page staff-home-loading" />}>
      <StaffTools desk={<DeskCard />} />
    </Suspense>
  </>
)

const isNotFound = (error: Error | null) => error instanceof ApiError && error.status === 404

function TenantHome({ user }: { user: User }) {
  const summary = useQuery(query(getPaymentSummary, {}))
  const [saved] = useState(readSavedAccount)
  const account = useQuery({
    ...query(getAccountNumber, {}),
    // Refetched at once.
    ...(saved && { initialData: saved, initialDataUpdatedAt: 0 }),
  })
  useEffect(() => {
    if (account.data) saveAccount(account.data)
  }, [account.data])
  const room = summary.data?.room_number ?? null
  const noTenancy = isNotFound(summary.error) && isNotFound(account.error)
  const next = summary.data?.next_room
  const lead = room
    ? windowSentence(room)
    : next
      ? `You move in on ${formatDay(next.from)}.`
      : noTenancy
        ? `Welcome to ${user.company.name}.`
        : summary.data
          ? 'You don’t have a room at the moment.'
          : undefined
  const more = (
    <>
      <Suspense fallback={<div className="plate wifi-plate" />}>
        <WifiPlate />
      </Suspense>
      <Link className="button secondary block" to="/transactions">
        Transaction history
      </Link>
    </>
  )
  const refused = (
    <Suspense>
      <RefusedPosts />
    </Suspense>
  )
  return (
    <>
      <HomeHero firstName={user.first_name} roomNumber={room ?? next?.room_number} lead={lead} />
      <Notices />
      {noTenancy ? (
        <div className="page home-columns">
          <Suspense fallback={<RoomSkeleton />}>
            <RoomsOffer slug={user.company.slug} />
          </Suspense>
          <div className="stack">
            {refused}
            <Suspense>
              <HowToMoveIn />
            </Suspense>
            {more}
          </div>
        </div>
      ) : (
        <div className="page home-columns">
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
            {refused}
            {account.error && (
              <LoadError
                message={
                  isNotFound(account.error)
                    ? 'Student not found'
                    : errorMessage(account.error, 'An error occurred while fetching account.')
                }
                onRetry={() => void account.refetch()}
              />
            )}
            {account.data && !isNotFound(account.error) ? (
              <AccountCard account={account.data} />
            ) : (
              !account.error && <AccountSkeleton />
            )}
            {more}
          </div>
        </div>
      )}
    </>
  )
}
