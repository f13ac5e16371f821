import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { type DayOfMonth, listCloses } from '#contract/closes.ts'
import { month as monthText } from '#contract/transactions.ts'
import { formatDay, monthOf, nextMonth, previousMonth } from '#rules/calendar.ts'
import { counted, kshCents } from '#rules/money.ts'
import { query } from '../api.ts'
import { BooksNav } from '../desk/books-nav.tsx'
import { RequireStaff } from '../layout/require-auth.tsx'
import { pageTitle } from '../layout/title.ts'
import { usePageParameter } from '../page-query.ts'
import { longMonth } from '../payments/transaction-filter.ts'
import { errorMessage, WENT_WRONG } from '../ui/error-message.ts'
import { FetchFailed, MessagePlate } from '../ui/message-plate.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { CashDrawer } from './cash-drawer.tsx'
import { closePath, lateText, monthPath, states } from './texts.ts'
import '../desk/desk.css'
import './closes.css'

export const meta = pageTitle('Close the day')

export default function ClosesPage() {
  return (
    <RequireStaff title="The days">
      <Closes />
    </RequireStaff>
  )
}

/** The days of a month, and the cash drawer. */
function Closes() {
  const month = monthText.safeParse(usePageParameter('month')).data ?? monthOf(new Date())
  const { data, error, refetch } = useQuery(query(listCloses, { query: { month } }))
  return (
    <div className="page desk-page closes">
      <div className="desk-head">
        <div>
          <h1>Close the day</h1>
          <p className="muted">Compare each day’s statement with the ledger. Two people sign.</p>
        </div>
        {data && <NextDay days={data.days} />}
        <BooksNav current="close" />
      </div>
      <div className="closes-columns drawer-first">
        <CashDrawer />
        <section className="stack" aria-labelledby="days">
          <div className="row between wrap">
            <h2 id="days">{longMonth(month)}</h2>
            <MonthNav month={month} />
          </div>
          {data ? (
            <Days days={data.days} />
          ) : error ? (
            <FetchFailed
              title="The days couldn’t be loaded"
              message={errorMessage(error, WENT_WRONG)}
              onRetry={() => refetch()}
            />
          ) : (
            <Skeleton className="plate padded" lines={['row', 'row', 'row', 'row']} />
          )}
        </section>
      </div>
    </div>
  )
}

const MonthNav = ({ month }: { month: string }) => (
  <nav className="row closes-months" aria-label="Month">
    <Link className="button quiet compact" to={monthPath(previousMonth(month))}>
      <ChevronLeft className="icon" aria-hidden="true" />
      <span className="visually-hidden">Previous month: </span>
      {longMonth(previousMonth(month))}
    </Link>
    {month < monthOf(new Date()) && (
      <Link className="button quiet compact" to={monthPath(nextMonth(month))}>
        <span className="visually-hidden">Next month: </span>
        {longMonth(nextMonth(month))}
        <ChevronRight className="icon" aria-hidden="true" />
      </Link>
    )}
  </nav>
)

/** Links to the earliest day that waits to be closed; to today only if no other day waits. */
function NextDay({ days }: { days: DayOfMonth[] }) {
  const waiting = days.filter(({ state }) => state === 'open' || state === 'signed')
  const next = waiting.at(-1)
  if (!next) return null
  return (
    <Link className="button" to={closePath(next.day)}>
      {next.state === 'signed' ? 'Sign for' : 'Close'} {formatDay(next.day)}
    </Link>
  )
}

function Days({ days }: { days: DayOfMonth[] }) {
  const happened = days.filter(({ state }) => state !== 'nothing')
  if (happened.length === 0) {
    return (
      <MessagePlate title="Nothing to close">
        <p className="muted">No money came in or went out this month.</p>
      </MessagePlate>
    )
  }
  return (
    <ul className="plate clipped">
      {inRuns(days).map((run) => (
        <li key={run.last.day} className="desk-row">
          {run.last.state === 'nothing' ? <Nothing run={run} /> : <Happened day={run.last} />}
        </li>
      ))}
    </ul>
  )
}

interface Run {
  first: DayOfMonth
  last: DayOfMonth
}

/** Groups the days into rows; consecutive days on which nothing happened become one row. */
function inRuns(days: DayOfMonth[]): Run[] {
  const runs: Run[] = []
  for (const day of days) {
    const before = runs.at(-1)
    if (before?.last.state === 'nothing' && day.state === 'nothing') before.first = day
    else runs.push({ first: day, last: day })
  }
  return runs
}

const Nothing = ({ run: { first, last } }: { run: Run }) => (
  <>
    <span className="muted">
      {first === last ? formatDay(last.day) : `${formatDay(first.day)} to ${formatDay(last.day)}`}
    </span>
    <span className="small muted">{states.nothing.label}</span>
  </>
)

const Happened = ({ day }: { day: DayOfMonth }) => (
  <>
    <span className="row wrap closes-day">
      <Link className="row-link tabular nowrap" to={closePath(day.day)}>
        {formatDay(day.day)}
      </Link>
      <DayState day={day} />
    </span>
    <b className="money tabular">{kshCents(day.ledger.cents)}</b>
    <span className="small muted tabular full-width">
      {day.ledger.count === 0 ? 'No M‑Pesa payments' : counted(day.ledger.count, 'M‑Pesa payment')}
      {day.statement && `, ${kshCents(day.statement.cents)} on the statement`}
      {!day.covered && (isOpenDay(day) ? ', no statement yet' : ', signed without a statement')}
    </span>
    {day.after && (
      <span className="small tabular full-width">
        After the close of {formatDay(day.day)}: {lateText(day.after)}.
      </span>
    )}
  </>
)

const isOpenDay = ({ state }: DayOfMonth) => state === 'open' || state === 'nothing'

const DayState = ({ day: { state, open_cents } }: { day: DayOfMonth }) => (
  <span className={`tag ${states[state].tag}`}>
    {state === 'differences' ? `Closed with ${kshCents(open_cents)} open` : states[state].label}
  </span>
)
