import { DuskSky } from './dusk-sky.tsx'
import { Acacia, Ground } from './garden.tsx'
import { House } from './house.tsx'
import { EveningLights } from './house-window.tsx'

const views = {
  /** The whole evening. Narrow frames see its right end, where the house stands. */
  wide: { viewBox: '0 0 1440 760', treeX: 742, sunX: 655, lift: 0 },
  /** The house with a little sky around it, for tall frames and small ones. */
  close: { viewBox: '560 -100 880 860', treeX: 800, sunX: 700, lift: 100 },
}

/** The residence in the evening: its windows come on one by one, once. Decoration, not content. */
export function HouseAtDusk({ view }: { view: keyof typeof views }) {
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
        <House>
          <EveningLights />
        </House>
      </g>
      <g className="tree">
        <Acacia x={treeX} />
      </g>
      <Ground />
    </svg>
  )
}
