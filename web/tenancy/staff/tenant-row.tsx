import { memo } from 'react'
import { Link } from 'react-router'
import type { Tenant } from '#contract/tenancy.ts'
import { type Day, formatDay } from '#rules/calendar.ts'
import { tenantPath } from './paths.ts'

interface Props {
  tenant: Tenant
  today: Day
}

/** One line of the list; the whole of it leads to the person. */
export const TenantRow = memo(({ tenant: { id, full_name, room, from, until }, today }: Props) => (
  <li>
    <Link className="whole" to={tenantPath(id)}>
      {full_name}
    </Link>
    <span className="room tabular">
      <span className="visually-hidden">room </span>
      {room}
    </span>
    <span className="small tabular">
      <span className="word">{from > today ? 'moves in ' : 'since '}</span>
      <time className="nowrap">{formatDay(from)}</time>
    </span>
    <span className="small tabular">
      {until === null ? (
        <span className="muted word-wide">no end agreed</span>
      ) : (
        <>
          <span className="word">leaves </span>
          <time className="nowrap">{formatDay(until)}</time>
        </>
      )}
    </span>
  </li>
))
