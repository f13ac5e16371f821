const windows = Array.from({ length: 10 }, (_, index) => 14 + index * 40)

/** Decorates an empty state. */
export const DarkWindowRow = () => (
  <svg className="dark-windows" viewBox="0 0 414 116" aria-hidden="true">
    <path fill="#1e4435" d="M0 0h414v116H0z" />
    <path
      fill="#0c1f1b"
      d={windows.map((x) => `M${x} 26h11v48H${x}zm14 0h11v48H${x + 14}z`).join('')}
    />
    <path
      fill="#3b6b55"
      d={`M0 97h414v7H0z${windows.map((x) => `M${x - 3} 76h31v4H${x - 3}z`).join('')}`}
    />
  </svg>
)
