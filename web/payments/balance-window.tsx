const Curtains = () => (
  <path
    fill="#a83a1c"
    opacity=".9"
    d="M10 12h30q-4 40-14 62-4 12-4 50H10zm96 0H76q4 40 14 62 4 12 4 50h12z"
  />
)

const Sill = () => (
  <>
    <path fill="#b04a2a" d="m74 124 3-15h16l3 15z" />
    <path fill="#235a40" d="M85 110q-14-2-13-16 12 2 13 12 0-14 12-15 1 14-10 19z" />
    <path fill="#7c3119" d="M16 124v-8h30v8zm4-8v-6h24v6z" />
    <path stroke="#ddbf92" strokeWidth="1.5" d="M16 120h30" />
  </>
)

/** The blind at full height; its parent element shifts it up. */
const Blind = () => (
  <>
    <path fill="var(--blind)" d="M-1 0h98v112H-1z" />
    <path
      stroke="#a8946a"
      strokeWidth="1.5"
      d={Array.from({ length: 13 }, (_, slat) => `M-1 ${10 + slat * 8}h98`).join('')}
    />
    <path fill="#7c3119" d="M-1 110h98v6H-1z" />
    <path stroke="#7c3119" strokeWidth="2" d="M80 116v10" />
    <circle cx="80" cy="129" r="3.5" fill="#7c3119" />
  </>
)

/** The vertical shift of the blind; when nothing is owed, its cord is out of sight too. */
const blindOffset = (owedShare: number) => (owedShare === 0 ? -140 : (owedShare - 1) * 112 - 4)

const Awning = () => (
  <>
    <path
      fill="#f5a81c"
      d="M4 10h108l-6 22q-8 6-16 0-8 6-16 0-8 6-16 0-8 6-16 0-8 6-16 0-8 6-16 0z"
    />
    <path fill="#784900" d="M4 8h108v5H4z" />
  </>
)

/**
 * A balance, drawn as a window: the blind covers the share that is still owed and goes up with each payment. It
 * is fully up when everything is paid; a credit adds an awning.
 */
export function BalanceWindow({
  state,
  owedShare,
  description,
}: {
  state: 'owing' | 'paid_up' | 'credit'
  owedShare: number
  description: string
}) {
  return (
    <svg viewBox="-2 0 120 146" role="img" aria-label={description}>
      <path fill="#1e4435" d="M0 0h116v138H0z" />
      <path fill="#f7b13c" d="M10 12h96v112H10z" />
      {state !== 'owing' && <Curtains />}
      <Sill />
      <path stroke="#1e4435" strokeWidth="5" d="M58 12v112M10 62h96" />
      <svg aria-hidden="true" x="9.5" y="11.5" width="97" height="113" viewBox="-.5 -.5 97 113">
        <g className="blind-up" style={{ transform: `translateY(${blindOffset(owedShare)}px)` }}>
          <Blind />
        </g>
      </svg>
      {state === 'paid_up' && <path fill="var(--blind)" d="M6 9h104v8H6z" />}
      {state === 'credit' && <Awning />}
      <path fill="#3b6b55" d="M-2 134h120v10H-2z" />
    </svg>
  )
}
