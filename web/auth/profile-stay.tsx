import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { Link } from 'react-router'
import type { User } from '#contract/auth.ts'
import { listDocuments } from '#contract/documents.ts'
import { listSessions } from '#contract/sessions.ts'
import { getAccountNumber, getPaymentSummary } from '#contract/tenancy.ts'
import { listTransactions } from '#contract/transactions.ts'
import { groupByFour } from '#rules/account-number.ts'
import { isMissing, query } from '../api.ts'
import { Documents } from '../documents/documents.tsx'
import { OfficePhone } from '../layout/office-phone.tsx'
import { TransactionItem } from '../payments/transaction-item.tsx'
import { RoomSummary } from '../tenancy/room-card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { errorMessage } from '../ui/error-message.ts'
import { lazyOptional } from '../ui/lazy.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { FetchesFailed } from '../ui/message-plate.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { latestVouchersQuery } from '../wifi/running-vouchers.ts'
import { WifiPlate } from '../wifi/wifi-plate.tsx'

/** Comes from the home page's code, which is usually loaded already. */
const SavedAccountCard = lazyOptional(
  async () => (await import('../tenancy/home.tsx')).SavedAccountCard,
)

const FETCH_FAILED = 'An error occurred while fetching payments.'
const latestPaymentsQuery = query(listTransactions, { query: { limit: '3' } })

/** A tenant's room, balance, latest payments, wifi, log-ins and documents; for staff only the last two. */
export function ProfileStay({ user, logins }: { user: User; logins: ReactNode }) {
  // Not fetched here: the parts below fetch their own data.
  const [room, wifi, payments, documents, sessions] = [
    useQuery({ ...query(getPaymentSummary, {}), enabled: false }),
    useQuery({ ...latestVouchersQuery, enabled: false }),
    useQuery({ ...latestPaymentsQuery, enabled: false }),
    useQuery({ ...query(listDocuments, {}), enabled: false }),
    useQuery({ ...query(listSessions, {}), enabled: false }),
  ].map(({ data, error, refetch }) =>
    error && data === undefined && !isMissing(error)
      ? { refetch, message: errorMessage(error, FETCH_FAILED) }
      : null,
  )
  const failures = [room, wifi, payments, documents, sessions].filter((failure) => !!failure)
  // A single failure is shown in its own place; several are shown as one failure of the page.
  const several = failures.length > 1
  const own = <OwnDocuments name={`${user.first_name} ${user.last_name}`.trim()} />
  if (user.is_staff) {
    return (
      <>
        {logins}
        {own}
      </>
    )
  }
  return (
    <>
      {several && (
        <FetchesFailed title="Some of this page couldn’t be loaded" failures={failures}>
          <OfficePhone />
        </FetchesFailed>
      )}
      {several && room ? (
        <Suspense>
          <SavedAccountCard />
        </Suspense>
      ) : (
        <OwnRoom />
      )}
      <div className="profile-halves">
        {!(several && payments) && <LastPayments />}
        <div className="stack-large">
          {!(several && wifi) && <WifiPlate />}
          {!(several && sessions) && logins}
        </div>
      </div>
      {!(several && documents) && own}
    </>
  )
}

/** The user's room; nothing for a user who has never had one. */
function OwnRoom() {
  const summary = useQuery(query(getPaymentSummary, {}))
  const account = useQuery(query(getAccountNumber, {}))
  if (isMissing(summary.error)) return null
  return (
    <section className="plate padded profile-room" aria-labelledby="own-room">
      {summary.data ? (
        <RoomSummary id="own-room" title="Your room" summary={summary.data} />
      ) : (
        <>
          <h2 id="own-room">Your room</h2>
          {summary.error ? (
            <LoadError
              message={errorMessage(summary.error, FETCH_FAILED)}
              onRetry={() => summary.refetch()}
            />
          ) : (
            <Skeleton className="space-above" lines={['word', 'bar', 'text', 'row']} />
          )}
        </>
      )}
      {account.data && (
        <p className="row between wrap profile-account">
          <span>
            <span className="small muted">Account number</span>
            <b className="tabular nowrap">{groupByFour(account.data.account_number)}</b>
          </span>
          <CopyButton
            text={account.data.account_number}
            of="account number"
            className="button secondary compact"
          />
        </p>
      )}
    </section>
  )
}

function LastPayments() {
  const { data, error, refetch } = useQuery(latestPaymentsQuery)
  return (
    <section className="plate padded" aria-labelledby="last-payments">
      <h2 id="last-payments">Latest payments</h2>
      {data ? (
        data.length === 0 ? (
          <p className="small muted space-above-small">
            No payments yet. The first one shows here as soon as it arrives.
          </p>
        ) : (
          <ul className="space-above-small">
            {data.map((row) => (
              <TransactionItem key={row.id} row={row} />
            ))}
          </ul>
        )
      ) : error ? (
        <LoadError message={errorMessage(error, FETCH_FAILED)} onRetry={() => refetch()} />
      ) : (
        <Skeleton className="space-above" lines={['row', 'row']} />
      )}
      <p className="space-above-small">
        <Link className="more-link" to="/transactions" prefetch="intent">
          Transaction history
        </Link>
      </p>
      <p>
        <Link className="more-link" to="/letters" prefetch="intent">
          Letters and statements
        </Link>
      </p>
    </section>
  )
}

/** The user's documents; nothing for a user without any. */
function OwnDocuments({ name }: { name: string }) {
  const { data, error, refetch } = useQuery(query(listDocuments, {}))
  if (error && !data) {
    return <LoadError message="Your documents couldn’t be loaded." onRetry={() => refetch()} />
  }
  if (!data || data.length === 0) return null
  return (
    <div className="profile">
      <Documents documents={data} name={name} />
    </div>
  )
}
