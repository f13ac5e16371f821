import { memo, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Room } from '#contract/tenants.ts'
import { type Day, formatDay } from '#rules/calendar.ts'
import { floorPlan } from '#rules/floor-plan.ts'
import { joinAnd } from '#rules/join-and.ts'
import { ksh } from '#rules/money.ts'
import { HousePlan, MANY_ROOMS, moveFocus } from '../../art/house-plan.tsx'
import { Button } from '../../ui/button.tsx'
import { errorMessage } from '../../ui/error-message.ts'
import { useRowsInSteps } from '../../ui/infinite-list.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { livesHere } from './occupied-house.tsx'
import { roomPath } from './paths.ts'
import { monthlyRent } from './room-field.tsx'
import { useBalances } from './use-tenants.ts'
import '../../styles/segmented.css'
import './room-map.css'

/** More windows are shown by a button. */
const WINDOWS_PER_STEP = 240

/**
 * The map is folded, so that the list is not far below, with more rooms than this: in a wing, of which a phone shows one at a
 * time, or on any screen in all.
 */
const MANY_FOR_A_PHONE = 24
const MANY_FOR_ALL = 160

export type Balances = ReadonlyMap<number, number> | undefined

type MapRoom = Omit<Room, 'free_from'>

/** The states that a room's window shows; `occupied` until it is known whether the rent is paid. */
export const windowStates = {
  paid: 'Paid',
  owes: 'Owes',
  occupied: 'Occupied',
  booked: 'Moving in',
  free: 'Empty',
  closing: 'Empty, out of service later',
  closed: 'Out of service',
}
export type WindowState = keyof typeof windowStates

interface RoomWindow {
  room_number: string
  state: WindowState
  /** How far down the blind is, from 0 to 1. */
  blind: number
  /** `A101, Amina Otieno, owes Ksh 6,500` */
  label: string
  /** Who lives there, and what else there is to say. */
  who: string
  remarks: string
  /** The sum owed by those who live there. */
  owed: number
}

/** A blind that is less far down would not be seen. */
const LEAST_BLIND = 0.4

/** The tenants who have a room today, and the sum that they owe. */
function presentIn({ occupants }: MapRoom, balances: Balances, today: Day) {
  const present = occupants.filter((occupant) => livesHere(occupant, today))
  const owed = present.reduce((sum, { id }) => sum + Math.max(0, balances?.get(id) ?? 0), 0)
  return { present, owed }
}

export function windowState(room: MapRoom, balances: Balances, today: Day): WindowState {
  const { free, occupants, closed } = room
  if (closed !== null && closed.from <= today) return 'closed'
  const { present, owed } = presentIn(room, balances, today)
  if (present.length === 0) {
    if (!free && occupants.length > 0) return 'booked'
    return closed === null ? 'free' : 'closing'
  }
  if (owed > 0) return 'owes'
  return balances && present.every(({ id }) => balances.has(id)) ? 'paid' : 'occupied'
}

function windowFor(room: MapRoom, balances: Balances, today: Day): RoomWindow {
  const { room_number, rate, capacity, free, occupants, closed } = room
  const { present, owed } = presentIn(room, balances, today)
  const state = windowState(room, balances, today)
  const isClosed = state === 'closed'
  const people = present.map(({ id, full_name }) => {
    const balance = balances?.get(id)
    if (balance === undefined) return full_name
    return `${full_name}, ${balance > 0 ? `owes ${ksh(balance)}` : 'paid'}`
  })
  const closing = closed && !isClosed && `out of service from ${formatDay(closed.from)}`
  const arriving = occupants
    .filter(({ from }) => from > today)
    .map(({ full_name, from }) => `${full_name} moves in on ${formatDay(from)}`)
  const place = free && (present.length === 0 ? 'free' : capacity > 1 && 'a place is free')
  return {
    room_number,
    state,
    blind: owed === 0 ? 0 : Math.min(1, Math.max(LEAST_BLIND, owed / rate)),
    label: [room_number, isClosed && 'out of service', ...people, ...arriving, place, closing]
      .filter(Boolean)
      .join(', '),
    who: joinAnd(present.map(({ full_name }) => full_name)) || windowStates[state],
    remarks: [...arriving, closing, capacity > 1 && place, monthlyRent(rate, capacity)]
      .filter(Boolean)
      .join(', '),
    owed,
  }
}

