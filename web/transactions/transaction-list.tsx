import { listTransactions } from '#contract/transactions.ts'
import { BusyIndicator } from '../ui/button.tsx'
import { errorMessage } from '../ui/error-message.ts'
import { useInfiniteList } from '../ui/infinite-list.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { NoTransactions } from './no-transactions.tsx'
import { fetch_failed, type Shown, shownWords } from './shown.ts'
import { TransactionRow } from './transaction-row.tsx'

/** One by one, newest first, one page after the other. */
export function TransactionList({ shown }: { shown: Shown }) {
  const list = useInfiniteList(listTransactions, JSON.stringify(shown), (page) => ({
    query: { ...shown, ...page },
  }))
  const { error, hasNextPage, isFetchingNextPage } = list
  const rows = list.pages?.flat()
  if (rows?.length === 0) return <NoTransactions shown={shown} />
  return (
    <section className="plate pad" aria-labelledby="payments-shown">
      <h2 id="payments-shown">{shownWords(shown)}</h2>
      {rows && (
        <ul className="space-above-small">
          {rows.map((row) => (
            <TransactionRow key={row.id} row={row} />
          ))}
        </ul>
      )}
      {error && (
        <div className="space-above">
          <LoadError
            message={errorMessage(error, fetch_failed)}
            onRetry={() => void (rows ? list.fetchNextPage() : list.refetch())}
          />
        </div>
      )}
      {!rows && !error && <ListSkeleton />}
      {hasNextPage && !error && (
        <button
          type="button"
          className="button secondary block space-above"
          aria-busy={isFetchingNextPage}
          onClick={() => !isFetchingNextPage && void list.fetchNextPage()}
        >
          Show more
          {isFetchingNextPage && <BusyIndicator />}
        </button>
      )}
    </section>
  )
}

const ListSkeleton = () => (
  <div className="space-above stack patient" role="status">
    <span className="visually-hidden">Loading...</span>
    <span className="skeleton h-12" />
    <span className="skeleton h-12" />
    <span className="skeleton h-12" />
  </div>
)
