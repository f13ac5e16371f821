import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Form, Link } from 'react-router'
import { getOverview, type Move, type Overview } from '#contract/overview.ts'
import { type Day, dayOf, formatDay, monthName } from '#rules/calendar.ts'
import { counted, ksh } from '#rules/money.ts'
import { percent, weekFrom } from '#rules/overview.ts'
import { ApiError, query } from '../api.ts'
import { depositsPath } from '../desk/texts.ts'
import { RequireStaff } from '../layout/require-auth.tsx'
import { pageTitle } from '../layout/title.ts'
import { usePageParameter } from '../page-query.ts'
import { livedInPath, roomPath, roomsPath, tenantPath } from '../tenancy/staff/paths.ts'
import { RoomMap, type WindowState, windowState, windowStates } from '../tenancy/staff/room-map.tsx'
import { errorMessage, WENT_WRONG } from '../ui/error-message.ts'
import { useRowsInSteps } from '../ui/infinite-list.tsx'
import { FetchFailed, MessagePlate } from '../ui/message-plate.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Arrears } from './arrears.tsx'
import { Figure } from './figure.tsx'
import { Needs } from './needs.tsx'
import { entriesPath, longDay, overviewPath, overviewRoomsPath } from './paths.ts'
import './overview.css'

export const meta = pageTitle('Overview')

export default function OverviewPage() {
  return (
    <RequireStaff title="The overview">
      <OverviewOfDay />
    </RequireStaff>
  )
}

function OverviewOfDay() {
  const asked = usePageParameter('on') ?? undefined
  const today = dayOf(new Date())
  const on = asked === today ? undefined : asked
  const { data, error, refetch } = useQuery(query(getOverview, { query: { on } }))
  return (
    <div className="page desk-page overview">
      <div className="desk-head">
        <div>
          <h1>{on && data ? `As of ${longDay(data.on)}` : 'Overview'}</h1>
          <p className="muted">
            {on
              ? 'As it had been entered by the end of that day. Names, and the places and rents of rooms, are as they are now.'
              : 'Rooms, rent and what needs attention today.'}
          </p>
        </div>
        {/* On a residence's first day there is no other day to choose. */}
        {(on || data?.first_day !== today) && (
          <DayPicker on={on} today={today} first={data?.first_day} />
        )}
      </div>
      {data ? (
        <Sections overview={data} on={on} />
      ) : error ? (
        <Failed error={error} onRetry={() => refetch()} />
      ) : (
        <Loading />
      )}
    </div>
  )
}

/** Placeholders for the figures, the house, and the list of things that need attention. */
const Loading = () => (
  <div className="overview-sections">
    <Skeleton className="plate padded overview-strip" lines={['bar', 'bar', 'bar', 'bar', 'bar']} />
    <div className="delayed overview-house" aria-hidden="true">
      <span className="skeleton" />
    </div>
    <div className="plate padded stack delayed overview-needs" aria-hidden="true">
      <span className="skeleton skeleton-heading" />
      <span className="skeleton skeleton-row" />
      <span className="skeleton skeleton-row" />
    </div>
  </div>
)

/** A plain form with the day in the URL: it works before the scripts are there. */
const DayPicker = ({
  on,
  today,
  first,
}: {
  on: Day | undefined
  today: Day
  first: Day | undefined
}) => (
  <Form className="overview-day" action="/staff" key={on}>
    <label htmlFor="overview-on">See another day</label>
    <div className="row wrap">
      <input
        id="overview-on"
        className="input"
        type="date"
        name="on"
        defaultValue={on ?? today}
        min={first}
        max={today}
        required
      />
      <button type="submit" className="button secondary">
        Show
      </button>
      {on && (
        <Link className="button quiet aligned" to={overviewPath(undefined)}>
          Back to today
        </Link>
      )}
    </div>
  </Form>
)

