import type { ReactNode } from 'react'
import { floors } from './house-plan.ts'
import { Roof } from './house-roof.tsx'
import { DarkWindows, WindowKinds } from './house-window.tsx'

/** The stair tower with its diamond breeze blocks, aerial and lit door. */
const Tower = () => (
  <>
    <pattern
      id="house-breeze"
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
    <path fill="none" stroke="#0b1613" strokeWidth="1.6" d="M190-212v-24m-9 4h18m-15 5h12m-9 5h6" />
    <path fill="#143328" d="M177-198h26v140h-26z" />
    <path fill="url(#house-breeze)" d="M177-198h26v140h-26z" />
  </>
)

const Door = () => (
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

/** Railings before some doors: a rail and, as dashes of a thick line, its bars. */
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

/** The house, in its own units; its lights are handed in. */
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
