import { DuskSky } from './dusk-sky.tsx'
import { Acacia, Ground } from './garden.tsx'
import { House } from './house.tsx'
import { EveningLights } from './house-window.tsx'

const views = {
  /** The whole scene, the house at the right; narrow screens see the right end of it. */
  wide: { viewBox: '0 0 1440 760', fit: 'xMaxYMax slice', treeX: 742, sunX: 655 },
  /** The house alone, for tall or small frames. */
  close: { viewBox: '740 0 700 760', fit: 'xMidYMax slice', treeX: 800, sunX: 1390 },
}

/** The residence in the evening: its windows come on one by one, once. Decoration, not content. */
export function HouseAtDusk({ view }: { view: keyof typeof views }) {
  const { viewBox, fit, treeX, sunX } = views[view]
  return (
    <svg className="dusk alive" viewBox={viewBox} preserveAspectRatio={fit} aria-hidden="true">
      <DuskSky sunX={sunX} />
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