/** Says that a day has no overview, with a link to today; any other error can be retried. */
function Failed({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
  const noSuchDay = error instanceof ApiError ? error.fields.on : undefined
  if (noSuchDay) {
    return (
      <MessagePlate title="No overview of that day">
        <p role="alert">{noSuchDay}</p>
        <p>
          <Link className="button" to={overviewPath(undefined)}>
            Show today
          </Link>
        </p>
      </MessagePlate>
    )
  }
  return (
    <FetchFailed
      title="The overview couldn’t be loaded"
      message={errorMessage(error, WENT_WRONG)}
      onRetry={onRetry}
    />
  )
}

interface SectionProps {
  overview: Overview
  /** The past day in the URL; undefined for today. */
  on: Day | undefined
}

function Sections({ overview, on }: SectionProps) {
  const { rooms, debtors } = overview
  const owed = useMemo(() => {
    const debts = new Map(debtors.map((debtor) => [debtor.id, debtor.owed]))
    const living = rooms.flatMap(({ occupants }) => occupants.map(({ id }) => id))
    return new Map(living.map((id) => [id, debts.get(id) ?? 0]))
  }, [rooms, debtors])
  return (
    <div className="overview-sections">
      <Figures overview={overview} on={on} />
      <Needs overview={overview} on={on} />
      {rooms.length === 0 ? (
        <MessagePlate className="overview-house" title="No rooms yet">
          <p>The house appears here when it has rooms.</p>
          <p>
            <Link className="button" to={roomsPath}>
              Add rooms
            </Link>
          </p>
        </MessagePlate>
      ) : (
        <>
          <div className="overview-house" id="rooms">
            <RoomMap
              rooms={rooms}
              today={overview.on}
              owed={owed}
              listPath={(state) => overviewRoomsPath(on, state)}
            />
          </div>
          <RoomTable rooms={rooms} day={overview.on} owed={owed} on={on} />
        </>
      )}
      <Moves overview={overview} />
      <Arrears debtors={debtors} day={overview.on} on={on} />
    </div>
  )
}

const sumOf = (amounts: Overview['arrears']) =>
  amounts.this_month + amounts.one_month + amounts.two_months + amounts.older

/** The figures of the day; each links to the list behind it. */
function Figures({ overview, on }: SectionProps) {
  const { occupancy, due, months, arrears, debtors, deposits } = overview
  const month = overview.on.slice(0, 7)
  const name = monthName(month)
  const now = months.at(-1)
  const inService = occupancy.rooms - occupancy.out_of_service
  const lived = percent(occupancy.in_service_lived_in, inService)
  const livedInClosed = occupancy.lived_in - occupancy.in_service_lived_in
  const paid = percent(due.payable - due.unpaid, due.payable)
  const { opening } = due
  const before = [
    opening.owed > 0 && `${ksh(opening.owed)} owed`,
    opening.credit > 0 && `${ksh(opening.credit)} credit`,
  ].filter(Boolean)
  return (
    <section className="plate overview-figures" aria-label="The residence in figures">
      <Figure
        name="Occupied rooms"
        to={on ? `${overviewPath(on)}#rooms` : livedInPath}
        value={
          occupancy.rooms === 0 ? 'No rooms yet' : `${occupancy.lived_in} of ${occupancy.rooms}`
        }
        note={[
          lived && `${lived} of rooms in service`,
          occupancy.out_of_service > 0 && `${occupancy.out_of_service} out of service`,
          livedInClosed > 0 && `${livedInClosed} of these still occupied`,
        ]}
      />
      <Figure
        name={`Rent due for ${name}`}
        to={entriesPath('due', month, on)}
        value={due.tenants === 0 && due.amount === 0 ? 'No rent charged yet' : ksh(due.amount)}
        note={[
          due.tenants > 0 && counted(due.tenants, 'tenant'),
          paid && `${paid} paid`,
          before.length > 0 && `besides opening balances: ${before.join(', ')}`,
        ]}
      />
      <Figure
        name={`Collected in ${name}`}
        to={entriesPath('collected', month, on)}
        value={ksh(now?.collected ?? 0)}
        note={[counted(now?.payments ?? 0, 'rent payment'), 'whichever month they cover']}
      />
      <Figure
        name="Owed in all"
        to={`${overviewPath(on)}#arrears`}
        value={debtors.length === 0 ? 'Nothing' : ksh(sumOf(arrears))}
        note={[debtors.length > 0 && `by ${counted(debtors.length, 'person', 'people')}`]}
      />
      <Figure
        name={`Wifi sold in ${name}`}
        to={entriesPath('wifi', month, on)}
        value={ksh(now?.wifi ?? 0)}
        note={[counted(now?.bundles ?? 0, 'bundle')]}
      />
      {deposits.count > 0 && (
        <Figure
          name="Deposits held"
          to={depositsPath('held')}
          value={ksh(deposits.shillings)}
          note={[`for ${counted(deposits.count, 'tenant')}`, 'not income']}
        />
      )}
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
function RoomTable({ rooms, day, owed, on }: RoomTableProps) {
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

function Moves({ overview: { on, moves, is_today } }: { overview: Overview }) {
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
