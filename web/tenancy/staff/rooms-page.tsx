import { FileUp, Wallet } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { Room } from '#contract/tenants.ts'
import { type Day, dayOf, formatDay } from '#rules/calendar.ts'
import { formatNumber, ksh } from '#rules/money.ts'
import { roomLocation } from '#rules/room-location.ts'
import { createTenantSearch } from '#rules/tenant-search.ts'
import { HouseSymbols } from '../../art/house-plan.tsx'
import { RequireStaff } from '../../layout/require-auth.tsx'
import { pageTitle } from '../../layout/title.ts'
import { Permitted } from '../../permission.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { FetchFailed, LIST_FAILED } from '../../ui/message-plate.tsx'
import { AddRooms } from './add-rooms.tsx'
import { RowsSkeleton, TenancyNav } from './page-parts.tsx'
import { roomPath, roomsOfWindowPath } from './paths.ts'
import { RentForm } from './rent-form.tsx'
import { sharedBy, useRooms } from './room-field.tsx'
import { RoomMap } from './room-map.tsx'
import { type Balances, RoomMark, windowState } from './room-window.tsx'
import { fetchErrorMessage, useBalances } from './use-tenants.ts'
import './tenants.css'
import { useFilters } from '../../ui/use-filters.ts'

export const meta = pageTitle('Rooms')

export default function RoomsPage() {
  return (
    <RequireStaff title="The rooms">
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

const states = {
  '': 'All rooms',
  free: 'With a free place',
  occupied: 'Occupied',
  booked: 'Someone moving in',
  closed: 'Out of service, now or later',
  // The states of the windows on the map, whose legend links here.
  'window-paid': 'Paid',
  'window-owes': 'Owes',
  'window-booked': 'Empty, booked',
  'window-free': 'Empty',
  'window-closing': 'Empty, out of service later',
  'window-closed': 'Out of service today',
}
type State = keyof typeof states

const orders = {
  '': 'Free first',
  number: 'Room number',
  rent: 'Highest rent',
  places: 'Most places',
}
type RoomOrder = keyof typeof orders

const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

function isInState(room: Room, state: State, today: Day, balances: Balances): boolean {
  const { free, occupants, closed } = room
  if (state.startsWith('window-')) {
    return state === `window-${windowState(room, balances, today)}`
  }
  if (state === 'free') return free
  if (state === 'occupied') return occupants.some(({ from }) => from <= today)
  if (state === 'booked') return occupants.some(({ from }) => from > today)
  return state === 'closed' ? closed !== null : true
}

const compare: Record<RoomOrder, (one: Room, other: Room) => number> = {
  '': (one, other) => Number(other.free) - Number(one.free),
  // The order in which the server sends the rooms.
  number: () => 0,
  rent: (one, other) => other.rate - one.rate,
  places: (one, other) => other.capacity - one.capacity,
}

const ROWS_PER_PAGE = 50

/** The rooms that the page's address asks for: `?q=amina&show=free&sort=rent&page=2`. */
function useRoomList(rooms: Room[], today: Day) {
  const { filters, change } = useFilters()
  const of = <Name extends string>(name: string, labels: Record<Name, string>) => {
    const value = filters.get(name) ?? ''
    return (Object.hasOwn(labels, value) ? value : '') as Name
  }
  const search = filters.get('q') ?? ''
  const [state, order] = [of('show', states), of('sort', orders)]
  const { balances } = useBalances()
  const find = useMemo(
    () =>
      createTenantSearch(
        rooms.map((room) => ({
          room,
          full_name: room.occupants.map(({ full_name }) => full_name).join(' '),
        })),
        ({ room }) => room.room_number,
      ),
    [rooms],
  )
  const listed = find(search)
    .map(({ room }) => room)
    .filter((room) => isInState(room, state, today, balances))
    .toSorted(compare[order])
  const pages = Math.max(1, Math.ceil(listed.length / ROWS_PER_PAGE))
  const page = Math.min(pages, Math.max(1, Math.floor(Number(filters.get('page'))) || 1))
  const go = (changed: Record<string, string>) => change({ page: '', ...changed })
  return { search, state, order, listed, page, pages, params: filters, go, balances }
}

function RoomList() {
  const { rooms, free, error, refetch } = useRooms(undefined)
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
      <div className="stack space-above">
        <p>There are no rooms yet.</p>
        <Permitted to="rooms" what="add rooms">
          <AddRooms key="none" none />
          <p>
            Have them in a spreadsheet? <Link to="/staff/import/rooms">Import rooms</Link>
          </p>
        </Permitted>
      </div>
    )
  }
  return <Rooms rooms={rooms} free={free.length} />
}

