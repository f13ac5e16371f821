import type { CSSProperties, ReactNode } from 'react'
import { formatLongDay } from '#rules/calendar.ts'
import { roomLocation } from '#rules/room-location.ts'
import { windowOf } from '../art/house.tsx'
import { OwnWindow } from '../art/own-window.tsx'

interface Props {
  /** Null until the session is restored. */
  firstName: string | null
  roomNumber?: string | null
  lead?: string
}

/** Longer names need smaller letters beside the picture on a phone. */
const SHORT_NAME_LENGTH = 6

/** The position of the tenant's window in the drawing of the house. */
export function windowSentence(roomNumber: string): string {
  const location = roomLocation(roomNumber)
  return location
    ? `You’re in room ${roomNumber}, ${location.description}.`
    : `Your room is ${roomNumber}.`
}

/** The date, a greeting, and the tenant's window in the drawing of the house. */
export const HomeHero = ({ firstName, roomNumber = null, lead }: Props) => (
  <WindowBand roomNumber={roomNumber}>
    <Greeting firstName={firstName} />
    <p className="lead">{lead ?? '\u00a0'}</p>
  </WindowBand>
)

const Greeting = ({ firstName }: Pick<Props, 'firstName'>) => (
  <>
    <p className="date">{firstName ? formatLongDay(new Date()) : '\u00a0'}</p>
    <h1 className={(firstName?.length ?? 0) > SHORT_NAME_LENGTH ? 'long-name' : undefined}>
      {firstName ? (
        <>
          Karibu, <bdi>{firstName}</bdi>.
        </>
      ) : (
        'Karibu.'
      )}
    </h1>
  </>
)

interface StaffBandProps extends Pick<Props, 'firstName' | 'lead'> {
  /** Replaces the greeting. */
  title?: string | undefined
  children?: ReactNode
}

/** The evening sky for staff, without a window: the whole house is below it. */
export const StaffBand = ({ firstName, lead, title, children }: StaffBandProps) => (
  <div className="home-hero staff-band">
    <div className="page">
      <div className="welcome">
        {title === undefined ? <Greeting firstName={firstName} /> : <h1>{title}</h1>}
        <p className="lead">{lead ?? '\u00a0'}</p>
      </div>
      {children}
    </div>
  </div>
)

interface WindowBandProps {
  roomNumber: string | null
  children: ReactNode
}

/** The evening sky: a greeting, and the window of a room in the drawing of the house. */
function WindowBand({ roomNumber, children }: WindowBandProps) {
  const window = windowOf(roomNumber ? roomLocation(roomNumber) : null) ?? { x: 17, y: -33 }
  return (
    <div className="home-hero">
      <div className="page">
        <div className="welcome">{children}</div>
        <div
          className="window-view"
          style={{ '--window-x': window.x, '--window-y': window.y } as CSSProperties}
        >
          <OwnWindow roomNumber={roomNumber} />
        </div>
      </div>
    </div>
  )
}
