import type { CSSProperties } from 'react'
import type { Received } from '#contract/endpoint.ts'
import type { getRoom } from '#contract/tenancy.ts'
import { ksh } from '#rules/money.ts'
import { roomLocation } from '#rules/room.ts'
import { windowOf } from '../../art/house.tsx'
import { OwnWindow } from '../../art/own-window.tsx'

interface Props {
  room: Received<typeof getRoom>
  /** How many live in it today. */
  living: number
}

/** The room's window in the house, and what is let. */
export function RoomPlate({ room: { room_number, rate, capacity }, living }: Props) {
  const place = roomLocation(room_number)
  const spot = windowOf(place) ?? { x: 17, y: -33 }
  const places = capacity === 1 ? '1 place' : `${capacity} places`
  return (
    <div className="home-hero room-plate">
      <div className="page">
        <div className="words">
          <p className="date">{place ? place.description : 'Room'}</p>
          <h1>Room {room_number}</h1>
          <p className="lead tabular">
            KSh {ksh(rate).replace('Ksh ', '')} a month, {places}, {free(capacity - living)}.
          </p>
        </div>
        <div
          className="art"
          aria-hidden="true"
          style={{ '--wx': spot.x, '--wy': spot.y } as CSSProperties}
        >
          <OwnWindow roomNumber={room_number} />
        </div>
      </div>
    </div>
  )
}

const free = (count: number): string => (count <= 0 ? 'full today' : `${count} free today`)
