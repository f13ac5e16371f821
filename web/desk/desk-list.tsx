import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { Link } from 'react-router'
import {
  countDesk,
  type DeskItem,
  type FoundPayment,
  listDesk,
  pullStatement,
} from '#contract/desk.ts'
import { kshCents } from '#rules/money.ts'
import { call, query } from '../api.ts'
import { Permitted } from '../permission.tsx'
import { Button } from '../ui/button.tsx'
import { errorMessage, WENT_WRONG } from '../ui/error-message.ts'
import { LoadMoreButton, useInfiniteList } from '../ui/infinite-list.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { FetchFailed, LIST_FAILED, MessagePlate } from '../ui/message-plate.tsx'
import { Note } from '../ui/note.tsx'
import { useAction } from '../ui/use-action.ts'
import { changedByBooks } from './changed-by-books.ts'
import { ItemRow } from './item-row.tsx'
import { type DeskState, deskPath, formatAmount, personLabel } from './texts.ts'

/** Open items are polled, because money arrives while staff look at them. */
const REFETCH_MS = 30_000

/** All open items, or all closed ones, newest first, in pages. */
export function useDeskList(state: DeskState) {
  const list = useInfiniteList(
    listDesk,
    state,
    (page) => ({ query: { state, ...page } }),
    state === 'open' ? REFETCH_MS : undefined,
  )
  return { ...list, items: list.pages?.flat() }
}

interface Props {
  list: ReturnType<typeof useDeskList>
  state: DeskState
  chosen: number | null
  /** Choosing an item keeps the scroll position of the list. */
  keepScroll: boolean
}

const titles: Record<DeskState, string> = {
  open: 'Waiting payments',
  closed: 'Payments dealt with',
}

export function DeskList({ list, state, chosen, keepScroll }: Props) {
  const { items, error } = list
  const failure = error && errorMessage(error, 'The payments couldn’t be loaded.')
  const retry = () => list.refetch()
  if (!items) {
    return (
      <div className="desk-list">
        {error ? (
          <FetchFailed
            title={LIST_FAILED}
            message={errorMessage(error, WENT_WRONG)}
            onRetry={retry}
          />
        ) : (
          <ListSkeleton />
        )}
      </div>
    )
  }
  return (
    <div className="desk-list stack">
      {items.length === 0 ? (
        <EmptyDesk state={state} />
      ) : (
        <section className="plate clipped" aria-label={titles[state]}>
          {state === 'open' && <ListHead />}
          {state === 'open' && <ExactLink items={items} />}
          <ul>
            {items.map((item) => (
              <ItemRow
                key={item.id}
                item={item}
                state={state}
                current={item.id === chosen}
                keepScroll={keepScroll}
              />
            ))}
          </ul>
        </section>
      )}
      {failure && <LoadError message={failure} onRetry={retry} />}
      <LoadMoreButton list={list} />
      {state === 'open' && <MissingPayments />}
    </div>
  )
}

/** The sum of the pending items, and the order of the list. */
function ListHead() {
  const { data } = useQuery(query(countDesk, {}))
  return (
    <div className="row between wrap desk-list-head">
      <b className="tabular">
        {data ? `${kshCents(data.cents)} waiting` : '\u00a0'}
        {data && data.taken_back_cents > 0 && `, ${kshCents(data.taken_back_cents)} taken back`}
      </b>
      <span className="small muted">Newest first</span>
    </div>
  )
}

/** A link to the payments that can be credited all at once, if there may be several. */
function ExactLink({ items }: { items: DeskItem[] }) {
  if (items.filter(({ reason }) => reason === 'unmatched').length < 2) return null
  return (
    <Permitted to="money">
      <p className="desk-list-head">
        <Link to="/staff/desk/exact">Credit all that fit exactly</Link>
      </p>
    </Permitted>
  )
}

/** A check for payments that M-Pesa failed to report, shown only where M-Pesa can be asked. */
function MissingPayments() {
  const { data } = useQuery(query(countDesk, {}))
  return <Permitted to="money">{data?.statement && <RequestStatement />}</Permitted>
}

function RequestStatement() {
  const client = useQueryClient()
  const { run, busy, result, error } = useAction(() => call(pullStatement, {}), {
    onSuccess({ found }) {
      for (const { path } of found > 0 ? changedByBooks : [])
        void client.invalidateQueries({ queryKey: [path] })
    },
  })
  return (
    <div className="stack-small">
      <Button
        variant="secondary compact"
        icon={RefreshCw}
        busy={busy}
        aria-describedby="request-statement"
        onClick={() => void run()}
      >
        Check for missing payments
      </Button>
      <p id="request-statement" className="small muted">
        Checks the last 48 hours of M‑Pesa’s statement for payments it didn’t report.
      </p>
      <div role="status">
        {result && <Note kind={result.found > 0 ? 'done' : 'information'}>{result.message}</Note>}
      </div>
      {result && result.payments.length > 0 && (
        <FoundPayments payments={result.payments} found={result.found} />
      )}
      {error && <Note kind="error">{error.message}</Note>}
    </div>
  )
}

/** The payments that were found on the statement, each with a link. */
const FoundPayments = ({ payments, found }: { payments: FoundPayment[]; found: number }) => (
  <section className="plate clipped" aria-label="Missing payments found">
    <ul>
      {payments.map(({ receipt, amount, item, receipt_number, account }) => (
        <li key={receipt_number ?? receipt} className="desk-row">
          <Link
            className="row-link tabular"
            to={item === null ? `/receipts/${receipt_number}` : deskPath('open', item)}
          >
            {receipt}
          </Link>
          <span className="amount">{formatAmount(amount)}</span>
          <span className="small full-width muted">
            {account ? `Credited to ${personLabel(account)}.` : 'Waiting on the desk.'}
          </span>
        </li>
      ))}
    </ul>
    {found > payments.length && (
      <p className="small muted desk-row">And {found - payments.length} more.</p>
    )}
  </section>
)

const emptyTexts: Record<DeskState, { title: string; text: string }> = {
  open: {
    title: 'No payments are waiting',
    text: 'Every payment has been matched to an account. Payments that need a decision will appear here.',
  },
  closed: {
    title: 'Nothing yet',
    text: 'Payments that you credit, attach or dismiss are kept here.',
  },
}

const EmptyDesk = ({ state }: { state: DeskState }) => (
  <MessagePlate title={emptyTexts[state].title}>
    <p className="muted">{emptyTexts[state].text}</p>
  </MessagePlate>
)

const ListSkeleton = () => (
  <div className="plate clipped delayed" role="status">
    <span className="visually-hidden">Loading...</span>
    {[1, 2, 3, 4].map((row) => (
      <div key={row} className="desk-row" aria-hidden="true">
        <span className="skeleton skeleton-word" />
        <span className="skeleton skeleton-word" />
        <span className="skeleton skeleton-text" />
      </div>
    ))}
  </div>
)
