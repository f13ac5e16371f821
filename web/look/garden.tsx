/** A flat-topped acacia; its foot stands at x on the ground. */
export const Acacia = ({ x }: { x: number }) => (
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

/** The dark ground, the light of the door on the path, two neighbours talking. */
export const Ground = () => (
  <>
    <path fill="#0b1613" d="M0 708h1440v52H0z" />
    <path fill="#123427" d="M0 708h1440v4q-360 5-720 1T0 714z" />
    <path fill="#a9643f" opacity=".8" d="M1090 708h28l55 52h-148z" />
    <path fill="#f0a653" opacity=".7" d="M1094 708h20l28 52h-83z" />
    <Neighbour x={1062} coat="#b04a2a" />
    <Neighbour x={1187} coat="#c9a268" />
  </>
)