function Rooms({ rooms, free }: { rooms: Room[]; free: number }) {
  const today = dayOf(new Date())
  const { search, state, order, listed, page, pages, params, go, balances } = useRoomList(
    rooms,
    today,
  )
  const [changesRents, setChangesRents] = useState(false)
  const hasFilter = search !== '' || state !== ''
  return (
    <div className="stack">
      <Permitted to="rooms">
        <div className="row wrap tenants-actions">
          <AddRooms none={false} />
          <Link className="button secondary compact" to="/staff/import/rooms">
            <FileUp className="icon" aria-hidden="true" />
            Import rooms
          </Link>
          {!changesRents && (
            <Button variant="secondary compact" icon={Wallet} onClick={() => setChangesRents(true)}>
              Change rents
            </Button>
          )}
        </div>
        {changesRents && <RentForm onClose={() => setChangesRents(false)} />}
      </Permitted>
      <div className="room-search">
        <Field
          label="Search"
          hint={
            <span className="tabular" role="status">
              {hasFilter
                ? `${formatNumber(listed.length)} of ${formatNumber(rooms.length)} rooms.`
                : `${formatNumber(free)} of ${formatNumber(rooms.length)} rooms have a free place today.`}
            </span>
          }
        >
          {(control) => (
            <input
              {...control}
              className="input"
              type="search"
              placeholder="Room or tenant"
              autoComplete="off"
              spellCheck={false}
              value={search}
              onChange={({ target }) => go({ q: target.value })}
            />
          )}
        </Field>
        <SelectField
          label="Show"
          options={optionsOf(states)}
          value={state}
          onChange={({ target }) => go({ show: target.value })}
        />
        <SelectField
          label="Sort by"
          options={optionsOf(orders)}
          value={order}
          onChange={({ target }) => go({ sort: target.value })}
        />
      </div>
      {/* A search hides the map, so that its results come at once. */}
      {search === '' ? (
        <RoomMap rooms={rooms} today={today} listPath={roomsOfWindowPath} />
      ) : (
        <HouseSymbols />
      )}
      {listed.length === 0 ? (
        <p className="muted">
          {state === 'free' && search === ''
            ? 'No room has a free place today.'
            : 'No room matches. Try another search.'}
        </p>
      ) : (
        <section className="plate tenant-table" aria-label="Rooms" id="room-list">
          <div className="tenant-rows-head room-columns" aria-hidden="true">
            <span>Room</span>
            <span className="room-rent">Rent a month</span>
            <span>Occupied by</span>
            <span>Free from</span>
          </div>
          <ul className="tenant-rows of-rooms">
            {listed.slice((page - 1) * ROWS_PER_PAGE, page * ROWS_PER_PAGE).map((room) => (
              <RoomRow key={room.room_number} room={room} balances={balances} today={today} />
            ))}
          </ul>
        </section>
      )}
      {pages > 1 && <Pages page={page} pages={pages} params={params} />}
    </div>
  )
}

interface PagesProps {
  page: number
  pages: number
  params: URLSearchParams
}

function Pages({ page, pages, params }: PagesProps) {
  const to = (number: number) => {
    const next = new URLSearchParams(params)
    next.set('page', String(number))
    return `?${next}`
  }
  return (
    <nav className="row wrap" aria-label="Pages">
      {page > 1 && (
        <Link className="button secondary compact" to={to(page - 1)}>
          Previous
        </Link>
      )}
      <p className="small tabular">
        Page {page} of {pages}
      </p>
      {page < pages && (
        <Link className="button secondary compact" to={to(page + 1)}>
          Next
        </Link>
      )}
    </nav>
  )
}

const occupantNote = ({ from, until }: Room['occupants'][number], today: Day) =>
  from > today ? `from ${formatDay(from)}` : until && `until ${formatDay(until)}`

/** The whole row is a link to the room. */
const RoomRow = ({ room, balances, today }: { room: Room; balances: Balances; today: Day }) => {
  const { room_number, rate, capacity, free_from, occupants, closed } = room
  const where = roomLocation(room_number)?.description
  const isClosed = closed && closed.from <= today
  const closedLater =
    closed &&
    !isClosed &&
    `out of service from ${formatDay(closed.from)}${closed.until ? ` until ${formatDay(closed.until)}` : ''}`
  const isFreeNow = !isClosed && free_from !== null && free_from <= today
  return (
    <li className="room-columns">
      <span className="room-name">
        <RoomMark room={room} balances={balances} today={today} />
        <Link className="row-link tabular" to={roomPath(room_number)}>
          {room_number}
        </Link>
        {where && <span className="small muted room-where">{where}</span>}
        {capacity > 1 && <span className="small muted tabular nowrap">{sharedBy(capacity)}</span>}
        {closedLater && <span className="small muted">{closedLater}</span>}
      </span>
      <span className="tabular room-rent nowrap">
        {ksh(rate)}
        {capacity > 1 && <span className="small muted"> each</span>}
        <span className="visually-hidden"> a month</span>
      </span>
      <span className="room-occupants">
        {occupants.length === 0 && (
          <span className={isFreeNow ? 'visually-hidden' : 'muted'}>Nobody</span>
        )}
        {occupants.map((occupant) => (
          <span key={`${occupant.id}${occupant.from}`}>
            <span className="occupant-name">{occupant.full_name}</span>
            <span className="small muted tabular nowrap">{occupantNote(occupant, today)}</span>
          </span>
        ))}
      </span>
      <span className="small tabular room-free">
        {isClosed ? (
          <span className="tag warning nowrap">out of service</span>
        ) : free_from === null ? null : isFreeNow ? (
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
