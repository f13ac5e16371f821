import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, type ReactNode, useState } from 'react'
import { Link, useParams } from 'react-router'
import type { Received } from '#contract/endpoint.ts'
import { getRoom, getTenant } from '#contract/tenants.ts'
import { type Day, dayOf, formatDay } from '#rules/calendar.ts'
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
import { ChangeRoom, RemoveTenant } from './move-dialog.tsx'
import { MoveResult, type MoveSuccess } from './move-form.tsx'
import { livesHere } from './occupied-house.tsx'
import { BackToList, EmptyList, RowsSkeleton, TenantBalance } from './page-parts.tsx'
import { roomsPath, tenantPath } from './paths.ts'
import { Closures } from './room-closure.tsx'
import { monthlyRent, sharedBy, useRooms } from './room-field.tsx'
import { RoomSettings } from './room-settings.tsx'
import { fetchErrorMessage } from './use-tenants.ts'
import './tenants.css'
import './wall-head.css'

export const meta = pageTitle('Room')

export default function RoomPage() {
  const { number = '' } = useParams()
  return (
    <RequireStaff title={`Room ${number}`}>
      <RoomView key={number} number={number} />
    </RequireStaff>
  )
}

type Stay = Received<typeof getRoom>['stays'][number]

function RoomView({ number }: { number: string }) {
  usePageTitle(`Room ${number}`)
  const [moved, setMoved] = useState<MoveSuccess | null>(null)
  const list = useInfiniteList(getRoom, number, (page) => ({ params: { number }, query: page }))
  const [room] = list.pages ?? []
  const stays = list.pages?.flatMap((page) => page.stays) ?? []
  const today = dayOf(new Date())
  const occupants = stays.filter((stay) => livesHere(stay, today))
  return (
    <div className="page desk-page stack">
      <BackToList list="rooms" />
      {room ? (
        <>
          <RoomHead room={room} occupants={occupants.length}>
            {occupants.length === 0 && <p>Nobody lives here today.</p>}
            {occupants.map((stay) => (
              <Occupant key={stay.tenant} stay={stay} room={number} onMoved={setMoved} />
            ))}
          </RoomHead>
          <MoveResult key={moved?.tenant_id} success={moved} />
          <Closures room={room} />
          <RoomSettings room={room} />
          {stays.length === 0 ? (
            <EmptyList
              title="Nobody has lived here yet"
              text="Everyone who moves in is listed here."
            />
          ) : (
            <StayList stays={stays} today={today} />
          )}
          {list.error && (
            <LoadError
              message={fetchErrorMessage(list.error, 'Rooms')}
              onRetry={() => list.refetch()}
            />
          )}
          <LoadMoreButton list={list} />
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
          <RoomHead room={{ room_number: number }} />
          <RowsSkeleton />
        </>
      )}
    </div>
  )
}

/** Everyone who has lived in the room, lives in it or will, the latest first. */
const StayList = ({ stays, today }: { stays: Stay[]; today: Day }) => (
  <section className="plate tenant-table" aria-labelledby="stays">
    <div className="stays-title">
      <h2 id="stays">Tenants of this room</h2>
    </div>
    <div className="tenant-rows-head of-stays" aria-hidden="true">
      <span>Name</span>
      <span>From</span>
      <span>Until</span>
    </div>
    <ul className="tenant-rows of-stays">
      {stays.map((stay) => {
        const { tenant, full_name, from, until } = stay
        return (
          <li key={`${tenant}${from}${until}`}>
            <span className="stay-name">
              <Link className="row-link" to={tenantPath(tenant)}>
                {full_name}
              </Link>
              {livesHere(stay, today) && <span className="tag warning">current</span>}
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
        )
      })}
    </ul>
  </section>
)

interface OccupantProps {
  stay: Stay
  room: string
  onMoved: (done: MoveSuccess) => void
}

/** A tenant who has the room today: what they owe, the day from which the room is free, and what staff can do. */
function Occupant({ stay, room, onMoved }: OccupantProps) {
  const { tenant: id, full_name, from, until } = stay
  const { data: tenant, error } = useQuery(query(getTenant, { params: { id: String(id) } }))
  const { rooms } = useRooms(undefined)
  const freeFrom = rooms?.find(({ room_number }) => room_number === room)?.free_from
  const [firstName = full_name] = full_name.split(/\s/)
  return (
    <section className="occupant" aria-labelledby={`occupant-${id}`}>
      <h2 id={`occupant-${id}`}>{full_name}</h2>
      <div role="status">
        {tenant ? (
          <TenantBalance balance={tenant.balance} />
        ) : (
          <p>{error ? fetchErrorMessage(error, 'Tenants') : 'Loading...'}</p>
        )}
      </div>
      <p className="small tabular">
        In this room since {formatDay(from)}
        {until && `, leaves on ${formatDay(until)}`}
        {freeFrom && freeFrom !== until && `. The room is free from ${formatDay(freeFrom)}`}.
      </p>
      <div className="head-acts">
        <Link className="button light" to={tenantPath(id)}>
          View {firstName}
        </Link>
        {tenant && (
          <Permitted to="tenancies">
            <ChangeRoom tenant={tenant} onDone={onMoved} />
            <RemoveTenant tenant={tenant} onDone={onMoved} />
          </Permitted>
        )}
      </div>
    </section>
  )
}

interface RoomHeadProps {
  /** The room; only its number is known until it is loaded. */
  room: { room_number: string; rate?: number; capacity?: number }
  /** Tenants who live in it today. */
  occupants?: number
  children?: ReactNode
}

/** A room and who lives in it, beside its window in the drawing of the house. */
function RoomHead({
  room: { room_number, rate, capacity = 1 },
  occupants = 0,
  children,
}: RoomHeadProps) {
  const location = roomLocation(room_number)
  const window = windowOf(location) ?? { x: 17, y: -33 }
  const places = capacity === 1 ? '1\u00a0place' : sharedBy(capacity)
  return (
    <section className="wall-head" aria-labelledby="room">
      <div className="room-head">
        <div className="head-name">
          <p className="small room-place">{location ? location.description : 'Room'}</p>
          <h1 id="room">Room {room_number}</h1>
          <p className="tabular">
            {rate === undefined
              ? 'Loading...'
              : `${monthlyRent(rate, capacity)}, ${places}, ${emptyPlaces(capacity - occupants)}.`}
          </p>
        </div>
        <div
          className="room-picture"
          aria-hidden="true"
          style={{ '--window-x': window.x, '--window-y': window.y } as CSSProperties}
        >
          <OwnWindow roomNumber={room_number} isLit={occupants > 0} />
        </div>
        <div className="occupants">{children}</div>
      </div>
    </section>
  )
}

/** Whether somebody can move in depends on when the room goes out of service, too, so this doesn’t say “free”. */
const emptyPlaces = (count: number): string => (count <= 0 ? 'full' : `${count} empty today`)
