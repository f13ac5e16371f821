import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { creditExactItems, type ExactItem, listExactItems } from '#contract/exact.ts'
import { ksh } from '#rules/money.ts'
import { call, query } from '../api.ts'
import { RequireStaff } from '../layout/require-auth.tsx'
import { pageTitle } from '../layout/title.ts'
import { formatBalance } from '../payments/format-balance.ts'
import { Permitted } from '../permission.tsx'
import { Change } from '../tenancy/staff/move-summary.tsx'
import { ActionResult } from '../ui/action-result.tsx'
import { Button } from '../ui/button.tsx'
import { errorMessage, WENT_WRONG } from '../ui/error-message.ts'
import { FetchFailed, LIST_FAILED, MessagePlate } from '../ui/message-plate.tsx'
import { Note } from '../ui/note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useAction } from '../ui/use-action.ts'
import { changedByBooks } from './changed-by-books.ts'
import { amountOf, deskPath, personLabel, withoutLineBreaks } from './texts.ts'
import './desk.css'

export const meta = pageTitle('Exact payments')

export default function ExactPage() {
  return (
    <RequireStaff title="The payments">
      <div className="page desk-page">
        <div>
          <Link className="button quiet compact aligned" to={deskPath('open')}>
            <ArrowLeft className="icon" aria-hidden="true" />
            Back to the desk
          </Link>
          <h1>Exact payments</h1>
          <p className="muted">
            Payments that fit one account exactly: the newest from each tenant.
          </p>
        </div>
        <div className="space-above">
          <Permitted to="money" what="credit payments">
            <ExactItems />
          </Permitted>
        </div>
      </div>
    </RequireStaff>
  )
}

function ExactItems() {
  const {
    data: rows,
    error,
    refetch,
  } = useQuery({
    ...query(listExactItems, {}),
    // Each fetch costs the server a ledger step that is rolled back, so it isn't repeated at every window focus.
    refetchOnWindowFocus: false,
  })
  const [unticked, setUnticked] = useState<ReadonlySet<number>>(new Set())
  const crediting = useAction(
    (chosen: ExactItem[]) =>
      call(creditExactItems, {
        body: {
          credits: chosen.map(({ item, account, effect }) => ({
            id: item.id,
            account_number: account.account_number,
            expected: effect,
          })),
        },
      }),
    { changes: changedByBooks },
  )
  if (!rows) {
    return error ? (
      <FetchFailed
        title={LIST_FAILED}
        message={errorMessage(error, WENT_WRONG)}
        onRetry={() => refetch()}
      />
    ) : (
      <Skeleton lines={['row', 'row', 'row']} />
    )
  }
  const chosen = rows.filter(({ item }) => !unticked.has(item.id))
  const sum = chosen.reduce((all, { effect }) => all + (effect.accounts[0]?.amount ?? 0), 0)
  function tick(id: number, on: boolean) {
    const next = new Set(unticked)
    if (on) next.delete(id)
    else next.add(id)
    setUnticked(next)
  }
  return (
    <div className="stack">
      <Results sent={crediting.input ?? []} results={crediting.result} error={crediting.error} />
      {rows.length === 0 ? (
        <MessagePlate title="No payments fit exactly">
          <p className="muted">The payments that are waiting on the desk need a closer look.</p>
        </MessagePlate>
      ) : (
        <>
          <p>Untick those you want to check yourself.</p>
          <div>
            <Button
              busy={crediting.busy}
              disabled={chosen.length === 0}
              onClick={() => void crediting.run(chosen)}
            >
              {withoutLineBreaks(
                chosen.length === 1
                  ? `Credit 1 payment, ${ksh(sum)}`
                  : `Credit ${chosen.length} payments, ${ksh(sum)}`,
              )}
            </Button>
          </div>
          <ExactTable rows={rows} unticked={unticked} onTick={tick} />
        </>
      )}
    </div>
  )
}

interface ResultsProps {
  sent: ExactItem[]
  results: { id: number; credited: boolean; message: string }[] | null
  error: Error | null
}

/** The number of payments credited, and those that were not, by code and reason. */
function Results({ sent, results, error }: ResultsProps) {
  const codeOf = (of: number) => sent.find(({ item }) => item.id === of)?.item.receipt
  const failed = results?.filter(({ credited }) => !credited) ?? []
  const done = (results?.length ?? 0) - failed.length
  const text = done === 1 ? '1 payment credited.' : `${done} payments credited.`
  return (
    <>
      <ActionResult
        takesFocus
        success={results && done > 0 && <b>{text}</b>}
        error={error}
        fallback={WENT_WRONG}
      />
      {failed.length > 0 && (
        <Note kind="warning">
          {failed.length === 1 ? 'One was not credited:' : `${failed.length} were not credited:`}{' '}
          {failed.map(({ id, message }) => (
            <span key={id}>
              <Link to={deskPath('open', id)}>{codeOf(id)}</Link>: {message}{' '}
            </span>
          ))}
        </Note>
      )}
    </>
  )
}

interface ExactTableProps {
  rows: ExactItem[]
  unticked: ReadonlySet<number>
  onTick: (id: number, on: boolean) => void
}

const ExactTable = ({ rows, unticked, onTick }: ExactTableProps) => (
  <section className="plate clipped" aria-label="Payments that fit exactly">
    <table className="exact-table tabular">
      <thead>
        <tr>
          <th scope="col">Credit</th>
          <th scope="col">Payment</th>
          <th scope="col">To</th>
          <th scope="col">Why</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ item, account, reasons, effect }) => (
          <tr key={item.id}>
            <td>
              <label className="check-label">
                <input
                  type="checkbox"
                  checked={!unticked.has(item.id)}
                  onChange={({ target }) => onTick(item.id, target.checked)}
                />
                <span className="visually-hidden">
                  {amountOf(item)} to {account.full_name}
                </span>
              </label>
            </td>
            <td>
              <span className="exact-sum">
                <Link to={deskPath('open', item.id)}>{item.receipt}</Link>
                <b className="nowrap">{amountOf(item)}</b>
              </span>
              <span className="exact-line small">
                Typed <mark>{item.reference}</mark>
              </span>
            </td>
            <td>
              <b>{personLabel(account)}</b>
              <span className="exact-line small">
                <EffectOf effect={effect} />
              </span>
            </td>
            <td>
              {reasons.map((reason) => (
                <span key={reason} className="exact-line small">
                  {reason}
                </span>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

function EffectOf({ effect: { accounts } }: { effect: ExactItem['effect'] }) {
  const { before = null, after = null } = accounts[0] ?? {}
  if (before === null || after === null) return null
  return <Change from={formatBalance(before, 'owes')} to={formatBalance(after, 'owes')} />
}
