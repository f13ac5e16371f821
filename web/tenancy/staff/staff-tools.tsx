import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Tenant } from '#contract/tenants.ts'
import { addMonths, type Day, dayOf, formatDay } from '#rules/calendar.ts'
import { PendingPostsCard } from '../../moderation/pending-count.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { roomsPath, tenantPath, tenantsPath } from './paths.ts'
import { RemoveForm } from './remove-form.tsx'
import { TransferForm } from './transfer-form.tsx'
import { fetchErrorMessage, useTenants } from './use-tenants.ts'
import './moving.css'
import './tenants.css'

/** The home page of staff: desk, posts to review, upcoming moves, and the two forms. */
export const StaffTools = ({ desk }: { desk: ReactNode }) => (
  <div className="page staff-home">
    <div className="stack-large">
      {desk}
      <PendingPostsCard />
    </div>
    <div className="staff-forms">
      <TransferForm />
      <RemoveForm />
    </div>
    <UpcomingMoves />
  </div>
)

const MAX_SHOWN = 5

/** Arrivals, transfers and departures within a month, the earliest first. */
function upcomingMoves(tenants: Tenant[], today: Day) {
  const last = addMonths(today, 1)
  const soon = (day: Day | null): day is Day => day !== null && day > today && day <= last
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

function UpcomingMoves() {
  const { tenants, error, refetch } = useTenants()
  const today = dayOf(new Date())
  const upcoming = upcomingMoves(tenants ?? [], today)
  const here = tenants?.filter(({ from }) => from <= today).length
  return (
    <section className="plate padded stack-small" aria-labelledby="coming-and-going">
      <h2 id="coming-and-going">Coming and going</h2>
      {tenants ? (
        <p className="tabular">
          {here === 1 ? '1 tenant lives here.' : `${here} tenants live here.`}
          {upcoming.length === 0 && ' Nobody moves or leaves within a month.'}
        </p>
      ) : error ? (
        <LoadError message={fetchErrorMessage(error, 'Tenants')} onRetry={() => void refetch()} />
      ) : (
        <p className="delayed" role="status">
          <span className="visually-hidden">Loading...</span>
          <span className="skeleton skeleton-text" />
        </p>
      )}
      {upcoming.length > 0 && (
        <ul className="upcoming-moves">
          {upcoming.slice(0, MAX_SHOWN).map(({ tenant, day, event }) => (
            <li key={`${tenant.id}${event}`}>
              <time className="muted tabular nowrap">{formatDay(day)}</time>
              <span>
                <Link to={tenantPath(tenant.id)}>{tenant.full_name}</Link> {event}
              </span>
              <span className="tabular">{tenant.room}</span>
            </li>
          ))}
        </ul>
      )}
      {upcoming.length > MAX_SHOWN && (
        <p className="small muted">+{upcoming.length - MAX_SHOWN} more within a month.</p>
      )}
      <p className="row wrap">
        <Link className="button secondary" to={tenantsPath()}>
          All tenants
        </Link>
        <Link className="button secondary" to={roomsPath}>
          All rooms
        </Link>
      </p>
    </section>
  )
}
