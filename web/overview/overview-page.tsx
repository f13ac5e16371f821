import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Form, Link, useSearchParams } from 'react-router'
import { getOverview, type Move, type Overview } from '#contract/overview.ts'
import { type Day, dayOf, formatDay, monthName } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import { percent, weekFrom } from '#rules/overview.ts'
import { ApiError, query } from '../api.ts'
import { deskPath } from '../desk/texts.ts'
import { RequireStaff } from '../layout/require-auth.tsx'
import { pageTitle } from '../layout/title.ts'
import { freeRoomsPath, roomPath, roomsPath, tenantPath } from '../tenancy/staff/paths.ts'
import { RoomMap } from '../tenancy/staff/room-map.tsx'
import { errorMessage, WENT_WRONG } from '../ui/error-message.ts'
import { useRowsInSteps } from '../ui/infinite-list.tsx'
import { FetchFailed, MessagePlate } from '../ui/message-plate.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Arrears } from './arrears.tsx'
import { Months } from './months.tsx'
import { counted, entriesPath, longDay, overviewPath } from './paths.ts'
import './overview.css'

export const meta = pageTitle('Overview')

export default function OverviewPage() {
  return (
    <RequireStaff title="Overview">
      <OverviewOfDay />
    </RequireStaff>
  )
}

function OverviewOfDay() {
  const asked = useSearchParams()[0].get('on') ?? undefined
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
              ? 'Money is shown as it was entered by the end of that day; stays and rooms as they are known now.'
              : 'The residence today: rooms, rent, and what needs somebody.'}
          </p>
        </div>
        <DayPicker on={on} today={today} first={data?.first_day} />
      </div>
      {data ? (
        <Sections overview={data} on={on} />
      ) : error ? (
        <Failed error={error} onRetry={() => refetch()} />
      ) : (
        <Skeleton className="plate padded" lines={['heading', 'row', 'box', 'row', 'box']} />
      )}
    </div>
  )
}

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
        <Link className="button quiet" to={overviewPath(undefined)}>
          Back to today
        </Link>
      )}
    </div>
  </Form>
)

/** A day that has no overview is said so, with a way back; anything else can be tried again. */
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
  const { rooms, debtors, arrears } = overview
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
        <div className="overview-house" id="rooms">
          <RoomMap rooms={rooms} today={overview.on} owed={owed} />
          <RoomTable rooms={rooms} day={overview.on} owed={owed} />
        </div>
      )}
      <Moves overview={overview} />
      <Arrears arrears={arrears} debtors={debtors} day={overview.on} on={on} />
      <Months overview={overview} on={on} />
    </div>
  )
}

const sumOf = (amounts: Overview['arrears']) =>
  amounts.this_month + amounts.one_month + amounts.two_months + amounts.older

/** The figures of the day; each leads to the list that it counts. */
function Figures({ overview, on }: SectionProps) {
  const { occupancy, due, months, arrears, debtors } = overview
  const month = overview.on.slice(0, 7)
  const name = monthName(month)
  const now = months.at(-1)
  const inService = occupancy.rooms - occupancy.out_of_service
  const lived = percent(occupancy.lived_in, inService)
  const paid = percent(due.amount - due.unpaid, due.amount)
  return (
    <section className="plate overview-figures" aria-label="The residence in figures">
      <Figure
        name="Rooms lived in"
        to={on ? '#rooms' : roomsPath}
        value={
          occupancy.rooms === 0 ? 'No rooms yet' : `${occupancy.lived_in} of ${occupancy.rooms}`
        }
        note={[
          lived && `${lived} of those in service`,
          occupancy.out_of_service > 0 && `${occupancy.out_of_service} out of service`,
        ]}
      />
      <Figure
        name={`Rent due for ${name}`}
        to={entriesPath('due', month, on)}
        value={due.tenants === 0 && due.amount === 0 ? 'No rent charged yet' : ksh(due.amount)}
        note={[
          due.tenants > 0 && `from ${counted(due.tenants, 'tenant')}`,
          paid && `${paid} of it is paid`,
        ]}
      />
      <Figure
        name={`Collected in ${name}`}
        to={entriesPath('collected', month, on)}
        value={ksh(now?.collected ?? 0)}
        note={[`${counted(now?.payments ?? 0, 'payment')} of rent`, 'for any month']}
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
    </section>
  )
}

