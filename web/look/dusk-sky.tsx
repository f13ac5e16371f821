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
 * Flat torn bands, a few stars, the sun going down, and the hills; the ground begins at y = 708.
 * Lifted, more of the colours show above the house.
 */
export function DuskSky({ sunX, lift = 0 }: { sunX: number; lift?: number }) {
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
