const dark = [12, 39, 66, 93]

/** A row of windows, one of them lit: somebody will knock. Decoration beside a sentence. */
export const SomebodyHome = () => (
  <svg viewBox="0 0 150 70" width="150" height="70" aria-hidden="true">
    <path fill="#1e4435" d="M0 0h150v70H0z" />
    <path fill="#0c1f1b" d={dark.map((x) => `M${x} 14h18v30H${x}z`).join('')} />
    <path fill="#f7b13c" d="M120 14h18v30h-18z" />
    <path fill="#3b6b55" d="M0 54h150v7H0z" />
  </svg>
)
