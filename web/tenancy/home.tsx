import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { User } from '#contract/auth.ts'
import { getAccountNumber, getPaymentSummary, type PaymentSummary } from '#contract/tenancy.ts'
import { formatDay } from '#rules/calendar.ts'
import { ApiError, query } from '../api.ts'
import { useEarlyPress } from '../early-input.ts'
import { Notices } from '../layout/notices.tsx'
import { OfficePhone } from '../layout/office-phone.tsx'
import { whenLoaded, whenPageSettled } from '../page-settled.ts'
import { errorMessage } from '../ui/error-message.ts'
import { lazyOptional, lazyPart, lazyWithRetry } from '../ui/lazy.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { FetchesFailed } from '../ui/message-plate.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import { latestVouchersQuery } from '../wifi/running-vouchers.ts'
import { AccountCard, readSavedAccount, SavedAccountCard, saveAccount } from './account-card.tsx'
import { HomeHero, windowSentence } from './home-hero.tsx'
import { AccountSkeleton, RoomSkeleton } from './home-skeleton.tsx'
import { RoomCard } from './room-card.tsx'

export { SavedAccountCard }

export type HomeUser = Pick<User, 'first_name' | 'company'>

/** Loaded on demand, because visitors and staff don't need it. */
const WifiPlate = lazyPart(async () => (await import('../wifi/wifi-plate.tsx')).WifiPlate)
/** Loaded only for the few users without a room. */
const loadNoRoom = () => import('./no-room.tsx')
const RoomsOffer = lazyWithRetry(async () => (await loadNoRoom()).RoomsOffer)
const HowToMoveIn = lazyWithRetry(async () => (await loadNoRoom()).HowToMoveIn)

/** Loaded once the page has settled, because the rest of the home page comes first. */
const RefusedPosts = lazyOptional(async () => {
  await whenPageSettled()
  return (await import('../posts/refused-posts.tsx')).RefusedPosts
})

/** Notices of what staff did to the account are news, so they load as soon as the page has loaded. */
const AccountNotices = lazyOptional(async () => {
  await whenLoaded()
  return (await import('../account-notices/account-notices.tsx')).AccountNotices
})

/** Promises and plans to pay later, shown below the amount owed. */
const OwnAgreements = lazyOptional(async () => {
  await whenLoaded()
  return (await import('../agreements/own-agreements.tsx')).OwnAgreements
})

/** Shown while the code of the wifi plate is being fetched. */
const WifiSkeleton = () => (
  <div className="plate padded wifi-plate">
    <h2>My wifi</h2>
    <Skeleton className="space-above" lines={['bar', 'text']} />
  </div>
)

const FETCH_FAILED = {
  room: 'An error occurred while fetching payments.',
  account: 'An error occurred while fetching account.',
  wifi: 'Your wifi couldn’t be loaded.',
}

const isNotFound = (error: Error | null) => error instanceof ApiError && error.status === 404

const leftRoom = (last: PaymentSummary['last_room']) =>
  last
    ? `You moved out of room ${last.room_number} on ${formatDay(last.left_on)}.`
    : 'You don’t have a room at the moment.'

/** The page `/` of a tenant. */
export function TenantHome({ user }: { user: HomeUser }) {
  const hydrated = useHydrated()
  const columns = useRef<HTMLDivElement>(null)
  useEarlyPress(columns)
  const summary = useQuery(query(getPaymentSummary, {}))
  const [saved] = useState(readSavedAccount)
  const account = useQuery({
    ...query(getAccountNumber, {}),
    // Marked as outdated, so that it is refetched at once.
    ...(saved && { initialData: saved, initialDataUpdatedAt: 0 }),
  })
  useEffect(() => {
    if (account.data) saveAccount(account.data)
  }, [account.data])
  // Not fetched here: the wifi plate fetches its own data.
  const wifi = useQuery({ ...latestVouchersQuery, enabled: false })
  const failures = [
    { ...summary, isMissed: !summary.data, sentence: FETCH_FAILED.room },
    { ...account, isMissed: !isNotFound(account.error), sentence: FETCH_FAILED.account },
    { ...wifi, isMissed: !wifi.data, sentence: FETCH_FAILED.wifi },
  ].flatMap(({ error, isMissed, sentence, refetch }) =>
    error && isMissed ? [{ refetch, message: errorMessage(error, sentence) }] : [],
  )
  // A single failure is shown in its own place; several are shown as one failure of the page.
  const failure = failures.length > 1 && (
    <FetchesFailed title="Some of this page couldn’t be loaded" failures={failures}>
      <OfficePhone />
    </FetchesFailed>
  )
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
          ? leftRoom(summary.data.last_room)
          : undefined
  const more = (
    <>
      {!(failure && wifi.error) && (
        <Suspense fallback={<WifiSkeleton />}>
          {hydrated ? <WifiPlate /> : <WifiSkeleton />}
        </Suspense>
      )}
      {/* A user who has never had a room has no rent to pay. */}
      {!noTenancy && (
        <div className="home-links">
          <Link className="button secondary block" to="/transactions">
            Transaction history
          </Link>
          <Link to="/statement">Statement of account</Link>
          <Link to="/pay-links">Let someone else pay by link</Link>
          <Link to="/where-is-my-payment">Paid, but your balance hasn’t changed?</Link>
        </div>
      )}
    </>
  )
  const news = <Suspense>{hydrated && <RefusedPosts />}</Suspense>
  return (
    <>
      <HomeHero firstName={user.first_name} roomNumber={room ?? next?.room_number} lead={lead} />
      <Notices />
      <Suspense>{hydrated && <AccountNotices />}</Suspense>
      {noTenancy ? (
        <div className="page home-columns">
          <Suspense fallback={<RoomSkeleton />}>
            <RoomsOffer slug={user.company.slug} />
          </Suspense>
          <div className="stack">
            {news}
            <Suspense>
              <HowToMoveIn />
            </Suspense>
            {more}
          </div>
        </div>
      ) : (
        <div className="page home-columns" ref={columns}>
          {summary.data ? (
            <RoomCard summary={summary.data} slug={user.company.slug} />
          ) : summary.error ? (
            failure || (
              <LoadError
                message={errorMessage(summary.error, FETCH_FAILED.room)}
                onRetry={() => summary.refetch()}
              />
            )
          ) : (
            <RoomSkeleton />
          )}
          <div className="stack">
            {news}
            {/* Left out when the summary can't be loaded, because a message says so already. */}
            {!(summary.error && !summary.data) && (
              <Suspense>{hydrated && <OwnAgreements />}</Suspense>
            )}
            {!(summary.error && !summary.data) && failure}
            {account.error && !failure && (
              <LoadError
                message={
                  isNotFound(account.error)
                    ? 'Student not found'
                    : errorMessage(account.error, FETCH_FAILED.account)
                }
                onRetry={() => account.refetch()}
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
