import { useQuery } from '@tanstack/react-query'
import type { User } from '#contract/auth.ts'
import { getPaymentSummary } from '#contract/tenancy.ts'
import type { Voucher } from '#contract/wifi.ts'
import { dataLeft, formatDataSize } from '#rules/wifi.ts'
import { isMissing, query } from '../api.ts'
import { OwnWindow } from '../art/own-window.tsx'
import { formatBalance } from '../payments/format-balance.ts'
import { BalanceAndPay, roomAndRent, roomText } from '../tenancy/room-card.tsx'
import { errorMessage } from '../ui/error-message.ts'
import { LoadError } from '../ui/load-error.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useRunningVouchers } from '../wifi/running-vouchers.ts'
import { LinkRow, OwnDocuments, ProfileBanner } from './profile-parts.tsx'

const summaryQuery = query(getPaymentSummary, {})

const NO_ROOM = 'You don’t have a room yet'

/** The user's room, below the name. */
export function OwnRoomLine() {
  const { data, error } = useQuery(summaryQuery)
  return data ? roomText(data) : isMissing(error) ? NO_ROOM : null
}

/** A tenant's window and balance, which a phone has on the home page only, and links to the pages about their money and wifi. */
export function ProfileStay({ user }: { user: User }) {
  const { data, error, refetch } = useQuery(summaryQuery)
  const { running } = useRunningVouchers()
  const noRoom = isMissing(error)
  return (
    <>
      <div className="plate profile-plate">
        <section className="profile-room" aria-labelledby="own-room">
          <ProfileBanner
            id="own-room"
            title="Your room"
            line={data ? roomAndRent(data) : noRoom ? NO_ROOM : '\u00a0'}
            picture={
              <OwnWindow roomNumber={data?.room_number ?? data?.next_room?.room_number ?? null} />
            }
          />
          {!noRoom && (
            <div className="padded">
              {data ? (
                <BalanceAndPay summary={data} />
              ) : error ? (
                <LoadError
                  message={errorMessage(error, 'An error occurred while fetching payments.')}
                  onRetry={() => refetch()}
                />
              ) : (
                <Skeleton lines={['word', 'bar', 'text']} />
              )}
            </div>
          )}
        </section>
        <nav aria-label="Your money and wifi">
          {noRoom ? (
            <LinkRow to={`/auth/onboard/${user.company.slug}`} label="Move in" />
          ) : (
            <LinkRow
              className="only-narrow"
              to="/"
              label="Balance"
              value={data && formatBalance(data.current_month_balance, 'amount')}
            />
          )}
          <LinkRow to="/wifi" label="My wifi" value={running && wifiText(running)} />
          <LinkRow to="/transactions" label="Transaction history" />
          <LinkRow to="/letters" label="Letters and statements" />
        </nav>
      </div>
      <OwnDocuments user={user} />
    </>
  )
}

/** What is left of the bundle in use. */
const wifiText = ([bundle]: Voucher[]) =>
  bundle ? `${formatDataSize(dataLeft(bundle))} left` : 'No bundle'
