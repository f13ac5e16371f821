import { Link } from 'react-router'
import type { TenantDetail } from '#contract/tenancy.ts'
import { dayOf, formatDay } from '#rules/calendar.ts'
import { roomPath } from './paths.ts'
import { transferReasonWords } from './words.ts'

/** Every room they have had, the latest first. */
export function Stays({ tenant: { stays } }: { tenant: TenantDetail }) {
  const today = dayOf(new Date())
  return (
    <section className="stays" aria-labelledby="stays">
      <h2 id="stays">Rooms over time</h2>
      {stays.length === 0 && <p className="muted space-above-small">No room so far.</p>}
      <ol className="space-above">
        {stays.map(({ room_number, from, until, transfer_reason }) => (
          <li
            key={`${room_number}${from}${until}`}
            className={from <= today && (until === null || until > today) ? 'now' : undefined}
          >
            <Link className="tabular" to={roomPath(room_number)}>
              {room_number}
            </Link>
            <span className="tabular">
              {until === null
                ? `${from > today ? 'from' : 'since'} ${formatDay(from)}`
                : `${formatDay(from)} to ${formatDay(until)}`}
              {transfer_reason && (
                <span className="small muted below">{transferReasonWords[transfer_reason]}</span>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