/** The residence with a window for each room: lit when the rent is paid, with the blind down when it is owed, dashed when free. */
export function RoomMap({
  rooms,
  today,
  listPath,
  owed,
}: {
  rooms: MapRoom[]
  today: Day
  /** The path to the list of rooms in a state, for the counts in the legend. */
  listPath: (state: WindowState) => string
  /** The tenants' debts on another day; by default the present ones are used. */
  owed?: Balances
}) {
  const { balances: owedNow, error, refetch } = useBalances(owed === undefined)
  const balances = owed ?? owedNow
  const [unfolded, setUnfolded] = useState(false)
  const [wingOnPhone, setWingOnPhone] = useState(0)
  const [focused, setFocused] = useState<string | undefined>()
  const [pointed, setPointed] = useState<string | null>(null)
  /** Whether a finger is on a window that the strip doesn't show yet. */
  const isFirstTap = useRef(false)
  const all = useMemo(
    () => rooms.map((room) => windowFor(room, balances, today)),
    [rooms, balances, today],
  )
  const { shown: windows, more } = useRowsInSteps(all, WINDOWS_PER_STEP)
  const wings = useMemo(() => floorPlan(windows), [windows])
  const largest = Math.max(
    ...wings.map(({ floors }) => floors.reduce((sum, { rooms }) => sum + rooms.length, 0)),
  )
  const folded = !unfolded && (largest > MANY_FOR_A_PHONE || rooms.length > MANY_FOR_ALL)
  const inWing = wings[wingOnPhone]?.floors.flatMap(({ rooms }) => rooms) ?? windows
  const current = windows.some(({ room_number }) => room_number === focused)
    ? focused
    : inWing[0]?.room_number
  const many = rooms.length > MANY_ROOMS
  const inStrip = windows.find(({ room_number }) => room_number === pointed)
  function pointAt(event: { target: EventTarget }) {
    const room = roomOf(event)
    if (room) setPointed(room)
  }
  return (
    <section
      className={`plate room-map${many ? ' many' : ''}${folded ? ' folded' : ''}${rooms.length > MANY_FOR_ALL ? ' tall' : ''}`}
      aria-label="Map of the residence"
    >
      {wings.length > 1 && (
        <fieldset className="segmented room-map-wings">
          <legend className="visually-hidden">Wing</legend>
          {wings.map(({ name }, index) => (
            <button
              key={name}
              type="button"
              aria-pressed={index === wingOnPhone}
              onClick={() => setWingOnPhone(index)}
            >
              {name}
            </button>
          ))}
        </fieldset>
      )}
      <HousePlan
        rooms={windows}
        many={many}
        heading="h2"
        wingOnPhone={wingOnPhone}
        window={(window) => <WindowLink {...window} isCurrent={window.room_number === current} />}
        onFocus={(event) => {
          setUnfolded(true)
          setFocused(roomOf(event) ?? undefined)
          pointAt(event)
        }}
        onPointerOver={(event) => event.pointerType !== 'touch' && pointAt(event)}
        onPointerDown={(event) => {
          isFirstTap.current = event.pointerType === 'touch' && roomOf(event) !== pointed
        }}
        // A finger can't point at a window, so its first tap shows the room in the strip and its second one opens it.
        onClickCapture={(event) => {
          if (!isFirstTap.current) return
          isFirstTap.current = false
          event.preventDefault()
          setPointed(roomOf(event))
        }}
        onKeyDown={moveFocus}
      />
      <RoomStrip window={inStrip} />
      {folded && (
        <div className="room-map-unfold">
          <Button variant="secondary block" onClick={() => setUnfolded(true)}>
            Show the whole map
          </Button>
        </div>
      )}
      {more && <div className="room-map-note">{more}</div>}
      {error && !balances && (
        <div className="room-map-note">
          <LoadError
            message={errorMessage(error, 'What tenants owe couldn’t be loaded.')}
            onRetry={() => refetch()}
          />
        </div>
      )}
      <div className="room-map-foot small">
        <ul className="room-map-legend">
          {(Object.keys(windowStates) as WindowState[]).map((state) => {
            const count = all.filter((window) => window.state === state).length
            return (
              count > 0 && (
                <li key={state}>
                  <WindowDrawing state={state} blind={1} />
                  {state === 'occupied' ? (
                    <span>
                      {windowStates[state]} <b className="tabular">{count}</b>
                    </span>
                  ) : (
                    <Link to={listPath(state)}>
                      {windowStates[state]} <b className="tabular">{count}</b>
                    </Link>
                  )}
                </li>
              )
            )
          })}
        </ul>
      </div>
    </section>
  )
}

