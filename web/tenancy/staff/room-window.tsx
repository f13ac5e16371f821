import type { Room } from '#contract/tenants.ts'
import { type Day, formatDay } from '#rules/calendar.ts'
import { joinAnd } from '#rules/join-and.ts'
import { ksh } from '#rules/money.ts'
import { livesHere } from './occupied-house.tsx'
import { monthlyRent } from './room-field.tsx'

export type Balances = ReadonlyMap<number, number> | undefined

export type MapRoom = Omit<Room, 'free_from'>

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

export interface RoomWindow {
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
  /** Whether somebody could move in today. */
  free: boolean
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

export function windowFor(room: MapRoom, balances: Balances, today: Day): RoomWindow {
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
    free,
  }
}

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
export const WindowDrawing = ({ state, blind }: Pick<RoomWindow, 'state' | 'blind'>) => {
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
