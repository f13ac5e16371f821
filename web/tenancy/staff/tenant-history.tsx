import { Link } from 'react-router'
import type { TenantDetail } from '#contract/tenants.ts'
import { dayOf, formatDateTime, formatDay } from '#rules/calendar.ts'
import { tenancyActText } from '#rules/tenancy.ts'
import { removalReasonLabels, transferReasonLabels } from './labels.ts'
import { roomPath } from './paths.ts'

type Stay = TenantDetail['stays'][number]

function stayPeriod({ from, until }: Stay, today: string): string {
  if (until === null) return `${from > today ? 'from' : 'since'} ${formatDay(from)}`
  if (until === from) return `from ${formatDay(from)}, but didn’t stay`
  return `${formatDay(from)} to ${formatDay(until)}`
}

/** The tenant's rooms, latest first; the current room's window is lit. */
export function Stays({ tenant: { stays } }: { tenant: TenantDetail }) {
  const today = dayOf(new Date())
  return (
    <section className="plate padded stays" aria-labelledby="stays">
      <h2 id="stays">Room history</h2>
      {stays.length === 0 && <p className="muted space-above-small">No rooms yet.</p>}
      <ol className="space-above">
        {stays.map((stay) => {
          const { room_number, from, until, transfer_reason } = stay
          return (
            <li
              key={`${room_number}${from}${until}`}
              className={from <= today && (until === null || until > today) ? 'current' : undefined}
            >
              <Link className="tabular" to={roomPath(room_number)}>
                {room_number}
              </Link>
              <span className="tabular">
                {stayPeriod(stay, today)}
                {transfer_reason && (
                  <span className="small muted stay-reason">
                    {transferReasonLabels[transfer_reason]}
                  </span>
                )}
              </span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

/** The acts of staff about the tenancy, latest first; the log has the rest. */
export const TenancyActs = ({ tenant: { acts, full_name } }: { tenant: TenantDetail }) => (
  <section className="plate padded stack-small tenancy-acts" aria-labelledby="acts">
    <h2 id="acts">Changes by staff</h2>
    {acts.length === 0 && <p className="muted">Staff haven’t changed their stay.</p>}
    {acts.length > 0 && (
      <ol>
        {acts.map((act) => (
          <li key={act.id}>
            <time className="small muted tabular" dateTime={act.at}>
              {formatDateTime(new Date(act.at))}
            </time>
            <p>
              <b>{act.by}</b> {tenancyActText(act)}.
            </p>
            {act.removal && (
              <p className="small muted">
                {removalReasonLabels[act.removal.reason]}
                {act.removal.comments && <q className="removal-quote">{act.removal.comments}</q>}
              </p>
            )}
          </li>
        ))}
      </ol>
    )}
    <p className="small">
      <Link to={`/staff/settings/log?q=${encodeURIComponent(full_name)}`}>
        See everything staff did for them in the log
      </Link>
    </p>
  </section>
)
