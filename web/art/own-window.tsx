import { roomLocation } from '#rules/room-location.ts'
import { DimmedLights, House, windowOf } from './house.tsx'

interface Point {
  x: number
  y: number
}

/** The number of a room on a sign beside its window; `leftmost`: how far to the left the sign may be. */
export const WindowSign = ({
  x,
  y,
  text,
  leftmost = -70,
}: Point & { text: string; leftmost?: number }) => {
  const left = Math.max(leftmost, x - 81)
  return (
    <g className="window-label">
      <path
        fill="none"
        stroke="#ffd98f"
        strokeWidth="1.6"
        d={`M${x - 3} ${y - 13}L${left + 42} ${y - 59}`}
      />
      <g transform={`translate(${left} ${y - 89})`}>
        <path fill="#f7b13c" d="M0 0h62v30H0z" />
        <text
          x="31"
          y="21"
          fill="#2a1a00"
          fontFamily="var(--font-display)"
          fontSize="17"
          fontWeight="700"
          textAnchor="middle"
        >
          {text}
        </text>
      </g>
    </g>
  )
}

export const LitWindow = ({ x, y }: Point) => (
  <>
    <path fill="#f7b13c" opacity=".3" d={`M${x - 18} ${y - 18}h36v36h-36z`} />
    <use href="#house-person" x={x - 13.2} y={y - 11.8} />
  </>
)

interface Props {
  roomNumber: string | null
  /** Whether somebody lives there. */
  isLit?: boolean
}

/** The house with the window of a room labelled and, as a rule, lit. */
export function OwnWindow({ roomNumber, isLit = true }: Props) {
  const location = roomNumber ? roomLocation(roomNumber) : null
  const point = windowOf(location)
  const label =
    roomNumber && location && point
      ? `The residence in the evening. The window of your room, ${roomNumber}, ${location.description}, is lit`
      : 'The residence in the evening'
  return (
    <svg role="img" aria-label={label} viewBox="-70 -252 520 252">
      <House>
        <DimmedLights />
        {point &&
          (isLit ? (
            <LitWindow {...point} />
          ) : (
            <use href="#house-dark" x={point.x - 13.2} y={point.y - 11.8} />
          ))}
      </House>
      {point && roomNumber && <WindowSign {...point} text={roomNumber} />}
    </svg>
  )
}
