import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { Link } from 'react-router'
import { countApprovals } from '#contract/approvals.ts'
import { query } from '../api.ts'
import '../styles/segmented.css'

const REFETCH_MS = 60_000

/** The number of acts that wait for this user's approval. */
function ApprovalsCount() {
  const { data } = useQuery({ ...query(countApprovals, {}), refetchInterval: REFETCH_MS })
  return data && data.for_you > 0 ? ` ${data.for_you}` : null
}

/** The pages on which staff keep the books, in the order of a day's work. */
const pages = {
  desk: { to: '/staff/desk', label: 'Desk' },
  statements: { to: '/staff/statements', label: 'Statements' },
  codes: { to: '/staff/codes', label: 'M‑Pesa codes' },
  approvals: { to: '/staff/approvals', label: 'To approve', Count: ApprovalsCount },
  billing: { to: '/staff/billing', label: 'Bill a term' },
  deposits: { to: '/staff/deposits', label: 'Deposits' },
  calls: { to: '/staff/calls', label: 'Who to call' },
  close: { to: '/staff/close', label: 'Close the day' },
  tax: { to: '/staff/tax', label: 'Tax' },
} satisfies Record<string, Page>

interface Page {
  to: string
  label: string
  /** Shows the number of things that wait there. */
  Count?: ComponentType
}

export function BooksNav({ current }: { current: keyof typeof pages }) {
  return (
    <nav className="segmented books-nav" aria-label="Books">
      {Object.entries<Page>(pages).map(([name, { to, label, Count }]) => (
        <Link key={name} to={to} aria-current={name === current ? 'page' : undefined}>
          {label}
          {Count && <Count />}
        </Link>
      ))}
    </nav>
  )
}
