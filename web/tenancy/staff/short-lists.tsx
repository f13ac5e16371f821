import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Tenant } from '#contract/tenants.ts'
import { addMonths, type Day, formatDay } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import { errorMessage } from '../../ui/error-message.ts'
import { LoadError } from '../../ui/load-error.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { byDebtPath, roomsPath, tenantPath } from './paths.ts'
import { fetchErrorMessage, useBalances, useTenants } from './use-tenants.ts'

const MAX_SHOWN = 5

interface ShortListProps {
  id: string
  title: string
  /** Undefined until it is fetched. */
  rows: ReactNode[] | undefined
  /** Shown instead of an empty list. */
  empty: string
  failure: string | undefined
  onRetry: () => unknown
  link: { to: string; label: string }
}

/** The first rows of a list on the home page, with a link to the whole list. */
const ShortList = ({ id, title, rows, empty, failure, onRetry, link }: ShortListProps) => (
  <section className="plate padded short-list" aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {rows && rows.length > 0 ? (
      <ul>{rows.slice(0, MAX_SHOWN)}</ul>
    ) : rows ? (
      <p className="muted">{empty}</p>
    ) : failure ? (
      <LoadError message={failure} onRetry={onRetry} />
    ) : (
      <Skeleton lines={['bar', 'bar', 'bar', 'bar']} />
    )}
    {rows && rows.length > MAX_SHOWN && (
      <p className="small muted tabular">+{rows.length - MAX_SHOWN} more</p>
    )}
    <p>
      <Link className="button secondary" to={link.to}>
        {link.label}
      </Link>
    </p>
  </section>
)

/** The tenants who owe most. */
export function LargestDebts() {
  const { tenants, error, refetch } = useTenants()
  const { balances, error: balanceError, refetch: refetchBalances } = useBalances()
  const debts =
    balances &&
    tenants
      ?.map((tenant) => ({ ...tenant, debt: balances.get(tenant.id) ?? 0 }))
      .filter(({ debt }) => debt > 0)
      .sort((one, other) => other.debt - one.debt)
  return (
    <ShortList
      id="largest-debts"
      title="Who owes most"
      rows={debts?.map(({ id, full_name, room, debt }) => (
        <li key={id}>
          <span>
            <Link to={tenantPath(id)}>{full_name}</Link>{' '}
            <span className="small muted tabular nowrap">{room}</span>
          </span>
          <b className="owed money">{ksh(debt)}</b>
        </li>
      ))}
      empty="No tenant owes anything today."
      failure={
        error
          ? fetchErrorMessage(error, 'Tenants')
          : balanceError
            ? errorMessage(balanceError, 'What tenants owe couldn’t be loaded.')
            : undefined
      }
      onRetry={() => (error ? refetch() : refetchBalances())}
      link={{ to: byDebtPath, label: 'All tenants' }}
    />
  )
}

/** Arrivals, transfers and departures from today to a month ahead, the earliest first. */
function upcomingMoves(tenants: Tenant[], today: Day) {
  const last = addMonths(today, 1)
  const soon = (day: Day | null): day is Day => day !== null && day >= today && day <= last
  return tenants
    .flatMap((tenant) => [
      ...(soon(tenant.from) ? [{ tenant, day: tenant.from, event: 'moves in' }] : []),
      ...(tenant.next && soon(tenant.next.on)
        ? [{ tenant, day: tenant.next.on, event: `moves to ${tenant.next.room}` }]
        : []),
      ...(soon(tenant.until) ? [{ tenant, day: tenant.until, event: 'leaves' }] : []),
    ])
    .sort((one, other) => one.day.localeCompare(other.day))
}

export function UpcomingMoves({ today }: { today: Day }) {
  const { tenants, error, refetch } = useTenants()
  return (
    <ShortList
      id="upcoming-moves"
      title="Moving in or out soon"
      rows={
        tenants &&
        upcomingMoves(tenants, today).map(({ tenant: { id, full_name, room }, day, event }) => (
          <li key={`${id}${event}`}>
            <span>
              <Link to={tenantPath(id)}>{full_name}</Link> {event}{' '}
              <span className="small muted tabular nowrap">{room}</span>
            </span>
            <time className="small tabular nowrap">{day === today ? 'today' : formatDay(day)}</time>
          </li>
        ))
      }
      empty="Nobody moves in or out in the next month."
      failure={error ? fetchErrorMessage(error, 'Tenants') : undefined}
      onRetry={() => refetch()}
      link={{ to: roomsPath, label: 'All rooms' }}
    />
  )
}
