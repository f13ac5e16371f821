import { BusyIndicator } from '../ui/button.tsx'
import { errorMessage } from '../ui/error-message.ts'
import { LoadError } from '../ui/load-error.tsx'
import { AskMpesa } from './ask-mpesa.tsx'
import { EmptyDesk } from './empty-desk.tsx'
import { ItemRow } from './item-row.tsx'
import type { Shown } from './paths.ts'
import type { useDeskList } from './use-desk-list.ts'
import { WaitingSum } from './waiting-sum.tsx'

interface Props {
  list: ReturnType<typeof useDeskList>
  shown: Shown
  chosen: number | null
  /** Whether choosing leaves the list where it is scrolled to. */
  keepScroll: boolean
}

const titles: Record<Shown, string> = { open: 'What waits', closed: 'What was dealt with' }

/** One page of rows after the other. */
export function DeskList({ list, shown, chosen, keepScroll }: Props) {
  const { items, error, hasNextPage, isFetchingNextPage } = list
  const failed = error && (
    <LoadError
      message={errorMessage(error, 'The payments could not be fetched.')}
      onRetry={() => void list.refetch()}
    />
  )
  if (!items) {
    return <div className="desk-list">{failed ?? <ListSkeleton />}</div>
  }
  return (
    <div className="desk-list stack">
      {items.length === 0 ? (
        <EmptyDesk shown={shown} />
      ) : (
        <section className="plate clip" aria-label={titles[shown]}>
          {shown === 'open' && <WaitingSum />}
          <ul>
            {items.map((item) => (
              <ItemRow
                key={item.id}
                item={item}
                shown={shown}
                current={item.id === chosen}
                keepScroll={keepScroll}
              />
            ))}
          </ul>
        </section>
      )}
      {failed}
      {hasNextPage && (
        <button
          type="button"
          className="button secondary block"
          aria-busy={isFetchingNextPage}
          onClick={() => !isFetchingNextPage && void list.fetchNextPage()}
        >
          Show more
          {isFetchingNextPage && <BusyIndicator />}
        </button>
      )}
      {shown === 'open' && <AskMpesa />}
    </div>
  )
}

const ListSkeleton = () => (
  <div className="plate clip patient" role="status">
    <span className="visually-hidden">Loading...</span>
    {[1, 2, 3, 4].map((row) => (
      <div key={row} className="pay" aria-hidden="true">
        <span className="skeleton w-28" />
        <span className="skeleton w-28" />
        <span className="skeleton w-56 max-w-full" />
      </div>
    ))}
  </div>
)
