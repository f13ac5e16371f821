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

/** What stands on the flat roof: water tanks, sun heater, clothes line. */
export const Roof = () => (
  <>
    <WaterTank x={18} />
    <WaterTank x={46} />
    <path fill="#0b1613" d="M12-182h62v3H12z" />
    <ClothesLine />
    <SunHeater />
  </>
)
