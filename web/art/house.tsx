import { type CSSProperties, type ReactNode, useId } from 'react'
import type { RoomLocation } from '#rules/room-location.ts'

/**
 * Coordinates of the drawing: the ground is y = 0, wing A begins at x = 0, a floor is 40 high, each has
 * five windows 34 apart, and the stair tower is between the wings.
 */
const wings = { A: 0, B: 210 } as const
type Wing = keyof typeof wings
const floors = [1, 2, 3, 4] as const
const positions = [1, 2, 3, 4, 5] as const

/** The top left corner of a window's frame. */
const windowAt = (wing: Wing, floor: number, position: number) => ({
  x: wings[wing] + 3.8 + 34 * (position - 1),
  y: -(4.8 + 40 * floor),
})

/** The centre of a room's window; null when the drawing has no such window. */
export function windowOf(location: RoomLocation | null): { x: number; y: number } | null {
  if (!location || (location.wing !== 'A' && location.wing !== 'B')) return null
  if (
    location.floor > floors.length ||
    location.position < 1 ||
    location.position > positions.length
  )
    return null
  const { x, y } = windowAt(location.wing, location.floor, location.position)
  return { x: x + 13.2, y: y + 11.8 }
}

type LitKind = 'plain' | 'drape' | 'curtain' | 'shade' | 'person'

/** Windows that are lit: wing, floor, position, kind, and the order in which they light up. */
const litWindows: [Wing, number, number, LitKind, number][] = [
  ['A', 4, 1, 'drape', 21],
  ['A', 4, 2, 'drape', 16],
  ['A', 4, 3, 'plain', 17],
  ['A', 4, 4, 'plain', 20],
  ['A', 4, 5, 'plain', 4],
  ['A', 3, 4, 'shade', 27],
  ['A', 3, 5, 'drape', 24],
  ['A', 2, 1, 'plain', 18],
  ['A', 2, 5, 'plain', 23],
  ['B', 4, 1, 'curtain', 17],
  ['B', 4, 2, 'shade', 6],
  ['B', 4, 4, 'shade', 22],
  ['B', 3, 1, 'plain', 26],
  ['B', 3, 2, 'drape', 0],
  ['B', 3, 3, 'plain', 13],
  ['B', 3, 5, 'plain', 14],
  ['B', 2, 2, 'person', 25],
  ['B', 2, 4, 'plain', 8],
  ['B', 2, 5, 'curtain', 2],
  ['B', 1, 1, 'person', 1],
  ['B', 1, 3, 'person', 7],
]

const WaterTank = ({ x }: { x: number }) => (
  <g transform={`translate(${x})`}>
    <path
      fill="#0b1613"
      d="M7.2-214.4h7.2v3.6h-7.2zM0-205.4q0-2.7 2.7-3.6l5.4-2.7h5.4l5.4 2.7q2.7.9 2.7 3.6v23.4H0Z"
    />
    <path
      fill="none"
      stroke="#2c4a4a"
      strokeWidth="1.4"
      d="M0-200h21.6M0-194.6h21.6M0-189.2h21.6"
    />
  </g>
)

const ClothesLine = () => (
  <>
    <path fill="none" stroke="#0b1613" strokeWidth="2" d="M230-180v-26m110 26v-26" />
    <path fill="none" stroke="#0b1613" d="M230-204q55 8 110 0" />
    <g transform="matrix(.6 0 0 .6 242 -201)">
      <path
        fill="#b04a2a"
        d="m0 0 6-2 5 3 5-3 6 2 5 8-5 4-2-3v17H2V9l-2 3-5-4zM40 2h34v24H40zM114 22h18v3h-18z"
      />
      <path
        fill="#f3e6cb"
        d="M43 5h28v18H43zM114 2h18v20h-18zm0 23h18v5h-18zM140 0h6v11l4 3-2 4h-8zm12 0h6v11l4 3-2 4h-8z"
      />
      <path fill="#f7b13c" d="M46 8h22v12H46z" />
      <circle cx="57" cy="14" r="4" fill="#b04a2a" />
      <path fill="#3f6c78" d="M84 4h16l2 32h-7l-3-22-3 22h-7z" />
    </g>
  </>
)

const SunHeater = () => (
  <>
    <path fill="#27525b" d="m116-179 14-16h30l-14 16z" />
    <path fill="none" stroke="#8c9a93" d="m131-179 14-16" />
    <path fill="none" stroke="#0b1613" strokeWidth="2" d="M160-195v16" />
  </>
)

/** Above wing A there are water tanks and a sun heater, above wing B a clothes line. */
export const Roof = () => (
  <>
    <WaterTank x={18} />
    <WaterTank x={46} />
    <path fill="#0b1613" d="M12-182h62v3H12z" />
    <ClothesLine />
    <SunHeater />
  </>
)

const Bars = () => <path fill="none" stroke="#143328" strokeWidth="1.6" d="M13.2 2v20.2M2 8h22.4" />

const LitPane = ({ id, children }: { id: string; children?: ReactNode }) => (
  <g id={id}>
    <path fill="#f7b13c" d="M2 2h22.4v20.2H2z" />
    {children}
    <Bars />
  </g>
)

