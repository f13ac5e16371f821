import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronRight, ChevronUp } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { User } from '#contract/auth.ts'
import { listDocuments } from '#contract/documents.ts'
import { query } from '../api.ts'
import { Documents } from '../documents/documents.tsx'
import { LoadError } from '../ui/load-error.tsx'

/** The evening above the rows: a heading, a line, and the residence. */
export const ProfileBanner = ({
  id,
  title,
  line,
  picture,
}: {
  /** The id of the heading. */
  id: string
  title: string
  line: ReactNode
  picture: ReactNode
}) => (
  <div className="profile-banner">
    <div>
      <h2 id={id}>{title}</h2>
      <p>{line}</p>
    </div>
    {picture}
  </div>
)

/** A row that leads to a page, with what is known of it at the right. */
export const LinkRow = ({
  to,
  label,
  value,
  className = '',
}: {
  to: string
  label: string
  value?: ReactNode
  className?: string
}) => (
  <Link className={`profile-row ${className}`} to={to} prefetch="intent">
    <b>{label}</b>
    <span className="profile-value muted tabular">{value}</span>
    <ChevronRight className="icon" aria-hidden="true" />
  </Link>
)

/** The user's documents, behind one row; nothing for a user without any. */
export function OwnDocuments({ user }: { user: User }) {
  const { data, error, refetch } = useQuery(query(listDocuments, {}))
  const [shown, setShown] = useState(false)
  if (error && !data) {
    return <LoadError message="Your documents couldn’t be loaded." onRetry={() => refetch()} />
  }
  if (!data || data.length === 0) return null
  const Chevron = shown ? ChevronUp : ChevronDown
  return (
    <div className="plate profile-plate own-documents">
      <button
        type="button"
        className="profile-row"
        aria-expanded={shown}
        onClick={() => setShown(!shown)}
      >
        <b>Your documents</b>
        <span className="profile-value muted tabular">{data.length}</span>
        <Chevron className="icon" aria-hidden="true" />
      </button>
      {shown && <Documents documents={data} name={`${user.first_name} ${user.last_name}`.trim()} />}
    </div>
  )
}
