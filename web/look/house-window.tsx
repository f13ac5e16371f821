import type { CSSProperties, ReactNode } from 'react'
import { evening, floors, positions, type Wing, windowAt, wings } from './house-plan.ts'

const Bars = () => <path fill="none" stroke="#143328" strokeWidth="1.6" d="M13.2 2v20.2M2 8h22.4" />

const Lit = ({ id, children }: { id: string; children?: ReactNode }) => (
  <g id={id}>
    <path fill="#f7b13c" d="M2 2h22.4v20.2H2z" />
    {children}
    <Bars />
  </g>
)

/** Every kind of window once; the house is drawn with references to them. */
export function WindowKinds() {
  return (
    <defs>
      <g id="house-dark">
        <path fill="#143328" d="M0 0h26.4v24.2H0z" />
        <path fill="#0c1f1b" d="M2 2h22.4v20.2H2z" />
        <Bars />
        <path fill="#3b6b55" d="M-1 23.2h28.4v2.4H-1z" />
      </g>
      <Lit id="house-plain" />
      <Lit id="house-drape">
        <path fill="#7c3119" opacity=".7" d="M24.4 2h-6.7q0 10 3.1 20.2h3.6z" />
      </Lit>
      <Lit id="house-curtain">
        <path fill="#b04a2a" opacity=".8" d="M2 2h7.7q-2 12.1-4.5 20.2H2z" />
      </Lit>
      <Lit id="house-shade">
        <path fill="#f3e6cb" opacity=".8" d="M2 2h22.4v6.9H2z" />
      </Lit>
      <Lit id="house-person">
        <path
          fill="#3a2a20"
          d="M15.9 9.5a2.6 2.6 0 0 1 0 5.2 2.6 2.6 0 0 1 0-5.2m-5.8 12.7q0-7.3 5.8-7.3t5.8 7.3z"
        />
      </Lit>
    </defs>
  )
}

/** All forty windows, nobody at home. */
export const DarkWindows = () =>
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

/** The lights of the evening, one coming on after another. */
export const EveningLights = () =>
  evening.map(([wing, floor, position, kind, order]) => (
    <use
      key={`${wing}${floor}${position}`}
      className="w"
      style={{ '--i': order } as CSSProperties}
      href={`#house-${kind}`}
      {...windowAt(wing, floor, position)}
    />
  ))

/** The neighbours' lights, turned down so that one's own window can be found. */
export const NeighboursLights = () => (
  <g opacity=".3">
    {evening.map(([wing, floor, position]) => (
      <use
        key={`${wing}${floor}${position}`}
        href="#house-plain"
        {...windowAt(wing, floor, position)}
      />
    ))}
  </g>
)
