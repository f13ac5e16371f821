import { Link } from 'react-router'
import type { Tenant } from '#contract/tenancy.ts'
import { addMonths, type Day, dayOf, formatDay } from '#rules/calendar.ts'
import { LoadError } from '../../ui/load-error.tsx'
import { tenantPath, tenantsPath } from './paths.ts'
import { fetchSentence, useTenants } from './use-tenants.ts'
import '../../look/tenants.css'

const most_shown = 5

/** Who moves in, moves or leaves within a month, the next one first. */
function comingAndGoing(tenants: Tenant[], today: Day) {
  const last = addMonths(today, 1)
  const soon = (day: Day | null): day is Day => day !== null && day > today && day <= last
  return tenants
    .flatMap((tenant) => [
      ...(soon(tenant.from) ? [{ tenant, day: tenant.from, what: 'moves in' }] : []),
      ...(tenant.next && soon(tenant.next.on)
        ? [{ tenant, day: tenant.next.on, what: `moves to ${tenant.next.room}` }]
        : []),
      ...(soon(tenant.until) ? [{ tenant, day: tenant.until, what: 'leaves' }] : []),
    ])
    .sort((one, other) => one.day.localeCompare(other.day))
}

/** How many live here, and who comes and goes next. */
export function ComingAndGoing() {
  const { tenants, error, refetch } = useTenants()
  const today = dayOf(new Date())
  const soon = comingAndGoing(tenants ?? [], today)
  const here = tenants?.filter(({ from }) => from <= today).length
  return (
    <section className="plate pad stack-small" aria-labelledby="coming-and-going">
      <h2 id="coming-and-going">Coming and going</h2>
      {tenants ? (
        <p className="tabular">
          {here === 1 ? '1 tenant lives here.' : `${here} tenants live here.`}
          {soon.length === 0 && ' Nobody moves or leaves within a month.'}
        </p>
      ) : error ? (
        <LoadError message={fetchSentence(error, 'Tenants')} onRetry={() => void refetch()} />
      ) : (
        <p className="patient" role="status">
          <span className="visually-hidden">Loading...</span>
          <span className="skeleton w-56 max-w-full" />
        </p>
      )}
      {soon.length > 0 && (
        <ul className="coming">
          {soon.slice(0, most_shown).map(({ tenant, day, what }) => (
            <li key={`${tenant.id}${what}`}>
              <time className="muted tabular nowrap">{formatDay(day)}</time>
              <span>
                <Link to={tenantPath(tenant.id)}>{tenant.full_name}</Link> {what}
              </span>
              <span className="tabular">{tenant.room}</span>
            </li>
          ))}
        </ul>
      )}
      {soon.length > most_shown && (
        <p className="small muted">+{soon.length - most_shown} more within a month.</p>
      )}
      <p>
        <Link className="button secondary" to={tenantsPath()}>
          All tenants
        </Link>
      </p>
    </section>
  )
}
