import type { ReactNode } from 'react'
import { AnimatedLights, House } from './house.tsx'

const bands = [
  [286, '#17363b'],
  [400, '#2c4a4a'],
  [493, '#6e5a4c'],
  [550, '#a9643f'],
  [600, '#db8440'],
  [643, '#f0a653'],
  [682, '#f7c987'],
] as const

const stars =
  'M0 200h0M422 202h0M339 120h0M223 53h0M934 108h0M1321 102h0M332 193h0M388 24h0M794 247h0M883 233h0M523 48h0M560 57h0M1147 253h0M703 166h0M857 284h0M555 173h0M464 214h0'
const brightStars =
  'M970 279h0M625 287h0M342 207h0M235 238h0M1190 71h0M524 55h0M754 159h0M476 138h0M531 153h0'

/**
 * The sky and the hills down to the ground at y = 708. `lift` moves the bands of colour up.
 */
function DuskSky({ sunX, lift = 0 }: { sunX: number; lift?: number }) {
  return (
    <>
      <path fill="#0f262c" d="M0-400h1440V714H0z" />
      {bands.map(([y, colour], index) => (
        <path
          key={y}
          fill={colour}
          d={`M0 ${y - lift}q144 ${index % 2 ? 5.7 : -5.7} 288 0t288 0 288 0 288 0 288 0V714H0Z`}
        />
      ))}
      <g fill="none" stroke="#f3e6cb" strokeLinecap="round" opacity=".7">
        <path strokeWidth="1.8" d={stars} />
        <path strokeWidth="2.6" d={brightStars} />
      </g>
      <circle cx={sunX} cy="669" r="104" fill="#f7c987" />
      <circle cx={sunX} cy="669" r="89" fill="#fbd9a0" />
      <path
        fill="#7a5240"
        d="M0 684c115-53 173-61 245-38s101-38 173-8 101-19 187 15 259-23 403 8 288-23 432-8V760H0Z"
      />
      <path fill="#3f4636" d="M0 707q360-46 720-11t720-12v76H0Z" />
    </>
  )
}

/** A flat-topped acacia at x. */
const Acacia = ({ x }: { x: number }) => (
  <g transform={`translate(${x} 708)`}>
    <path
      fill="none"
      stroke="#0b1613"
      strokeLinecap="round"
      strokeWidth="10"
      d="M0 3c-4-44 8-68 0-96m0 28c-20-24-52-32-76-48m76 36c20-20 52-28 80-48m-80 32c-8-20-20-28-28-44m28 44c12-20 24-28 32-48"
    />
    <path
      fill="#123427"
      d="M-148-117c4-24 44-28 56-24 8-24 56-28 72-16 16-24 72-24 88-4 28-8 72 8 84 32 8 12-12 16-32 16-40 8-80-8-116 0-44 8-72-8-104 2-24 6-52 6-48-6"
    />
    <path
      fill="#235a40"
      d="M-120-125c20-16 40-12 60-20 24-16 60-8 76-12 28-12 52 4 72 4 20-2 36 8 44 20-52-12-92-4-132-4s-80 8-120 12"
    />
  </g>
)

const Neighbour = ({ x, coat }: { x: number; coat: string }) => (
  <g transform={`translate(${x} 716) scale(1.14)`}>
    <circle cy="-41" r="6.5" fill="#0b1613" />
    <path fill={coat} d="M-9-8v-16q0-9 9-9t9 9v16z" />
    <path fill="#0b1613" d="M-8-9h7v9h-6zm9 0h7L7 0H1z" />
  </g>
)

/** The ground, the light of the door on the path, and two people. */
const Ground = () => (
  <>
    <path fill="#0b1613" d="M0 708h1440v52H0z" />
    <path fill="#123427" d="M0 708h1440v4q-360 5-720 1T0 714z" />
    <path fill="#a9643f" opacity=".8" d="M1090 708h28l55 52h-148z" />
    <path fill="#f0a653" opacity=".7" d="M1094 708h20l28 52h-83z" />
    <Neighbour x={1062} coat="#b04a2a" />
    <Neighbour x={1187} coat="#c9a268" />
  </>
)

const views = {
  /** The whole scene. Narrow frames show its right end, with the house. */
  wide: { viewBox: '0 0 1440 760', treeX: 742, sunX: 655, lift: 0 },
  /** The house with a little sky, for tall and small frames. */
  close: { viewBox: '560 -100 880 860', treeX: 800, sunX: 700, lift: 100 },
  /** Without the sky above the house, for a band below a heading. Three quarters as high as it is wide, it has the whole house. */
  low: { viewBox: '0 270 1440 490', treeX: 600, sunX: 460, lift: -40 },
}

interface Props {
  view: keyof typeof views
  /** The windows that are lit; by default many, which light up one by one. */
  lights?: ReactNode
  /** What is in front of the house, in its coordinates. */
  children?: ReactNode
}

/** The house in the evening. Decorative. */
export function HouseAtDusk({ view, lights = <AnimatedLights />, children }: Props) {
  const { viewBox, treeX, sunX, lift } = views[view]
  return (
    <svg
      className="dusk alive"
      viewBox={viewBox}
      preserveAspectRatio="xMaxYMax slice"
      aria-hidden="true"
    >
      <DuskSky sunX={sunX} lift={lift} />
      <g transform="translate(800 708) scale(1.6)">
        <House>{lights}</House>
        {children}
      </g>
      <g className="tree">
        <Acacia x={treeX} />
      </g>
      <Ground />
    </svg>
  )
}
