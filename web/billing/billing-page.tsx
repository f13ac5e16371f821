import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { Link } from 'react-router'
import {
  type BilledTerm,
  billTerm,
  listBilledTerms,
  previewBilling,
  previewTakeBack,
  takeBackTerm,
} from '#contract/billing.ts'
import type { Received } from '#contract/endpoint.ts'
import { grownTexts, type LeftOut, spanOfMonths } from '#rules/bill.ts'
import { dayOf, formatDay } from '#rules/calendar.ts'
import { counted, ksh } from '#rules/money.ts'
import { call, query } from '../api.ts'
import { BooksNav } from '../desk/books-nav.tsx'
import { changedByBooks } from '../desk/changed-by-books.ts'
import { RequireStaff } from '../layout/require-auth.tsx'
import { pageTitle } from '../layout/title.ts'
import { Permitted } from '../permission.tsx'
import { ActionResult } from '../ui/action-result.tsx'
import { Button } from '../ui/button.tsx'
import { errorMessage, WENT_WRONG } from '../ui/error-message.ts'
import { LoadError } from '../ui/load-error.tsx'
import { FetchFailed, MessagePlate } from '../ui/message-plate.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useAction } from '../ui/use-action.ts'
import './billing.css'
import '../styles/staff.css'

export const meta = pageTitle('Bill a term')

export default function BillingPage() {
  return (
    <RequireStaff title="The terms">
      <Terms />
    </RequireStaff>
  )
}

/** The terms and their bills. Each term can be billed, and its bills taken back. */
function Terms() {
  const { data, error, refetch } = useQuery(query(listBilledTerms, {}))
  return (
    <div className="page desk-page">
      <div className="desk-head">
        <div>
          <h1>Bill a term</h1>
          <p className="muted">
            One bill covers all the months of a term, for tenants who pay by the term.
          </p>
        </div>
        <Link to="/staff/settings/billing">Terms and rules</Link>
        <BooksNav current="billing" />
      </div>
      {data ? (
        data.length === 0 ? (
          <MessagePlate title="No terms yet">
            <p>Rent is charged by the month until there is a term.</p>
            <p>
              <Link className="button" to="/staff/settings/billing">
                Add a term
              </Link>
            </p>
          </MessagePlate>
        ) : (
          <div className="stack space-above">
            {data.map((term) => (
              <Term key={term.id} term={term} />
            ))}
          </div>
        )
      ) : error ? (
        <FetchFailed
          title="The terms couldn’t be loaded"
          message={errorMessage(error, WENT_WRONG)}
          onRetry={() => refetch()}
        />
      ) : (
        <Skeleton className="plate padded" lines={['word', 'row', 'row']} />
      )}
    </div>
  )
}

function Term({ term }: { term: BilledTerm }) {
  const { id, name, first_month, last_month, due_day, by_itself_on, bills, shillings } = term
  const [open, setOpen] = useState<'bill' | 'take_back' | null>(null)
  const byItself =
    by_itself_on > dayOf(new Date()) ? `Billed automatically on ${formatDay(by_itself_on)}.` : ''
  return (
    <section className="plate padded stack" aria-labelledby={`term-${id}`}>
      <div className="row between wrap">
        <h2 id={`term-${id}`} className="billing-name">
          {name}
        </h2>
        <p className="tag">by {formatDay(due_day)}</p>
      </div>
      <p className="tabular">
        {spanOfMonths(first_month, last_month)}.{' '}
        {bills === 0
          ? `Not billed yet. ${byItself}`
          : `${counted(bills, 'bill', 'bills')} so far, ${ksh(shillings)}.`}
      </p>
      {open === 'bill' ? (
        <Bill term={term} onClose={() => setOpen(null)} />
      ) : open === 'take_back' ? (
        <TakeBack term={term} onClose={() => setOpen(null)} />
      ) : (
        <div className="row wrap">
          <Button variant="secondary compact" onClick={() => setOpen('bill')}>
            {bills === 0 ? 'See who is billed' : 'See who has no bill'}
          </Button>
          {bills > 0 && (
            <Permitted to="money">
              <Button variant="quiet danger-text" onClick={() => setOpen('take_back')}>
                Take the bills back
              </Button>
            </Permitted>
          )}
        </div>
      )}
    </section>
  )
}

