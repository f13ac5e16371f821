import { useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { Link, useParams } from 'react-router'
import type { Received } from '#contract/endpoint.ts'
import { getRoom, getTenant } from '#contract/tenants.ts'
import { dayOf, formatDay } from '#rules/calendar.ts'
import { roomLocation } from '#rules/room-location.ts'
import { isMissing, query } from '../../api.ts'
import { windowOf } from '../../art/house.tsx'
import { OwnWindow } from '../../art/own-window.tsx'
import { RequireStaff } from '../../layout/require-auth.tsx'
import { pageTitle, usePageTitle } from '../../layout/title.ts'
import { Permitted } from '../../permission.tsx'
import { LoadMoreButton, useInfiniteList } from '../../ui/infinite-list.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { FetchFailed } from '../../ui/message-plate.tsx'
import { BackToList, EmptyList, RowsSkeleton, TenantBalance } from './page-parts.tsx'
import { formPath, roomsPath, tenantPath } from './paths.ts'
import { Closures } from './room-closure.tsx'
import { monthlyRent, sharedBy, useRooms } from './room-field.tsx'
import { RoomSettings } from './room-settings.tsx'
import { fetchErrorMessage } from './use-tenants.ts'
import './tenants.css'

export const meta = pageTitle('Room')

export default function RoomPage() {
  const { number = '' } = useParams()
  return (
    <RequireStaff title={`Room ${number}`}>
      <RoomView key={number} number={number} />
    </RequireStaff>
  )
}

function RoomView({ number }: { number: string }) {
  usePageTitle(`Room ${number}`)
  const list = useInfiniteList(getRoom, number, (page) => ({ params: { number }, query: page }))
  const [room] = list.pages ?? []
  const stays = list.pages?.flatMap((page) => page.stays) ?? []
  const today = dayOf(new Date())
  const occupants = stays.filter(
    ({ from, until }) => from <= today && (until === null || until > today),
  )
  const loadError = list.error && (
    <LoadError message={fetchErrorMessage(list.error, 'Rooms')} onRetry={() => list.refetch()} />
  )
  return (
    <div className="page desk-page stack">
      <BackToList list="rooms" />
      {room ? (
        <>
          <RoomHero room={room} occupants={occupants.length} />
          <Closures room={room} />
          {occupants.map((stay) => (
            <Occupant key={stay.tenant} stay={stay} room={number} />
          ))}
          {stays.length === 0 ? (
            <EmptyList
              title="Nobody has lived here yet"
              text="Everyone who moves in is listed here."
            />
          ) : (
            <section className="plate tenant-table" aria-labelledby="stays">
              <div className="stays-title">
                <h2 id="stays">Tenants of this room</h2>
              </div>
              <div className="tenant-rows-head" aria-hidden="true">
                <span>Name</span>
                <span />
                <span>From</span>
                <span>Until</span>
              </div>
              <ul className="tenant-rows">
                {stays.map(({ tenant, full_name, from, until }) => (
                  <li key={`${tenant}${from}${until}`}>
                    <Link className="row-link" to={tenantPath(tenant)}>
                      {full_name}
                    </Link>
                    <span className="row-room">
                      {from <= today && (until === null || until > today) && (
                        <span className="tag warning">now</span>
                      )}
                    </span>
                    <span className="small tabular">
                      <span className="narrow-only">{from > today ? 'moves in ' : 'from '}</span>
                      <time className="nowrap">{formatDay(from)}</time>
                    </span>
                    <span className="small tabular">
                      {until === null ? null : until === from ? (
                        <span className="muted">didn’t stay</span>
                      ) : (
                        <>
                          <span className="narrow-only">until </span>
                          <time className="nowrap">{formatDay(until)}</time>
                        </>
                      )}
                    </span>
                  </li>
                ))}
              </ul>
            </section>
          )}
          {loadError}
          <LoadMoreButton list={list} />
          <RoomSettings room={room} />
        </>
      ) : list.error && isMissing(list.error) ? (
        <EmptyList
          level={1}
          title="Room not found"
          text="The link may be old, or belong to another residence."
          link={{ to: roomsPath, label: 'All rooms' }}
        />
      ) : list.error ? (
        <FetchFailed
          level={1}
          title={`We couldn’t open room ${number}`}
          message={fetchErrorMessage(list.error, 'Rooms')}
          onRetry={() => list.refetch()}
        />
      ) : (
        <>
          <RoomHero room={{ room_number: number }} />
          <RowsSkeleton />
        </>
      )}
    </div>
  )
}

interface OccupantProps {
  stay: Received<typeof getRoom>['stays'][number]
  room: string
}

/** A tenant who has the room today: their balance, and the day from which the room is free. */
function Occupant({ stay: { tenant: id, full_name, from, until }, room }: OccupantProps) {
  const { data: tenant, error } = useQuery(query(getTenant, { params: { id: String(id) } }))
  const { rooms } = useRooms(undefined)
  const freeFrom = rooms?.find(({ room_number }) => room_number === room)?.free_from
  return (
    <section className="plate padded stack tenant-card" aria-labelledby={`occupant-${id}`}>
      <div className="tenant-summary">
        <div>
          <h2 id={`occupant-${id}`}>{full_name}</h2>
          <div className="space-above-small" role="status">
            {tenant ? (
              <TenantBalance balance={tenant.balance} />
            ) : (
              <p className="muted">{error ? fetchErrorMessage(error, 'Tenants') : 'Loading...'}</p>
            )}
          </div>
        </div>
        <dl className="facts">
          <dt>In this room since</dt>
          <dd className="tabular">{formatDay(from)}</dd>
          <dt>Leaves</dt>
          <dd className="tabular">{until ? formatDay(until) : 'No leaving date'}</dd>
          {freeFrom && (
            <>
              <dt>Room free from</dt>
              <dd className="tabular">{formatDay(freeFrom)}</dd>
            </>
          )}
        </dl>
        <div className="room-actions">
          <Link className="button compact" to={tenantPath(id)}>
            View {full_name}
          </Link>
          <Permitted to="tenancies">
            <Link className="button secondary compact" to={formPath('transfer', id)}>
              Change room
            </Link>
          </Permitted>
        </div>
      </div>
    </section>
  )
}

interface RoomHeroProps {
  /** The room; only its number is known until it is loaded. */
  room: { room_number: string; rate?: number; capacity?: number }
  /** Tenants who live in it today. */
  occupants?: number
}

/** A room, with its window in the drawing of the house. */
function RoomHero({ room: { room_number, rate, capacity = 1 }, occupants = 0 }: RoomHeroProps) {
  const location = roomLocation(room_number)
  const window = windowOf(location) ?? { x: 17, y: -33 }
  const places = capacity === 1 ? '1\u00a0place' : sharedBy(capacity)
  return (
    <div className="home-hero room-hero">
      <div className="page">
        <div className="welcome">
          <p className="date room-place">{location ? location.description : 'Room'}</p>
          <h1>Room {room_number}</h1>
          <p className="lead tabular">
            {rate === undefined
              ? 'Loading...'
              : `${monthlyRent(rate, capacity)}, ${places}, ${emptyPlaces(capacity - occupants)}.`}
          </p>
        </div>
        <div
          className="window-view"
          aria-hidden="true"
          style={{ '--window-x': window.x, '--window-y': window.y } as CSSProperties}
        >
          <OwnWindow roomNumber={room_number} />
        </div>
      </div>
    </div>
  )
}

/** Whether somebody can move in depends on when the room goes out of service, too, so this doesn’t say “free”. */
const emptyPlaces = (count: number): string => (count <= 0 ? 'full' : `${count} empty today`)
