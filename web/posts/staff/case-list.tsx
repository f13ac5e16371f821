import type { ReactNode } from 'react'
import { DarkWindowRow } from '../../art/dark-windows.tsx'
import { errorMessage } from '../../ui/error-message.ts'
import { LoadMoreButton } from '../../ui/infinite-list.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import type { Shown } from './paths.ts'
import { emptyWords } from './words.ts'

interface Props {
  shown: Shown
  list: {
    error: Error | null
    refetch: () => unknown
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => unknown
  }
  /** Undefined until the first page is there. */
  rows: ReactNode[] | undefined
  children: ReactNode
}

/** One page of rows after the other; what stands there while they come, and when there are none. */
export function CaseList({ shown, list, rows, children }: Props) {
  return (
    <div className="cases space-above">
      {children}
      {rows?.length === 0 && <EmptyCases shown={shown} />}
      {rows}
      {list.error ? (
        <LoadError
          message={errorMessage(list.error, 'An error occurred while fetching posts.')}
          onRetry={() => void list.refetch()}
        />
      ) : (
        !rows && <CaseSkeleton />
      )}
      {rows && <LoadMoreButton list={list} />}
    </div>
  )
}

const EmptyCases = ({ shown }: { shown: Shown }) => (
  <section className="plate none" aria-labelledby="no-cases">
    <DarkWindowRow />
    <div className="pad stack-small">
      <h2 id="no-cases">{emptyWords[shown].title}</h2>
      <p className="muted">{emptyWords[shown].text}</p>
    </div>
  </section>
)

const CaseSkeleton = () => (
  <div className="plate pad stack patient" role="status">
    <span className="visually-hidden">Loading...</span>
    <div className="row" aria-hidden="true">
      <span className="skeleton h-10 w-10" />
      <span className="skeleton w-40 max-w-full" />
    </div>
    <span className="skeleton w-72 max-w-full" aria-hidden="true" />
    <span className="skeleton" aria-hidden="true" />
    <span className="skeleton w-56 max-w-full" aria-hidden="true" />
  </div>
)
