import {
  type ComponentProps,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useMemo,
} from 'react'
import { floorPlan, type WingPlan } from '#rules/floor-plan.ts'
import { Door, Roof, Tower, WindowKinds } from './house.tsx'
import './house-plan.css'

/** With more rooms the windows are smaller. */
export const MANY_ROOMS = 60

/** The largest number of windows side by side in a wing. */
const WIDEST = { few: 12, many: 20 }

interface Named {
  room_number: string
}

interface Look<Room> {
  many: boolean
  /** The heading of a wing. */
  heading: 'h2' | 'h3'
  /** What stands for a room: a link or a button with `data-room`, so that `moveFocus` finds it, or a drawing. */
  window: (room: Room) => ReactNode
  /** Whether a window is only part of the picture: it is not read out. By default none is. */
  isDim?: (room: Room) => boolean
}

interface Props<Room> extends Look<Room>, Omit<ComponentProps<'div'>, 'className'> {
  rooms: readonly Room[]
  /** The wing, by its place in the floor plan, that a phone shows alone; by default it shows all. */
  wingOnPhone?: number
}

const neverDim = () => false

/** The kinds of windows, once on a page that draws windows with `use`. */
export const HouseSymbols = () => (
  <svg className="house-plan-kinds" width="0" height="0" aria-hidden="true">
    <WindowKinds />
  </svg>
)

/** The residence with its wings and floors, as far as the numbers of the rooms tell them. */
export function HousePlan<Room extends Named>({
  rooms,
  many,
  heading,
  window,
  wingOnPhone,
  isDim = neverDim,
  ...frame
}: Props<Room>) {
  const wings = useMemo(() => floorPlan(rooms), [rooms])
  const livelyFloors = useMemo(
    () =>
      wings.flatMap(({ floors }) =>
        floors.filter(({ rooms }) => !rooms.every(isDim)).map(({ name }) => name),
      ),
    [wings, isDim],
  )
  const isJoined = wings.length === 2 && wings.every(({ floors }) => floors.length > 1)
  return (
    <div {...frame} className={many ? 'house-plan many' : 'house-plan'}>
      <div className={isJoined ? 'house-plan-ground two-wings' : 'house-plan-ground'}>
        {wings.map((wing, index) => (
          <Wing
            key={wing.name}
            wing={wing}
            isNamed={wings.length > 1}
            isLeft={index % 2 === 0}
            isOnPhone={wingOnPhone === undefined || index === wingOnPhone}
            livelyFloors={livelyFloors}
            look={{ many, heading, window, isDim }}
          />
        ))}
        {isJoined && (
          <svg className="house-plan-tower" viewBox="167 -236 46 236" aria-hidden="true">
            <Tower />
            <Door />
          </svg>
        )}
      </div>
    </div>
  )
}

interface WingProps<Room extends Named> {
  wing: WingPlan<Room>
  isNamed: boolean
  /** Whether the wing has the roof of the left wing. */
  isLeft: boolean
  isOnPhone: boolean
  /** The floors on which a wing has a window that is more than a picture. */
  livelyFloors: (string | null)[]
  look: Required<Look<Room>>
}

function Wing<Room extends Named>({
  wing: { name, floors },
  isNamed,
  isLeft,
  isOnPhone,
  livelyFloors,
  look: { many, heading: Heading, window, isDim },
}: WingProps<Room>) {
  const widest = many ? WIDEST.many : WIDEST.few
  const columns = Math.min(widest, Math.max(...floors.map(({ rooms }) => rooms.length)))
  const isDark = floors.every(({ rooms }) => rooms.every(isDim))
  return (
    <div
      className={isOnPhone ? 'house-plan-wing' : 'house-plan-wing not-on-phone'}
      style={{ '--columns': columns } as CSSProperties}
      aria-hidden={isDark || undefined}
    >
      <svg
        className="house-plan-roof"
        viewBox={isLeft ? '6 -215 170 36' : '200 -215 170 36'}
        aria-hidden="true"
      >
        <Roof />
      </svg>
      <div className="house-plan-wall">
        {isNamed && <Heading>{name}</Heading>}
        {floors.map((floor) => (
          <div
            key={floor.name}
            className={
              livelyFloors.includes(floor.name)
                ? 'house-plan-floor'
                : 'house-plan-floor in-background'
            }
            aria-hidden={floor.rooms.every(isDim) || undefined}
          >
            {floor.name && <p className="micro">{floor.name}</p>}
            <ul aria-label={[isNamed && name, floor.name].filter(Boolean).join(', ') || undefined}>
              {floor.rooms.map((room) => (
                <li key={room.room_number} aria-hidden={isDim(room) || undefined}>
                  {window(room)}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </div>
  )
}

/** Moves the focus: left and right from window to window, up and down to the nearest one on another floor. */
export function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const { key, currentTarget, target, ctrlKey, metaKey, altKey } = event
  if (ctrlKey || metaKey || altKey) return
  const all = [...currentTarget.querySelectorAll<HTMLElement>('[data-room]')]
  const windows = all.filter((window) => window.offsetParent !== null)
  const from = windows.indexOf(target as HTMLElement)
  const here = windows[from]?.getBoundingClientRect()
  if (!here) return
  function nearest(direction: 1 | -1) {
    const [best] = windows
      .map((window) => {
        const { top, left, height } = window.getBoundingClientRect()
        const down = (top - (here?.top ?? 0)) * direction
        return { window, down, height, distance: down + 2 * Math.abs(left - (here?.left ?? 0)) }
      })
      .filter(({ down, height }) => down > height / 2)
      .toSorted((one, other) => one.distance - other.distance)
    return best?.window
  }
  const to =
    key === 'ArrowLeft'
      ? windows[from - 1]
      : key === 'ArrowRight'
        ? windows[from + 1]
        : key === 'ArrowUp'
          ? nearest(-1)
          : key === 'ArrowDown'
            ? nearest(1)
            : undefined
  if (!to) return
  event.preventDefault()
  to.focus()
}