const why: Record<LeftOut, [one: string, many: string]> = {
  billed: ['has this bill already', 'have this bill already'],
  monthly: ['pays by the month', 'pay by the month'],
  coming: [
    'hasn’t moved in yet and gets the bill on that day',
    'haven’t moved in yet and get the bill on that day',
  ],
  not_here: ['isn’t here in these months', 'aren’t here in these months'],
}

type Preview = Received<typeof previewBilling>

const someNames = (count: number, names: string[]) =>
  `${names.join(', ')}${count > names.length ? ` and ${count - names.length} more` : ''}`

const LeftOutList = ({ left_out }: Pick<Preview, 'left_out'>) => (
  <ul className="consequences">
    {left_out.map(({ why: reason, count, names }) => (
      <li key={reason}>
        {count === 1 ? `1 ${why[reason][0]}` : `${count} ${why[reason][1]}`}
        {reason !== 'billed' && `: ${someNames(count, names)}`}.
      </li>
    ))}
  </ul>
)

const changed = [...changedByBooks, listBilledTerms, previewBilling, previewTakeBack]

/** Runs one batch after the other until all are done or somebody stops. */
function useBatches(
  next: (after: number) => Promise<{ bills: number; shillings: number; after: number | null }>,
) {
  const [done, setDone] = useState({ bills: 0, shillings: 0 })
  const stopping = useRef(false)
  const action = useAction(
    async () => {
      stopping.current = false
      const sum = { bills: 0, shillings: 0 }
      setDone(sum)
      for (let after: number | null = 0; after !== null && !stopping.current; ) {
        const batch: Awaited<ReturnType<typeof next>> = await next(after)
        sum.bills += batch.bills
        sum.shillings += batch.shillings
        after = batch.after
        setDone({ ...sum })
      }
      return { ...sum, stopped: stopping.current }
    },
    { changes: changed, onError: () => {} },
  )
  return {
    ...action,
    done,
    stop: () => {
      stopping.current = true
    },
  }
}

interface BatchesProps {
  batches: ReturnType<typeof useBatches>
  /** A sentence on what would be done; undefined until it is known. */
  lead: string | undefined
  error: Error | null
  onRetry: () => void
  notLooked: string
  /** The button's label; null when nothing is left to do. */
  button: string | null
  /** The action's name, shown to staff who may not do it. */
  what: string
  danger?: boolean
  success: string | null
  fallback: string
  onClose: () => void
  /** Further details of what would be done. */
  children: ReactNode
}

/** Work done in batches: shown first, then run with its progress; it can be stopped at any time. */
function Batches({
  batches: { run, busy, done, stop, error: failed },
  lead,
  error,
  onRetry,
  notLooked,
  button,
  what,
  danger,
  success,
  fallback,
  onClose,
  children,
}: BatchesProps) {
  if (lead === undefined) {
    return error ? (
      <LoadError message={errorMessage(error, notLooked)} onRetry={onRetry} />
    ) : (
      <Skeleton lines={['row', 'row']} />
    )
  }
  return (
    <div className="suggestion stack">
      <p className="tabular" aria-live="polite">
        {busy ? `${counted(done.bills, 'bill', 'bills')} so far, ${ksh(done.shillings)} …` : lead}
      </p>
      {!busy && children}
      <div className="row wrap">
        <Permitted to="money" what={what}>
          {busy ? (
            <Button variant="secondary" onClick={stop}>
              Stop
            </Button>
          ) : (
            button !== null && (
              <Button variant={danger ? 'danger' : ''} onClick={() => void run()}>
                {button}
              </Button>
            )
          )}
        </Permitted>
        {!busy && (
          <Button variant="quiet" onClick={onClose}>
            Close
          </Button>
        )}
      </div>
      <ActionResult success={success} error={failed} fallback={fallback} />
    </div>
  )
}

