import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { ApiError } from '../api.ts'
import { errorMessage } from '../ui/error-message.ts'
import { LoadError } from '../ui/load-error.tsx'
import { Note } from '../ui/note.tsx'
import { ClosedItem } from './closed-item.tsx'
import { ItemHead } from './item-head.tsx'
import { OpenItem } from './open-item.tsx'
import { deskPath, type Shown } from './paths.ts'
import { RawReport } from './raw-report.tsx'
import { Reopen } from './reopen.tsx'
import { Told } from './told.tsx'
import { itemQuery, useClosing } from './use-closing.ts'

interface Props {
  id: number
  shown: Shown
  /** Whether the person opened it, so that focus follows. */
  asked: boolean
  /** What to look at after this one. */
  next: number | undefined
}

const unknown = (error: Error) => error instanceof ApiError && /^4(00|04)$/.test(`${error.status}`)

/** One item: the money, the question, and what can be done. */
export function ItemView({ id, shown, asked, next }: Props) {
  const {
    data: item,
    error,
    refetch,
  } = useQuery({ ...itemQuery(id), refetchOnWindowFocus: 'always' })
  const closing = useClosing(id)
  return (
    <section className="plate pad desk-item stack" aria-label="The chosen payment">
      <Link className="button quiet compact only-narrow" to={deskPath(shown)}>
        <ArrowLeft className="icon" aria-hidden="true" />
        All payments
      </Link>
      {item ? (
        <>
          <ItemHead item={item} asked={asked} />
          <Told closing={closing} />
          {item.closed ? (
            <>
              <ClosedItem item={item} closed={item.closed} />
              {item.closed.outcome === 'dismissed' && <Reopen item={item} closing={closing} />}
            </>
          ) : (
            <OpenItem item={item} closing={closing} />
          )}
          {closing.done && item.closed && next !== undefined && (
            <p>
              <Link className="button secondary" to={deskPath(shown, next)}>
                Next payment
              </Link>
            </p>
          )}
          <RawReport item={item} />
        </>
      ) : !error ? (
        <ItemSkeleton />
      ) : unknown(error) ? (
        <Note kind="information">
          There is nothing like that on the desk. <Link to={deskPath(shown)}>Look at the list</Link>
        </Note>
      ) : (
        <LoadError
          message={errorMessage(error, 'This payment could not be fetched.')}
          onRetry={() => void refetch()}
        />
      )}
    </section>
  )
}

const ItemSkeleton = () => (
  <div className="patient stack" role="status">
    <span className="visually-hidden">Loading...</span>
    <span className="skeleton w-28" />
    <span className="skeleton h-7 w-56 max-w-full" />
    <span className="skeleton h-12" />
    <span className="skeleton h-12" />
  </div>
)