/** Defines each kind of window once; the windows of the house refer to them. A window is 26.4 wide and 25.6 high. */
export function WindowKinds() {
  return (
    <defs>
      <g id="house-dark">
        <path fill="#143328" d="M0 0h26.4v24.2H0z" />
        <path fill="#0c1f1b" d="M2 2h22.4v20.2H2z" />
        <Bars />
        <path fill="#3b6b55" d="M-1 23.2h28.4v2.4H-1z" />
      </g>
      <LitPane id="house-plain" />
      <LitPane id="house-drape">
        <path fill="#7c3119" opacity=".7" d="M24.4 2h-6.7q0 10 3.1 20.2h3.6z" />
      </LitPane>
      <LitPane id="house-curtain">
        <path fill="#b04a2a" opacity=".8" d="M2 2h7.7q-2 12.1-4.5 20.2H2z" />
      </LitPane>
      <LitPane id="house-shade">
        <path fill="#f3e6cb" opacity=".8" d="M2 2h22.4v6.9H2z" />
      </LitPane>
      <LitPane id="house-person">
        <path
          fill="#3a2a20"
          d="M15.9 9.5a2.6 2.6 0 0 1 0 5.2 2.6 2.6 0 0 1 0-5.2m-5.8 12.7q0-7.3 5.8-7.3t5.8 7.3z"
        />
      </LitPane>
    </defs>
  )
}

/** All forty windows, dark. */
const DarkWindows = () =>
  (Object.keys(wings) as Wing[]).flatMap((wing) =>
    floors.flatMap((floor) =>
      positions.map((position) => (
        <use
          key={`${wing}${floor}${position}`}
          href="#house-dark"
          {...windowAt(wing, floor, position)}
        />
      )),
    ),
  )

/** The lit windows, which light up one after another. */
export const AnimatedLights = () =>
  litWindows.map(([wing, floor, position, kind, order]) => (
    <use
      key={`${wing}${floor}${position}`}
      className="lit-window"
      style={{ '--i': order } as CSSProperties}
      href={`#house-${kind}`}
      {...windowAt(wing, floor, position)}
    />
  ))

/** The lit windows, dimmed so that a single bright one stands out. */
export const DimmedLights = () => (
  <g opacity=".3">
    {litWindows.map(([wing, floor, position]) => (
      <use
        key={`${wing}${floor}${position}`}
        href="#house-plain"
        {...windowAt(wing, floor, position)}
      />
    ))}
  </g>
)

/** The stair tower with its diamond breeze blocks, aerial and lit door. */
export function Tower() {
  // Of its own, because a pattern within another drawing isn't painted while that is hidden.
  const breeze = useId()
  return (
    <>
      <pattern
        id={breeze}
        x="177"
        y="-198"
        width={26 / 3}
        height="10"
        patternUnits="userSpaceOnUse"
      >
        <path fill="#f7b13c" d="m4.3 1.4 3.1 3.6-3.1 3.6L1.2 5z" />
      </pattern>
      <path fill="#2b5a46" d="M170-208h40V0h-40z" />
      <path fill="#3b6b55" d="M167-212h46v5h-46z" />
      <path
        fill="none"
        stroke="#0b1613"
        strokeWidth="1.6"
        d="M190-212v-24m-9 4h18m-15 5h12m-9 5h6"
      />
      <path fill="#143328" d="M177-198h26v140h-26z" />
      <path fill={`url("#${breeze}")`} d="M177-198h26v140h-26z" />
    </>
  )
}

export const Door = () => (
  <>
    <path fill="#0c1f1b" d="M178-30h24V0h-24z" />
    <path fill="#ffd98f" d="M180-28h20V0h-20z" />
    <path fill="#7c3119" d="M189-28h2V0h-2zm-27-4h56v1.6h-56z" />
    <path fill="#b04a2a" d="M164-36h52v4h-52z" />
  </>
)

const slabs = floors.map((floor) => 25 - 40 * floor)

const Wing = ({ x, from, to }: { x: number; from: number; to: number }) => (
  <>
    <path fill="#1e4435" d={`M${x}-174h170V0H${x}z`} />
    <path
      fill="#3b6b55"
      d={`M${from}-180H${to}v7H${from}z${slabs.map((y) => `M${from} ${y}H${to}v3.4H${from}z`).join('')}`}
    />
    <path fill="#143328" d={slabs.map((y) => `M${from} ${y + 3.4}H${to}v2.6H${from}z`).join('')} />
  </>
)

/** A rail, and its bars as the dashes of a thick line. */
const Balconies = () =>
  [
    [104, -28],
    [104, -108],
    [246, -28],
    [246, -108],
  ].map(([x = 0, y = 0]) => (
    <g key={`${x} ${y}`} fill="none" stroke="#8c9a93">
      <path strokeWidth="1.4" d={`M${x} ${y}h30`} />
      <path strokeWidth="13" strokeDasharray=".8 2.93" d={`M${x + 1.6} ${y + 6.5}h27.2`} />
    </g>
  ))

/** The house; `children` are its lit windows. */
export function House({ children }: { children: ReactNode }) {
  return (
    <>
      <WindowKinds />
      <Roof />
      <Tower />
      <Wing x={0} from={-5} to={170} />
      <Wing x={210} from={210} to={385} />
      <DarkWindows />
      {children}
      <Balconies />
      <path fill="#d98a4b" d="M377.5-180h2.5V0h-2.5z" />
      <Door />
    </>
  )
}
