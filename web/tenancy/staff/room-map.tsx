import { memo, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Day } from '#rules/calendar.ts'
import { floorPlan, type WingPlan } from '#rules/floor-plan.ts'
import { counted, formatNumber, ksh } from '#rules/money.ts'
import { HousePlan, HouseSymbols, MANY_ROOMS, moveFocus } from '../../art/house-plan.tsx'
import { Button } from '../../ui/button.tsx'
import { errorMessage } from '../../ui/error-message.ts'
import { useRowsInSteps } from '../../ui/infinite-list.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { WingRows } from '../wing-rows.tsx'
import { roomPath } from './paths.ts'
import {
  type Balances,
  type MapRoom,
  type RoomWindow,
  WindowDrawing,
  type WindowState,
  windowFor,
  windowStates,
} from './room-window.tsx'
import { useBalances } from './use-tenants.ts'
import '../../styles/segmented.css'
import './room-map.css'

/** More windows of a wing are shown by a button. */
const WINDOWS_PER_STEP = 240

/** A phone, which shows one wing at a time, has only the upper floors of a wing with more rooms until it is unfolded. */
const MANY_FOR_A_PHONE = 24

/** With more rooms the wings are rows that open, or the only wing is folded on any screen. */
const MANY_FOR_ALL = 160

const roomsOf = ({ floors }: WingPlan<RoomWindow>) => floors.flatMap(({ rooms }) => rooms)

/** `32 rooms, 3 free, Ksh 12,000 owed` */
function wingNote(wing: WingPlan<RoomWindow>): string {
  const rooms = roomsOf(wing)
  const free = rooms.filter((room) => room.free).length
  const owed = rooms.reduce((sum, room) => sum + room.owed, 0)
  return [
    counted(rooms.length, 'room', 'rooms'),
    free > 0 && `${formatNumber(free)} free`,
    owed > 0 && `${ksh(owed)} owed`,
  ]
    .filter(Boolean)
    .join(', ')
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
  const windows = useMemo(
    () => rooms.map((room) => windowFor(room, balances, today)),
    [rooms, balances, today],
  )
  const wings = useMemo(() => floorPlan(windows), [windows])
  const many = rooms.length > MANY_ROOMS
  return (
    <section className={`plate room-map${many ? ' many' : ''}`} aria-label="Map of the residence">
      <HouseSymbols />
      {rooms.length > MANY_FOR_ALL && wings.length > 1 ? (
        <WingRows wings={wings} heading="h2" note={wingNote}>
          {(wing) => <Windows windows={roomsOf(wing)} many />}
        </WingRows>
      ) : (
        <Windows windows={windows} many={many} />
      )}
      {error && !balances && (
        <div className="room-map-note">
          <LoadError
            message={errorMessage(error, 'What tenants owe couldn’t be loaded.')}
            onRetry={() => refetch()}
          />
        </div>
      )}
      <Legend windows={windows} listPath={listPath} />
    </section>
  )
}

/** The windows of the house or of one of its wings, below the strip that tells of one of them. */
function Windows({ windows: all, many }: { windows: RoomWindow[]; many: boolean }) {
  const [unfolded, setUnfolded] = useState(false)
  const [wingOnPhone, setWingOnPhone] = useState(0)
  const [focused, setFocused] = useState<string | undefined>()
  const [pointed, setPointed] = useState<string | null>(null)
  /** Whether a finger is on a window that the strip doesn't show yet. */
  const isFirstTap = useRef(false)
  const { shown: windows, more } = useRowsInSteps(all, WINDOWS_PER_STEP)
  const wings = useMemo(() => floorPlan(windows), [windows])
  const largest = Math.max(...wings.map((wing) => roomsOf(wing).length))
  const isTall = all.length > MANY_FOR_ALL
  const folded = !unfolded && (largest > MANY_FOR_A_PHONE || isTall)
  const wing = wings[wingOnPhone]
  const inWing = wing ? roomsOf(wing) : windows
  const current = windows.some(({ room_number }) => room_number === focused)
    ? focused
    : inWing[0]?.room_number
  function pointAt(event: { target: EventTarget }) {
    const room = roomOf(event)
    if (room) setPointed(room)
  }
  return (
    <div className={`room-map-windows${folded ? ' folded' : ''}${isTall ? ' tall' : ''}`}>
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
      <RoomStrip window={windows.find(({ room_number }) => room_number === pointed)} />
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
      {folded && (
        <div className="room-map-unfold">
          <Button variant="secondary block" onClick={() => setUnfolded(true)}>
            Show the whole map
          </Button>
        </div>
      )}
      {more && <div className="room-map-note">{more}</div>}
    </div>
  )
}

/** The states of the windows and how many are in each, as links to their lists. */
const Legend = ({
  windows,
  listPath,
}: {
  windows: RoomWindow[]
  listPath: (state: WindowState) => string
}) => (
  <div className="room-map-foot small">
    <ul className="room-map-legend">
      {(Object.keys(windowStates) as WindowState[]).map((state) => {
        const count = windows.filter((window) => window.state === state).length
        return (
          count > 0 && (
            <li key={state}>
              <WindowDrawing state={state} blind={1} />
              {state === 'occupied' ? (
                <span>
                  {windowStates[state]} <b className="tabular">{formatNumber(count)}</b>
                </span>
              ) : (
                <Link to={listPath(state)}>
                  {windowStates[state]} <b className="tabular">{formatNumber(count)}</b>
                </Link>
              )}
            </li>
          )
        )
      })}
    </ul>
    <p className="muted room-map-keys">Arrow keys move between windows.</p>
  </div>
)

/** The room of the window in which something happens. */
const roomOf = ({ target }: { target: EventTarget }): string | null =>
  target instanceof Element ? (target.closest('a')?.dataset.room ?? null) : null

/** Says in one line who lives in the room whose window was pointed at last. */
const RoomStrip = ({ window }: { window: RoomWindow | undefined }) => (
  <div className="room-map-strip">
    {window ? (
      <Link className="room-map-strip-room" to={roomPath(window.room_number)} tabIndex={-1}>
        <span className="room-mark">
          <WindowDrawing state={window.state} blind={window.blind} />
        </span>
        <span className="room-map-strip-who">
          <b className="tabular">{window.room_number}</b> · <b>{window.who}</b>
        </span>
        <span className="small muted tabular room-map-strip-remarks">{window.remarks}</span>
        {window.owed > 0 && (
          <span className="room-map-strip-sum">
            <span className="small muted">owes</span> <b className="tabular">{ksh(window.owed)}</b>
          </span>
        )}
      </Link>
    ) : (
      <p className="muted">Choose a window to open the room.</p>
    )}
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
