import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { getAccountNumber, getPaymentSummary } from '#contract/tenancy.ts'
import { listTransactions } from '#contract/transactions.ts'
import { groupByFour } from '#rules/account-number.ts'
import { isMissing, query } from '../api.ts'
import { TransactionItem } from '../payments/transaction-item.tsx'
import { RoomSummary } from '../tenancy/room-card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { errorMessage } from '../ui/error-message.ts'
import { LoadError } from '../ui/load-error.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { WifiPlate } from '../wifi/wifi-plate.tsx'

const FETCH_FAILED = 'An error occurred while fetching payments.'
const PAYMENTS_SHOWN = '3'

/** Room, balance, wifi and the latest payments, beside the card with the account's data. */
export const ProfileStay = () => (
  <>
    <OwnRoom />
    <WifiPlate />
    <LastPayments />
  </>
)

/** Nothing for a user who has never had a room. */
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
              onRetry={() => void summary.refetch()}
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
  const { data, error, refetch } = useQuery(
    query(listTransactions, { query: { limit: PAYMENTS_SHOWN } }),
  )
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
        <LoadError message={errorMessage(error, FETCH_FAILED)} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="space-above" lines={['row', 'row']} />
      )}
      <p className="space-above-small">
        <Link className="more-link" to="/transactions" prefetch="intent">
          Transaction history
        </Link>
      </p>
    </section>
  )
}
