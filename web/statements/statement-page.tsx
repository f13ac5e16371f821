import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { getStatement, listStatementRows, type StateCount } from '#contract/statements.ts'
import { formatDateTime } from '#rules/calendar.ts'
import { counted, kshCents } from '#rules/money.ts'
import { type RowState, rowStates } from '#rules/statement.ts'
import { isMissing, query } from '../api.ts'
import { RequireStaff } from '../layout/require-auth.tsx'
import { pageTitle } from '../layout/title.ts'
import { usePageParameter } from '../page-query.ts'
import { errorMessage, WENT_WRONG } from '../ui/error-message.ts'
import { LoadMoreButton, useInfiniteList } from '../ui/infinite-list.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { FetchFailed, LIST_FAILED, MessagePlate } from '../ui/message-plate.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { RowItem } from './row-item.tsx'
import { isWaiting, nameOf, periodOf, stateLabels, statementPath, statementsPath } from './texts.ts'
import './statements.css'

export const meta = pageTitle('Statement')

export default function StatementPage() {
  const { id = '' } = useParams()
  return (
    <RequireStaff title="This statement">
      <div className="page desk-page statements-page">
        <Statement key={id} id={id} />
      </div>
    </RequireStaff>
  )
}

function Statement({ id }: { id: string }) {
  const shown = usePageParameter('show')
  const state = rowStates.find((one) => one === shown)
  const { data, error, refetch } = useQuery(query(getStatement, { params: { id } }))
  if (!data && error) {
    return isMissing(error) ? (
      <MessagePlate title="Statement not found" level={1}>
        <p className="muted">The link may be old, or belong to another residence.</p>
        <p>
          <Link className="button" to={statementsPath}>
            All statements
          </Link>
        </p>
      </MessagePlate>
    ) : (
      <FetchFailed
        title="We couldn’t open this statement"
        level={1}
        message={errorMessage(error, WENT_WRONG)}
        onRetry={() => refetch()}
      />
    )
  }
  if (!data) return <Skeleton lines={['heading', 'row', 'row']} />
  return (
    <>
      <Link className="button quiet compact aligned" to={statementsPath}>
        <ArrowLeft className="icon" aria-hidden="true" />
        All statements
      </Link>
      <div className="desk-head">
        <div>
          <h1>{nameOf(data)}</h1>
          <p className="muted">
            {periodOf(data)}. {data.by} uploaded {data.file_name} on{' '}
            {formatDateTime(new Date(data.at))}.
          </p>
        </div>
      </div>
      <div className="stack space-above">
        <States id={data.id} states={data.states} state={state} />
        <Rows id={id} state={state} />
      </div>
    </>
  )
}

interface StatesProps {
  id: number
  states: StateCount[]
  state: RowState | undefined
}

/** The number of rows in each state, each with a link to these rows. */
function States({ id, states, state }: StatesProps) {
  const all = states.reduce((sum, { rows }) => sum + rows, 0)
  return (
    <nav aria-label="Which rows">
      <ul className="statement-states">
        <li>
          <Link to={statementPath(id)} aria-current={state ? undefined : 'page'}>
            All rows
          </Link>
          <b className="tabular">{counted(all, 'row')}</b>
        </li>
        {states.map((one) => (
          <li key={one.state} className={isWaiting(one) ? 'is-waiting' : undefined}>
            <Link
              to={statementPath(id, one.state)}
              aria-current={one.state === state ? 'page' : undefined}
            >
              {stateLabels[one.state]}
            </Link>
            <b className="tabular">{counted(one.rows, 'row')}</b>
            <span className="small muted tabular">{kshCents(one.cents)}</span>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Rows({ id, state }: { id: string; state: RowState | undefined }) {
  const list = useInfiniteList(listStatementRows, JSON.stringify({ id, state }), (page) => ({
    params: { id },
    query: { ...page, ...(state && { state }) },
  }))
  const rows = list.pages?.flat()
  const { error } = list
  if (!rows) {
    return error ? (
      <FetchFailed
        title={LIST_FAILED}
        message={errorMessage(error, WENT_WRONG)}
        onRetry={() => list.refetch()}
      />
    ) : (
      <Skeleton className="plate padded" lines={['row', 'row', 'row']} />
    )
  }
  if (rows.length === 0) {
    return (
      <MessagePlate title="No rows here">
        <p className="muted">
          {state ? 'These days have no more rows of this kind.' : 'Nothing was paid on these days.'}
        </p>
      </MessagePlate>
    )
  }
  return (
    <div className="stack">
      <section className="plate clipped" aria-label={state ? stateLabels[state] : 'All rows'}>
        <ul>
          {rows.map((row) => (
            <RowItem key={row.id} row={row} />
          ))}
        </ul>
      </section>
      {error && (
        <LoadError message={errorMessage(error, WENT_WRONG)} onRetry={() => list.fetchNextPage()} />
      )}
      {!error && <LoadMoreButton list={list} />}
    </div>
  )
}
