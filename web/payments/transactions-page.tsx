import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { getPaymentSummary } from '#contract/tenancy.ts'
import { listTransactionMonths, listTransactions } from '#contract/transactions.ts'
import { isMissing, query } from '../api.ts'
import { openAssistant } from '../layout/channels.ts'
import { RequireAuth } from '../layout/require-auth.tsx'
import { pageTitle } from '../layout/title.ts'
import { useSession } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { errorMessage } from '../ui/error-message.ts'
import { LoadMoreButton, useInfiniteList } from '../ui/infinite-list.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { FetchFailed, LIST_FAILED, MessagePlate } from '../ui/message-plate.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { MonthChart } from './month-chart.tsx'
import {
  filterTitle,
  longMonth,
  type TransactionFilter,
  transactionsPath,
  useTransactionFilter,
} from './transaction-filter.ts'
import { TransactionItem } from './transaction-item.tsx'
import '../styles/segmented.css'
import './transactions.css'

export const meta = pageTitle('Transaction history')

const FETCH_FAILED = 'An error occurred while fetching payments.'

export default function TransactionsPage() {
  return (
    <RequireAuth title="Your payments">
      <Transactions />
    </RequireAuth>
  )
}

const purposeChoices: { label: string; purpose: TransactionFilter['purpose'] }[] = [
  { label: 'All', purpose: undefined },
  { label: 'Rent', purpose: 'rent' },
  { label: 'Wifi', purpose: 'wifi' },
]

const useTransactions = (filter: TransactionFilter) =>
  useInfiniteList(listTransactions, JSON.stringify(filter), (page) => ({
    query: { ...filter, ...page },
  }))

/** All payments of the user: a chart of the months, and a list. */
function Transactions() {
  const filter = useTransactionFilter()
  const months = useQuery(query(listTransactionMonths, {}))
  const list = useTransactions(filter)
  const none = months.data?.length === 0
  const allFailed = !months.data && !list.pages && months.error && list.error
  return (
    <div className="page transactions-page">
      <div className="transactions-head">
        <div>
          <h1>Transaction history</h1>
          <p className="muted">
            What you paid by M‑Pesa, and what others paid for you. Is one missing?{' '}
            <Link className="nowrap" to="/where-is-my-payment" prefetch="intent">
              Find it
            </Link>
            . What you owed and when is on your{' '}
            <Link to="/statement" prefetch="intent">
              statement of account
            </Link>
            .
          </p>
        </div>
        {!none && !allFailed && (
          <nav className="segmented" aria-label="Which payments">
            {purposeChoices.map(({ label, purpose }) => (
              <Link
                key={label}
                to={transactionsPath({ ...filter, purpose })}
                aria-current={purpose === filter.purpose ? 'page' : undefined}
                preventScrollReset
              >
                {label}
              </Link>
            ))}
          </nav>
        )}
      </div>
      <p className="visually-hidden" role="status">
        {filterTitle(filter)}
      </p>
      {none ? (
        <NoTransactions filter={{}} />
      ) : allFailed ? (
        <FetchFailed
          title={LIST_FAILED}
          message={errorMessage(list.error, FETCH_FAILED)}
          onRetry={() => Promise.all([months.refetch(), list.refetch()])}
        />
      ) : (
        <div className="transactions-columns">
          <section className="plate padded" aria-labelledby="by-month">
            <h2 id="by-month">By month</h2>
            {months.data ? (
              <MonthChart months={months.data} filter={filter} />
            ) : months.error ? (
              <div className="space-above">
                <LoadError
                  message={errorMessage(months.error, FETCH_FAILED)}
                  onRetry={() => months.refetch()}
                />
              </div>
            ) : (
              <ChartSkeleton />
            )}
          </section>
          <TransactionList list={list} filter={filter} />
        </div>
      )}
    </div>
  )
}

const ChartSkeleton = () => (
  <Skeleton className="space-above" lines={['bar', 'heading', 'half-bar']} />
)

/** The list of payments, newest first, in pages. */
function TransactionList({
  list,
  filter,
}: {
  list: ReturnType<typeof useTransactions>
  filter: TransactionFilter
}) {
  const { error } = list
  const rows = list.pages?.flat()
  if (rows?.length === 0) return <NoTransactions filter={filter} />
  return (
    <section className="plate padded" aria-labelledby="payments-shown">
      <div className="row between wrap">
        <h2 id="payments-shown">{filterTitle(filter)}</h2>
        {filter.month && (
          <Link to={transactionsPath({ ...filter, month: undefined })} preventScrollReset>
            All months
          </Link>
        )}
      </div>
      {rows && (
        <ul className="space-above-small">
          {rows.map((row) => (
            <TransactionItem key={row.id} row={row} />
          ))}
        </ul>
      )}
      {error && (
        <div className="space-above">
          <LoadError
            message={errorMessage(error, FETCH_FAILED)}
            onRetry={() => (rows ? list.fetchNextPage() : list.refetch())}
          />
        </div>
      )}
      {!rows && !error && <Skeleton className="space-above" lines={['row', 'row', 'row']} />}
      {!error && list.hasNextPage && (
        <div className="space-above">
          <LoadMoreButton list={list} />
        </div>
      )}
    </section>
  )
}

/** Shown when there are no payments, or none that match the filter. */
function NoTransactions({ filter: { purpose, month } }: { filter: TransactionFilter }) {
  const session = useSession()
  const isStaff = session.status === 'signed_in' && session.user.is_staff
  // As on the home page, a user who has never had a room has no rent to pay.
  const { error } = useQuery({ ...query(getPaymentSummary, {}), enabled: !isStaff })
  const hasRoom = !isStaff && !isMissing(error)
  const filtered = purpose !== undefined || month !== undefined
  return (
    <MessagePlate
      title={`No ${purpose ? `${purpose} ` : ''}payments ${month ? `in ${longMonth(month)}` : 'yet'}`}
    >
      {filtered ? (
        <p>
          <Link className="button secondary" to="/transactions">
            Show all payments
          </Link>
        </p>
      ) : (
        <>
          <p>The first one shows here as soon as it arrives.</p>
          <p className="row wrap">
            {hasRoom && <Button onClick={() => openAssistant('rent')}>Pay rent</Button>}
            <Button variant={hasRoom ? 'secondary' : ''} onClick={() => openAssistant('wifi')}>
              Buy a wifi bundle
            </Button>
          </p>
        </>
      )}
    </MessagePlate>
  )
}
