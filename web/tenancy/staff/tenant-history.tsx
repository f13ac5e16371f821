import { Link } from 'react-router'
import type { TenancyAct, TenantDetail } from '#contract/tenants.ts'
import { dayOf, formatDateTime, formatDay } from '#rules/calendar.ts'
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

function actSentence({ act, day, room_number }: TenancyAct): string {
  const on = day ? formatDay(day) : ''
  switch (act) {
    case 'transfer':
      return `moved them to ${room_number} from ${on}`
    case 'cancel_transfer':
      return `cancelled the planned move; they keep ${room_number}`
    case 'remove':
      return `removed them, leaving on ${on}`
    case 'extend':
      return day ? `extended the stay to ${on}` : 'removed the leaving date'
    case 'move_back':
      return `let them move back into ${room_number} from ${on}`
  }
}

/** Who of the staff did what about the tenancy, latest first. */
export const TenancyActs = ({ acts }: { acts: TenancyAct[] }) =>
  acts.length > 0 && (
    <section className="plate padded stack-small tenancy-acts" aria-labelledby="acts">
      <h2 id="acts">Changes by staff</h2>
      <ol>
        {acts.map((act) => (
          <li key={act.id}>
            <time className="small muted tabular" dateTime={act.at}>
              {formatDateTime(new Date(act.at))}
            </time>
            <p>
              <b>{act.by}</b> {actSentence(act)}.
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
    </section>
  )