/** Shows who is billed and who is left out; then makes the bills, in batches that can be stopped. */
function Bill({ term, onClose }: { term: BilledTerm; onClose: () => void }) {
  const params = { id: String(term.id) }
  const { data, error, refetch } = useQuery({ ...query(previewBilling, { params }), staleTime: 0 })
  const batches = useBatches((after) => call(billTerm, { params, body: { after } }))
  const { result } = batches
  return (
    <Batches
      batches={batches}
      lead={
        data &&
        (data.tenants === 0
          ? 'Nobody is left to bill.'
          : `${counted(data.tenants, 'tenant gets a bill', 'tenants get a bill')}, ${ksh(data.shillings)} in all, by ${formatDay(data.due_day)}.`)
      }
      error={error}
      onRetry={() => refetch()}
      notLooked="We couldn’t look up who is billed."
      button={
        data && data.tenants > 0 ? `Bill ${counted(data.tenants, 'tenant', 'tenants')}` : null
      }
      what="bill a term"
      success={
        result &&
        `${counted(result.bills, 'bill was', 'bills were')} made, ${ksh(result.shillings)}. ${result.stopped ? 'You can go on at any time; nobody is billed twice.' : ''}`
      }
      fallback="It stopped before the end. Please go on; nobody is billed twice."
      onClose={onClose}
    >
      {data && data.left_out.length > 0 && <LeftOutList left_out={data.left_out} />}
    </Batches>
  )
}

/** Shows which bills are taken back and which stay; then takes them back, in batches that can be stopped. */
function TakeBack({ term, onClose }: { term: BilledTerm; onClose: () => void }) {
  const params = { id: String(term.id) }
  const { data, error, refetch } = useQuery({ ...query(previewTakeBack, { params }), staleTime: 0 })
  const kept = useRef(0)
  const batches = useBatches(async (after) => {
    if (after === 0) kept.current = 0
    const batch = await call(takeBackTerm, { params, body: { after } })
    kept.current += batch.kept
    return batch
  })
  const { result } = batches
  return (
    <Batches
      batches={batches}
      lead={
        data &&
        (data.bills === 0
          ? 'No bill can be taken back.'
          : `${counted(data.bills, 'bill', 'bills')} will be taken back, ${ksh(data.shillings)} in all.`)
      }
      error={error}
      onRetry={() => refetch()}
      notLooked="We couldn’t look up which bills can be taken back."
      button={data && data.bills > 0 ? `Take back ${counted(data.bills, 'bill', 'bills')}` : null}
      what="take bills back"
      danger
      success={
        result &&
        `${counted(result.bills, 'bill was', 'bills were')} taken back. ${kept.current > 0 ? `${counted(kept.current, 'stays', 'stay')}.` : ''}`
      }
      fallback="It stopped before the end. Please go on."
      onClose={onClose}
    >
      {data && data.kept.length > 0 && (
        <>
          <p>These bills stay:</p>
          <ul className="consequences">
            {data.kept.map(({ why: reason, count, names }) => (
              <li key={reason}>
                {counted(count, 'bill', 'bills')}, {grownTexts[reason]}: {someNames(count, names)}.
              </li>
            ))}
          </ul>
        </>
      )}
      {data && data.bills > 0 && (
        <p>
          Each tenant is told. Those who pay by the term get a new bill{' '}
          {term.by_itself_on > dayOf(new Date())
            ? `on ${formatDay(term.by_itself_on)}`
            : 'the next night'}
          . Change the term or how rent is billed before that.
        </p>
      )}
    </Batches>
  )
}
