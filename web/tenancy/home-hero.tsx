import type { CSSProperties } from 'react'
import { formatLongDay } from '#rules/calendar.ts'
import { roomLocation } from '#rules/room.ts'
import { windowOf } from '../art/house.tsx'
import { OwnWindow } from '../art/own-window.tsx'

interface Welcome {
  /** Null until it is known who is here. */
  firstName: string | null
  roomNumber?: string | null
  lead?: string
}

/** Where one's window is, in words. */
export function windowSentence(roomNumber: string): string {
  const place = roomLocation(roomNumber)
  return place
    ? `Your window is ${roomNumber}, ${place.description}.`
    : `Your room is ${roomNumber}.`
}

/** The welcome: the day, the name, and one's own window in the house. */
export function HomeHero({ firstName, roomNumber = null, lead }: Welcome) {
  const spot = windowOf(roomNumber ? roomLocation(roomNumber) : null) ?? { x: 17, y: -33 }
  return (
    <div className="home-hero">
      <div className="page">
        <div className="words">
          <p className="date">{firstName ? formatLongDay(new Date()) : '\u00a0'}</p>
          <h1>{firstName ? `Karibu, ${firstName}.` : 'Karibu.'}</h1>
          <p className="lead">{lead ?? '\u00a0'}</p>
        </div>
        <div className="art" style={{ '--wx': spot.x, '--wy': spot.y } as CSSProperties}>
          <OwnWindow roomNumber={roomNumber} />
        </div>
      </div>
    </div>
  )
}
