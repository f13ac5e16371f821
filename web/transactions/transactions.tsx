import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { listTransactionMonths } from '#contract/transactions.ts'
import { query } from '../api.ts'
import { errorMessage } from '../ui/error-message.ts'
import { LoadError } from '../ui/load-error.tsx'
import { MonthChart } from './month-chart.tsx'
import { NoTransactions } from './no-transactions.tsx'
import { fetch_failed, type Shown, shownWords, transactionsPath, useShown } from './shown.ts'
import { TransactionList } from './transaction-list.tsx'

const choices: { label: string; purpose: Shown['purpose'] }[] = [
  { label: 'All', purpose: undefined },
  { label: 'Rent', purpose: 'rent' },
  { label: 'Wifi', purpose: 'wifi' },
]

/** Everything that was paid: month by month as bars, and one by one. */
export function Transactions() {
  const shown = useShown()
  const months = useQuery(query(listTransactionMonths, {}))
  const none = months.data?.length === 0
  return (
    <div className="page history-page">
      <div className="history-head">
        <div>
          <h1>Transaction history</h1>
          <p className="muted mt-1">What you paid by M‑Pesa, and what others paid for you.</p>
        </div>
        {!none && (
          <nav className="segmented" aria-label="Which payments">
            {choices.map(({ label, purpose }) => (
              <Link
                key={label}
                to={transactionsPath({ ...shown, purpose })}
                aria-current={purpose === shown.purpose ? 'page' : undefined}
                preventScrollReset
              >
                {label}
              </Link>
            ))}
          </nav>
        )}
      </div>
      <p className="visually-hidden" role="status">
        {shownWords(shown)}
      </p>
      {none ? (
        <NoTransactions shown={{}} />
      ) : (
        <div className="history">
          <section className="plate pad" aria-labelledby="by-month">
            <h2 id="by-month">By month</h2>
            {months.data ? (
              <MonthChart months={months.data} shown={shown} />
            ) : months.error ? (
              <div className="space-above">
                <LoadError
                  message={errorMessage(months.error, fetch_failed)}
                  onRetry={() => void months.refetch()}
                />
              </div>
            ) : (
              <ChartSkeleton />
            )}
          </section>
          <TransactionList shown={shown} />
        </div>
      )}
    </div>
  )
}

const ChartSkeleton = () => (
  <div className="space-above stack patient" role="status">
    <span className="visually-hidden">Loading...</span>
    <span className="skeleton h-8" />
    <span className="skeleton h-8 w-56 max-w-full" />
    <span className="skeleton h-8 w-28" />
  </div>
)