/** The room of the window in which something happens. */
const roomOf = ({ target }: { target: EventTarget }): string | null =>
  target instanceof Element ? (target.closest('a')?.dataset.room ?? null) : null

/** Says who lives in the room whose window was pointed at last; its height is kept for two lines. */
const RoomStrip = ({ window }: { window: RoomWindow | undefined }) => (
  <div className="room-map-strip">
    {window ? (
      <Link className="room-map-strip-room" to={roomPath(window.room_number)} tabIndex={-1}>
        <span className="room-mark">
          <WindowDrawing state={window.state} blind={window.blind} />
        </span>
        <span>
          <b className="tabular">{window.room_number}</b> · <b>{window.who}</b>
          <span className="small muted tabular">{window.remarks}</span>
        </span>
        {window.owed > 0 && (
          <span className="room-map-strip-sum">
            <span className="small muted">owes</span> <b className="tabular">{ksh(window.owed)}</b>
          </span>
        )}
      </Link>
    ) : (
      <p className="muted">Choose a window to open the room.</p>
    )}
    <p className="muted small room-map-keys">Arrow keys move between windows.</p>
  </div>
)

/** A window of the map. The Tab key reaches only one of them; the arrow keys reach the others. */
const WindowLink = memo(
  ({ room_number, state, blind, label, isCurrent }: RoomWindow & { isCurrent: boolean }) => (
    <Link
      className="room-map-window"
      to={roomPath(room_number)}
      tabIndex={isCurrent ? 0 : -1}
      data-room={room_number}
    >
      <WindowDrawing state={state} blind={blind} />
      <span className="room-map-number tabular" aria-hidden="true">
        {room_number}
      </span>
      <span className="visually-hidden">{label}</span>
    </Link>
  ),
)

const GLASS_HEIGHT = 20.2

/** The window of a room as a small picture, in the page of the map. */
export function RoomMark({
  room,
  balances,
  today,
}: {
  room: MapRoom
  balances: Balances
  today: Day
}) {
  const { state, blind } = windowFor(room, balances, today)
  return (
    <span className="room-mark">
      <WindowDrawing state={state} blind={blind} />
    </span>
  )
}

/** A window of the house. A blind has slats and a bar, so that it is not recognised by its colour alone. */
const WindowDrawing = ({ state, blind }: Pick<RoomWindow, 'state' | 'blind'>) => {
  if (state === 'free' || state === 'closing') {
    return (
      <svg viewBox="-2 -1 30.4 27.6" aria-hidden="true">
        <path className="room-map-dashes" d="M.5.5h25.4v23.6H.5z" />
        {state === 'closing' ? (
          <path className="room-map-scaffold" d="M0 8h26.4M0 18h26.4M3 18 23.4 8" />
        ) : (
          <text x="13.2" y="15.6" textAnchor="middle">
            free
          </text>
        )}
      </svg>
    )
  }
  const height = blind * GLASS_HEIGHT
  return (
    <svg viewBox="-2 -1 30.4 27.6" aria-hidden="true">
      <use href="#house-dark" />
      {state === 'paid' && <use href="#house-plain" />}
      {state === 'occupied' && <use href="#house-person" opacity=".5" />}
      {state === 'closed' && (
        <path className="room-map-scaffold" d="M3 0v26M23.4 0v26M0 8h26.4M0 18h26.4M3 18 23.4 8" />
      )}
      {state === 'booked' && <path className="room-map-key" d="M8 12.3h10m-4-4 4 4-4 4" />}
      {state === 'owes' && (
        <>
          <path className="room-map-blind" d={`M2 2h22.4v${height}H2z`} />
          <path
            className="room-map-slats"
            d={Array.from(
              { length: Math.floor(height / 3) },
              (_, i) => `M2 ${5 + 3 * i}h22.4`,
            ).join('')}
          />
          <path className="room-map-bar" d={`M2 ${height + 1}h22.4`} />
        </>
      )}
    </svg>
  )
}
