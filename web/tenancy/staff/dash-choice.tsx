import { readRoomPattern, withDashesAs } from '#rules/room-pattern.ts'
import { Button } from '../../ui/button.tsx'

interface Props {
  pattern: string
  onChoose: (pattern: string) => void
}

/** Asks below the field whether a number with a dash, such as 2-05, is a room or a range, and puts the answer into it. */
export function DashChoice({ pattern, onChoose }: Props) {
  const { unclear } = readRoomPattern(pattern)
  if (!unclear) return null
  const { room, range } = unclear
  return (
    <fieldset className="field">
      <legend className="label">What is “{room}”?</legend>
      <div className="row wrap">
        <Button variant="secondary compact" onClick={() => onChoose(withDashesAs(pattern, 'room'))}>
          One room called {room}
        </Button>
        {range && (
          <Button
            variant="secondary compact"
            onClick={() => onChoose(withDashesAs(pattern, 'range'))}
          >
            Rooms {range[0]} to {range[1]}
          </Button>
        )}
      </div>
    </fieldset>
  )
}
