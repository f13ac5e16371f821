import type { ReactNode } from 'react'
import { Link } from 'react-router'

interface Props {
  to: string
  icon: ReactNode
  colour: 'blue' | 'green' | 'grey'
  name: ReactNode
  /** What waits in it, and the word for that. */
  count?: number
  counted?: string
}

/** A square on the home screen that opens a screen. */
export const AppIcon = ({ to, icon, colour, name, count = 0, counted }: Props) => (
  <li>
    <Link to={to} preventScrollReset>
      <span className={`ph-icon ${colour}`}>
        {icon}
        {count > 0 && (
          <i className="tabular" aria-hidden="true">
            {count}
          </i>
        )}
      </span>
      <span>{name}</span>
      {count > 0 && (
        <span className="visually-hidden">
          {count} {counted}
        </span>
      )}
    </Link>
  </li>
)
