import { useState } from 'react'
import { Link } from 'react-router'
import type { Move, Overview } from '#contract/overview.ts'
import { type Day, formatDay, monthName } from '#rules/calendar.ts'
import { counted, formatNumber, ksh } from '#rules/money.ts'
import { percent, weekFrom } from '#rules/overview.ts'
import { depositsPath } from '../desk/texts.ts'
import { usePageParameter } from '../page-query.ts'
import { livedInPath, roomPath, tenantPath } from '../tenancy/staff/paths.ts'
import { type WindowState, windowState, windowStates } from '../tenancy/staff/room-window.tsx'
import { Button } from '../ui/button.tsx'
import { useRowsInSteps } from '../ui/infinite-list.tsx'
import { Figure, PartBar } from './figure.tsx'
import { entriesPath, overviewPath } from './paths.ts'

export interface SectionProps {
  overview: Overview
  /** The past day in the URL; undefined for today. */
  on: Day | undefined
}

const sumOf = (amounts: Overview['arrears']) =>
  amounts.this_month + amounts.one_month + amounts.two_months + amounts.older

/** What is owed, collected and occupied, and below that smaller sums; each leads to the list behind it. */
export function Figures({ overview, on }: SectionProps) {
  const { occupancy, due, months, arrears, debtors, deposits } = overview
  const [few, setFew] = useState(true)
  const month = overview.on.slice(0, 7)
  const name = monthName(month)
  const now = months.at(-1)
  const inService = occupancy.rooms - occupancy.out_of_service
  const occupied = percent(occupancy.in_service_lived_in, inService)
  const occupiedClosed = occupancy.lived_in - occupancy.in_service_lived_in
  const gone = debtors.filter(({ room }) => room === null)
  const paid = percent(due.payable - due.unpaid, due.payable)
  const { opening } = due
  const before = [
    opening.owed > 0 && `${ksh(opening.owed)} owed`,
    opening.credit > 0 && `${ksh(opening.credit)} credit`,
  ].filter(Boolean)
  const smaller = [
    {
      name: `Rent due for ${name}`,
      to: entriesPath('due', month, on),
      value: due.tenants === 0 && due.amount === 0 ? 'No rent charged yet' : ksh(due.amount),
      note: [
        due.tenants > 0 && counted(due.tenants, 'tenant'),
        paid && `${paid} paid`,
        before.length > 0 && `besides opening balances: ${before.join(', ')}`,
      ],
    },
    {
      name: `Wifi sold in ${name}`,
      to: entriesPath('wifi', month, on),
      value: ksh(now?.wifi ?? 0),
      note: [counted(now?.bundles ?? 0, 'bundle')],
    },
    ...(deposits.count > 0
      ? [
          {
            name: 'Deposits held',
            to: depositsPath('held'),
            value: ksh(deposits.shillings),
            note: [`for ${counted(deposits.count, 'tenant')}`, 'not income'],
          },
        ]
      : []),
  ]
  return (
    <section
      className={few ? 'plate overview-figures few-on-phone' : 'plate overview-figures'}
      aria-label="The residence in figures"
    >
      <Figure
        name="Owed"
        to={`${overviewPath(on)}#arrears`}
        value={debtors.length === 0 ? 'Nothing' : ksh(sumOf(arrears))}
        note={[
          debtors.length > 0 && `by ${counted(debtors.length, 'person', 'people')}`,
          gone.length > 0 &&
            `${ksh(gone.reduce((sum, { owed }) => sum + owed, 0))} of it by ${gone.length} without a room`,
        ]}
      />
      <Figure
        name={`Collected in ${name}`}
        to={entriesPath('collected', month, on)}
        value={ksh(now?.collected ?? 0)}
        note={[
          due.amount > 0 && `of ${ksh(due.amount)} due`,
          counted(now?.payments ?? 0, 'rent payment'),
          'whichever month they cover',
        ]}
      >
        <PartBar part={now?.collected ?? 0} whole={due.amount} />
      </Figure>
      <Figure
        name="Occupied rooms"
        to={on ? `${overviewPath(on)}#rooms` : livedInPath}
        value={
          occupancy.rooms === 0
            ? 'No rooms yet'
            : `${formatNumber(occupancy.lived_in)} of ${formatNumber(occupancy.rooms)}`
        }
        note={[
          occupied && `${occupied} of rooms in service`,
          occupancy.out_of_service > 0 && `${occupancy.out_of_service} out of service`,
          occupiedClosed > 0 && `${occupiedClosed} of these still occupied`,
        ]}
      />
      {few && (
        <Button variant="quiet compact" className="more-on-phone" onClick={() => setFew(false)}>
          More figures
        </Button>
      )}
      <ul className="overview-smaller small tabular">
        {smaller.map(({ name, to, value, note }) => (
          <li key={name}>
            <span>{name}</span>
            <Link to={to}>{value}</Link>
            <span className="muted">{note.filter(Boolean).join(', ')}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface RoomTableProps {
  rooms: Overview['rooms']
  day: Day
  owed: ReadonlyMap<number, number>
  /** The past day in the URL. */
  on: Day | undefined
}

/** The rooms of the picture as a table, or only those in the state that was chosen in its legend. */
export function RoomTable({ rooms, day, owed, on }: RoomTableProps) {
  const asked = usePageParameter('rooms')
  const state = asked !== null && Object.hasOwn(windowStates, asked) ? asked : null
  const listed =
    state === null ? rooms : rooms.filter((room) => windowState(room, owed, day) === state)
  const { shown, more } = useRowsInSteps(listed)
  return (
    <details key={state} open={state !== null} className="plate overview-rooms" id="room-table">
      <summary className="padded">The rooms as a table</summary>
      <div>
        {state !== null && (
          <p className="overview-rooms-of">
            {windowStates[state as WindowState]}: {counted(listed.length, 'room')}.{' '}
            <Link to={`${overviewPath(on)}#room-table`} preventScrollReset>
              Show all rooms
            </Link>
          </p>
        )}
        <table className="overview-table">
          <thead>
            <tr>
              <th scope="col">Room</th>
              <th scope="col">Who</th>
              <th scope="col" className="overview-sum">
                Owes
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ room_number, occupants, closed, free }) => {
              const present = occupants.filter(
                ({ from, until }) => from <= day && (until === null || until > day),
              )
              const debt = present.reduce((all, { id }) => all + (owed.get(id) ?? 0), 0)
              return (
                <tr key={room_number}>
                  <th scope="row">
                    <Link to={roomPath(room_number)}>{room_number}</Link>
                  </th>
                  <td>
                    {present.map(({ full_name }) => full_name).join(', ') || (
                      <span className="muted">
                        {closed && closed.from <= day
                          ? 'Out of service'
                          : occupants.some(({ from }) => from > day)
                            ? 'Moving in soon'
                            : free || !closed
                              ? 'Empty'
                              : `Out of service from ${formatDay(closed.from)}`}
                      </span>
                    )}
                  </td>
                  <td className="overview-sum tabular">
                    {present.length > 0 && (debt > 0 ? ksh(debt) : 'nothing')}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
        {more}
      </div>
    </details>
  )
}

const moveText = ({ kind, room, from_room }: Move): string =>
  kind === 'moves_in'
    ? `moves into ${room}`
    : kind === 'leaves'
      ? `leaves ${room}`
      : `moves from ${from_room} to ${room}`

export function Moves({ overview: { on, moves, is_today } }: { overview: Overview }) {
  const { first, last } = weekFrom(on)
  const { shown, more } = useRowsInSteps(moves, 5)
  return (
    <section className="plate padded overview-coming" aria-labelledby="moves">
      <h2 id="moves">Moving in and out</h2>
      <p className="muted small">
        {`${formatDay(first)} to ${formatDay(last)}`}
        {moves.length > 0 && `, ${counted(moves.length, 'move')}`}
      </p>
      {moves.length === 0 ? (
        <p className="space-above-small">Nobody is moving in or out in these seven days.</p>
      ) : (
        <>
          <ul className="overview-moves overview-list space-above-small">
            {shown.map((move) => (
              <li key={`${move.id}${move.kind}${move.day}`}>
                <span>
                  <Link to={tenantPath(move.id)}>{move.full_name}</Link> {moveText(move)}
                  {move.kind === 'leaves' && move.owed > 0 && (
                    <span className="owed nowrap"> and owes {ksh(move.owed)}</span>
                  )}
                </span>
                <time className="small tabular nowrap" dateTime={move.day}>
                  {is_today && move.day === on ? 'today' : formatDay(move.day)}
                </time>
              </li>
            ))}
          </ul>
          {more}
        </>
      )}
    </section>
  )
}
