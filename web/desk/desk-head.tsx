import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { countDesk } from '#contract/desk.ts'
import { query } from '../api.ts'
import { deskPath, type Shown } from './paths.ts'

/** The title, and the way from what waits to what was dealt with. */
export function DeskHead({ shown }: { shown: Shown }) {
  const { data: count } = useQuery(query(countDesk, {}))
  const current = (list: Shown) => (list === shown ? 'page' : undefined)
  return (
    <div className="desk-head">
      <div>
        <h1>Payments desk</h1>
        <p className="muted mt-1">Money that a person has to look at.</p>
      </div>
      <nav className="segmented" aria-label="Which payments">
        <Link to={deskPath('open')} aria-current={current('open')}>
          Waiting{count && count.open > 0 ? ` ${count.open}` : ''}
        </Link>
        <Link to={deskPath('closed')} aria-current={current('closed')}>
          Dealt with
        </Link>
      </nav>
    </div>
  )
}
