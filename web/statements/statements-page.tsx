import { useState } from 'react'
import { Link } from 'react-router'
import { listStatements } from '#contract/statements.ts'
import { formatDateTime } from '#rules/calendar.ts'
import { counted } from '#rules/money.ts'
import { BooksNav } from '../desk/books-nav.tsx'
import { RequireStaff } from '../layout/require-auth.tsx'
import { pageTitle } from '../layout/title.ts'
import { Permitted } from '../permission.tsx'
import { errorMessage, WENT_WRONG } from '../ui/error-message.ts'
import { LoadMoreButton, useInfiniteList } from '../ui/infinite-list.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { FetchFailed, LIST_FAILED, MessagePlate } from '../ui/message-plate.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { nameOf, periodOf, statementPath } from './texts.ts'
import { UploadStatement } from './upload-statement.tsx'
import './statements.css'

export const meta = pageTitle('Statements')

export default function StatementsPage() {
  const [isPreviewed, setPreviewed] = useState(false)
  return (
    <RequireStaff title="The statements">
      <div className="page desk-page statements-page">
        <div className="desk-head">
          <div>
            <h1>Statements</h1>
            <p className="muted">Compare a statement from M‑Pesa or your bank with the books.</p>
          </div>
          <BooksNav current="statements" />
        </div>
        <div className="stack space-above">
          <Permitted to="money" what="upload statements">
            <UploadStatement onPreview={setPreviewed} />
          </Permitted>
          <PastStatements isFirst={isPreviewed} />
        </div>
      </div>
    </RequireStaff>
  )
}

/** Earlier statements. `isFirst`: a preview is shown above; without earlier ones there is nothing to say below it. */
function PastStatements({ isFirst }: { isFirst: boolean }) {
  const list = useInfiniteList(listStatements, '', (page) => ({ query: page }))
  const statements = list.pages?.flat()
  const { error } = list
  if (!statements) {
    return error ? (
      <FetchFailed
        title={LIST_FAILED}
        message={errorMessage(error, WENT_WRONG)}
        onRetry={() => list.refetch()}
      />
    ) : (
      <Skeleton className="plate padded" lines={['row', 'row']} />
    )
  }
  if (statements.length === 0) {
    if (isFirst) return null
    return (
      <MessagePlate title="No statements yet">
        <p className="muted">
          Your first one shows which payments are already in the books, and finds those that are
          missing.
        </p>
      </MessagePlate>
    )
  }
  return (
    <section className="plate clipped" aria-labelledby="past-statements">
      <h2 id="past-statements" className="padded-head">
        Earlier statements
      </h2>
      <ul>
        {statements.map((one) => (
          <li key={one.id} className="desk-row statement-row">
            <Link className="row-link" to={statementPath(one.id)} prefetch="intent">
              {nameOf(one)}, {periodOf(one)}
            </Link>
            <span className="small tabular">{counted(one.rows, 'row')}</span>
            <span className="small muted full-width">
              {one.file_name}, {one.by}, {formatDateTime(new Date(one.at))}
            </span>
          </li>
        ))}
      </ul>
      {error && (
        <LoadError message={errorMessage(error, WENT_WRONG)} onRetry={() => list.fetchNextPage()} />
      )}
      {!error && <LoadMoreButton list={list} />}
    </section>
  )
}
