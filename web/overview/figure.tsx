import type { ReactNode } from 'react'
import { Link } from 'react-router'

interface Props {
  name: string
  /** Undefined until it is fetched. */
  value: string | undefined
  /** Remarks on the figure; those that don't apply are left out. */
  note: (string | false | null | undefined)[]
  /** The list that the figure counts; null when there is none. */
  to: string | null
  /** A drawing of the figure. */
  children?: ReactNode
}

/** A figure of the overview, which leads to the list it counts. */
export const Figure = ({ name, value, note, to, children }: Props) => (
  <div className="overview-figure">
    <h2>{name}</h2>
    <p className="overview-value tabular">
      {value === undefined ? (
        <span className="skeleton skeleton-word delayed" />
      ) : to === null ? (
        value
      ) : (
        <Link to={to}>{value}</Link>
      )}
    </p>
    <p className="small muted tabular">{note.filter(Boolean).join(', ') || '\u00a0'}</p>
    {children}
  </div>
)

/** A bar that shows one sum as a part of another, as in what is collected of the rent that is due. */
export const PartBar = ({ part, whole }: { part: number; whole: number }) => (
  <svg className="part-bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
    <rect
      className="bar-collected"
      width={whole > 0 ? Math.min(100, (100 * Math.max(0, part)) / whole) : 0}
      height="10"
    />
  </svg>
)
