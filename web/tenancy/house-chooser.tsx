import { type CSSProperties, type FocusEvent, memo, useMemo, useState } from 'react'
import { floorPlan, type WingPlan } from '#rules/floor-plan.ts'
import { formatNumber, ksh } from '#rules/money.ts'
import { HousePlan, HouseSymbols, MANY_ROOMS, moveFocus } from '../art/house-plan.tsx'
import { useRowsInSteps } from '../ui/infinite-list.tsx'
import { WingRows } from './wing-rows.tsx'
import './house-chooser.css'

/** More windows are shown by a button. */
const WINDOWS_PER_STEP = 60

/** A longer number or rent gets a second line, and with more than the fewer two wings are not side by side. */
const MOST_LETTERS = { inWindow: 10, inTwoWings: 6 }

export interface RoomToChoose {
  room_number: string
  /** A month, for each tenant. */
  rent: number
  free: boolean
}

interface Props {
  rooms: readonly RoomToChoose[]
  /** The number of the chosen room. */
  chosen: string | null
  onChoose: (room_number: string) => void
  label?: string
}

const isTaken = ({ free }: RoomToChoose) => !free

/**
 * The residence, to choose a room in: a free one is a dark window with its rent, the chosen one is lit, the others are dim.
 * With many free rooms a wing is opened first.
 */
export function HouseChooser({ rooms, ...choice }: Props) {
  const many = rooms.length > MANY_ROOMS
  // Of many rooms only the free ones are shown.
  const listed = useMemo(() => (many ? rooms.filter(({ free }) => free) : rooms), [rooms, many])
  const wings = useMemo(() => floorPlan(listed), [listed])
  if (!many || listed.length <= WINDOWS_PER_STEP || wings.length === 1) {
    return <Chooser listed={listed} many={many} {...choice} />
  }
  return (
    <div className="plate">
      <WingRows
        wings={wings}
        heading="h3"
        note={wingNote}
        openAtFirst={wingOf(choice.chosen, wings)?.name}
      >
        {(wing) => (
          <div className="padded">
            <Chooser listed={roomsOf(wing)} many {...choice} />
          </div>
        )}
      </WingRows>
    </div>
  )
}

const roomsOf = ({ floors }: WingPlan<RoomToChoose>) => floors.flatMap(({ rooms }) => rooms)

const wingOf = (chosen: string | null, wings: WingPlan<RoomToChoose>[]) =>
  wings.find((wing) => roomsOf(wing).some(({ room_number }) => room_number === chosen))

/** `12 free, from Ksh 6,500 a month` */
function wingNote(wing: WingPlan<RoomToChoose>): string {
  const rents = roomsOf(wing).map(({ rent }) => rent)
  return `${formatNumber(rents.length)} free, from ${ksh(Math.min(...rents))} a month`
}

interface ChooserProps extends Omit<Props, 'rooms'> {
  listed: readonly RoomToChoose[]
  many: boolean
}

function Chooser({ listed, many, chosen, onChoose, label = 'Free rooms' }: ChooserProps) {
  const [focused, setFocused] = useState<string | undefined>()
  // The chosen one comes first if it would come too late.
  const { shown, more } = useRowsInSteps(listed, WINDOWS_PER_STEP)
  const late = listed.slice(shown.length).find(({ room_number }) => room_number === chosen)
  const free = shown.filter((room) => room.free)
  const planned = useMemo(() => (late ? [...shown, late] : shown), [shown, late])
  const isThere = (number: string | null | undefined) =>
    [...free, late].some((room) => room?.room_number === number)
  const reached = [focused, chosen].find(isThere) ?? free[0]?.room_number
  if (free.length === 0) return <p className="muted">No room is free.</p>
  const letters = Math.max(
    ...free.map(({ room_number, rent }) => Math.max(room_number.length, formatNumber(rent).length)),
  )
  return (
    <div
      className={
        many || letters > MOST_LETTERS.inTwoWings ? 'house-chooser wings-below' : 'house-chooser'
      }
      style={{ '--letters': Math.min(MOST_LETTERS.inWindow, letters) } as CSSProperties}
    >
      <HouseSymbols />
      <HousePlan
        role="radiogroup"
        aria-label={label}
        rooms={planned}
        many={many}
        heading="h3"
        isDim={isTaken}
        window={(room) =>
          room.free ? (
            <FreeWindow
              {...room}
              isChosen={room.room_number === chosen}
              isReached={room.room_number === reached}
              onChoose={onChoose}
            />
          ) : (
            <TakenWindow />
          )
        }
        onFocus={({ target }: FocusEvent<HTMLElement>) => setFocused(target.dataset.room)}
        onBlur={() => setFocused(undefined)}
        onKeyDown={moveFocus}
      />
      {more}
    </div>
  )
}

interface WindowProps extends RoomToChoose {
  isChosen: boolean
  isReached: boolean
  onChoose: (room_number: string) => void
}

/** The Tab key reaches only one of the windows; the arrow keys reach the others. */
const FreeWindow = memo(({ room_number, rent, isChosen, isReached, onChoose }: WindowProps) => (
  // biome-ignore lint/a11y/useSemanticElements: the arrow keys of an input would choose each room that they pass
  <button
    type="button"
    className="house-chooser-window"
    role="radio"
    aria-checked={isChosen}
    aria-label={`${room_number}, ${ksh(rent)} a month`}
    tabIndex={isReached ? 0 : -1}
    data-room={room_number}
    onClick={() => onChoose(room_number)}
  >
    <WindowDrawing isLit={isChosen} />
    <b>{room_number}</b>
    <span className="tabular">{formatNumber(rent)}</span>
  </button>
))

/** As high as a free one, so that the windows of a floor are in one line. */
const TakenWindow = () => (
  <span className="house-chooser-window taken">
    <WindowDrawing isLit={false} />
    <b>&nbsp;</b>
    <span>&nbsp;</span>
  </span>
)

const WindowDrawing = ({ isLit }: { isLit: boolean }) => (
  <svg viewBox="-2 -1 30.4 27.6" aria-hidden="true">
    <use href="#house-dark" />
    {isLit && <use href="#house-person" />}
  </svg>
)