interface FigureProps {
  name: string
  value: string
  /** What is said of the figure, where it applies. */
  note: (string | false | null)[]
  to: string
}

const Figure = ({ name, value, note, to }: FigureProps) => (
  <div className="overview-figure">
    <h2>{name}</h2>
    <p className="overview-value tabular">
      <Link to={to}>{value}</Link>
    </p>
    <p className="small muted tabular">{note.filter(Boolean).join(', ')}</p>
  </div>
)

/** What a person has to decide about, with the money that hangs on it. */
function Needs({ overview, on }: SectionProps) {
  const { needs, occupancy } = overview
  const { desk, leaving_with_debt: leaving, long_overdue: overdue, posts } = needs
  const rows = [
    {
      count: desk.count,
      to: deskPath('open'),
      text: `${counted(desk.count, 'payment')} ${desk.count === 1 ? 'waits' : 'wait'} on the desk`,
      money: desk.shillings > 0 && ksh(desk.shillings),
    },
    {
      count: leaving.count,
      to: '#moves',
      text: `${counted(leaving.count, 'tenant')} ${leaving.count === 1 ? 'leaves' : 'leave'} this week and still ${leaving.count === 1 ? 'owes' : 'owe'} rent`,
      money: ksh(leaving.shillings),
    },
    {
      count: overdue.count,
      to: `${overviewPath(on, 'overdue')}#arrears`,
      text: `${counted(overdue.count, 'person', 'people')} ${overdue.count === 1 ? 'owes' : 'owe'} rent from two months ago or earlier`,
      money: ksh(overdue.shillings),
    },
    {
      count: occupancy.free,
      to: on ? '#rooms' : freeRoomsPath,
      text: `${counted(occupancy.free, 'room')} ${occupancy.free === 1 ? 'has' : 'have'} a free place`,
      money: `${ksh(occupancy.free_rent)} a month`,
    },
    {
      count: posts ?? 0,
      to: '/staff/posts',
      text: `${counted(posts ?? 0, 'post or report', 'posts or reports')} to look at`,
      money: false as const,
    },
  ].filter(({ count }) => count > 0)
  return (
    <section className="plate padded overview-needs" aria-labelledby="needs">
      <h2 id="needs">{on ? 'What needed somebody' : 'What needs you today'}</h2>
      {rows.length === 0 ? (
        <p className="muted">{on ? 'Nothing waited.' : 'Nothing waits. Enjoy your tea.'}</p>
      ) : (
        <ul>
          {rows.map(({ to, text, money }) => (
            <li key={text}>
              <Link to={to}>{text}</Link>
              {money && <b className="money tabular">{money}</b>}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

interface RoomTableProps {
  rooms: Overview['rooms']
  day: Day
  owed: ReadonlyMap<number, number>
}

/** The same rooms as the picture. */
function RoomTable({ rooms, day, owed }: RoomTableProps) {
  const { shown, more } = useRowsInSteps(rooms)
  return (
    <details className="plate overview-rooms">
      <summary className="padded">The rooms as a table</summary>
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
                            ? 'Free'
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
  return (
    <section className="plate padded overview-coming" aria-labelledby="moves">
      <h2 id="moves">Who comes and goes</h2>
      <p className="muted small">
        {`${formatDay(first)} to ${formatDay(last)}`}
        {moves.length > 0 && `, ${counted(moves.length, 'move')}`}
      </p>
      {moves.length === 0 ? (
        <p className="space-above-small">Nobody moves in or out in these seven days.</p>
      ) : (
        <ul className="overview-moves space-above-small">
          {moves.map((move) => (
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
      )}
    </section>
  )
}
