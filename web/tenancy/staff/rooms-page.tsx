import { Link, useSearchParams } from 'react-router'
import type { Room } from '#contract/tenants.ts'
import { type Day, dayOf, formatDay } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import { roomLocation } from '#rules/room-location.ts'
import { RequireStaff } from '../../layout/require-auth.tsx'
import { pageTitle } from '../../layout/title.ts'
import { Permitted } from '../../permission.tsx'
import { useRowsInSteps } from '../../ui/infinite-list.tsx'
import { FetchFailed, LIST_FAILED } from '../../ui/message-plate.tsx'
import { AddRooms } from './add-rooms.tsx'
import { RowsSkeleton, TenancyNav } from './page-parts.tsx'
import { roomPath } from './paths.ts'
import { useRooms } from './room-field.tsx'
import { RoomMap } from './room-map.tsx'
import { fetchErrorMessage } from './use-tenants.ts'
import './tenants.css'

export const meta = pageTitle('Rooms')

export default function RoomsPage() {
  return (
    <RequireStaff title="Rooms">
      <div className="page desk-page">
        <div className="desk-head">
          <div>
            <h1>Rooms</h1>
            <p className="muted">What each room costs, who has it and when it’s free.</p>
          </div>
          <TenancyNav current="rooms" />
        </div>
        <RoomList />
      </div>
    </RequireStaff>
  )
}

function RoomList() {
  const { rooms, free, error, refetch } = useRooms(undefined)
  const [params, setParams] = useSearchParams()
  const onlyFree = params.get('show') === 'free'
  const listed = (onlyFree ? free : freeFirst(rooms)) ?? []
  const { shown, more } = useRowsInSteps(listed)
  const today = dayOf(new Date())
  if (!rooms || !free) {
    return (
      <div className="space-above">
        {error ? (
          <FetchFailed
            title={LIST_FAILED}
            message={fetchErrorMessage(error, 'Rooms')}
            onRetry={() => refetch()}
          />
        ) : (
          <RowsSkeleton />
        )}
      </div>
    )
  }
  if (rooms.length === 0) {
    return (
      <div className="space-above">
        <Permitted to="rooms" what="add rooms">
          <AddRooms key="none" none />
        </Permitted>
      </div>
    )
  }
  return (
    <div className="stack space-above">
      <RoomMap rooms={rooms} today={today} />
      <div className="row between wrap">
        <p className="tabular" role="status">
          {`${free.length} of ${rooms.length} rooms have a free place today.`}
        </p>
        <button
          type="button"
          className="button secondary compact"
          onClick={() => setParams(onlyFree ? {} : { show: 'free' }, { replace: true })}
        >
          {onlyFree ? 'Show all rooms' : 'Show free rooms only'}
        </button>
      </div>
      {listed.length === 0 ? (
        <p className="muted">No room has a free place today.</p>
      ) : (
        <section className="plate tenant-table" aria-label="Rooms">
          <div className="tenant-rows-head room-columns" aria-hidden="true">
            <span>Room</span>
            <span className="room-rent">Rent a month</span>
            <span>Occupied by</span>
            <span>Free from</span>
          </div>
          <ul className="tenant-rows of-rooms">
            {shown.map((room) => (
              <RoomRow key={room.room_number} room={room} today={today} />
            ))}
          </ul>
        </section>
      )}
      {more}
      <Permitted to="rooms">
        <AddRooms none={false} />
      </Permitted>
    </div>
  )
}

const occupantNote = ({ from, until }: Room['occupants'][number], today: Day) =>
  from > today ? `from ${formatDay(from)}` : until && `until ${formatDay(until)}`

const freeFirst = (rooms: Room[] | undefined) =>
  rooms?.toSorted((one, other) => Number(other.free) - Number(one.free))

/** The whole row is a link to the room. */
const RoomRow = ({ room, today }: { room: Room; today: Day }) => {
  const { room_number, rate, capacity, free_from, occupants } = room
  const where = roomLocation(room_number)?.description
  return (
    <li className={`room-columns${occupants.some(({ from }) => from <= today) ? ' occupied' : ''}`}>
      <span className="room-name">
        <Link className="row-link tabular" to={roomPath(room_number)}>
          {room_number}
        </Link>
        {where && <span className="small muted room-where">{where}</span>}
        {capacity > 1 && <span className="small muted tabular nowrap">{capacity} places</span>}
      </span>
      <span className="tabular room-rent nowrap">
        {ksh(rate)}
        <span className="visually-hidden"> a month</span>
      </span>
      <span className="room-occupants">
        {occupants.length === 0 && <span className="muted">Nobody</span>}
        {occupants.map((occupant) => (
          <span key={`${occupant.id}${occupant.from}`}>
            <span className="occupant-name">{occupant.full_name}</span>
            <span className="small muted tabular nowrap">{occupantNote(occupant, today)}</span>
          </span>
        ))}
      </span>
      <span className="small tabular room-free">
        {free_from === null ? null : free_from <= today ? (
          <span className="tag">free now</span>
        ) : (
          <>
            <span className="narrow-only">free from </span>
            <time className="nowrap">{formatDay(free_from)}</time>
          </>
        )}
      </span>
    </li>
  )
}
