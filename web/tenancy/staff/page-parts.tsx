import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { ksh } from '#rules/money.ts'
import { MessagePlate } from '../../ui/message-plate.tsx'
import { roomsPath, type TenantsTab, tenantsPath } from './paths.ts'

export const BackToList = ({ list }: { list: TenantsTab | 'rooms' }) => (
  <Link
    className="button quiet compact back-to-tenants"
    to={list === 'rooms' ? roomsPath : tenantsPath(list)}
  >
    <ArrowLeft className="icon" aria-hidden="true" />
    {list === 'rooms' ? 'Rooms' : 'Tenants'}
  </Link>
)

/** Links to the lists of tenants and of rooms. */
export function TenancyNav({ current }: { current: TenantsTab | 'rooms' }) {
  const mark = (tab: typeof current) => (tab === current ? 'page' : undefined)
  return (
    <nav className="segmented" aria-label="Tenants and rooms">
      <Link to={tenantsPath('here')} aria-current={mark('here')}>
        Living here
      </Link>
      <Link to={tenantsPath('left')} aria-current={mark('left')}>
        Left
      </Link>
      <Link to={roomsPath} aria-current={mark('rooms')}>
        Rooms
      </Link>
    </nav>
  )
}

/** Shown instead of an empty list or, at level 1, of a page that does not exist. */
export const EmptyList = ({
  title,
  text,
  level = 2,
  link,
}: {
  title: string
  text: string
  level?: 1 | 2
  /** A link to a page on which the user can go on. */
  link?: { to: string; label: string }
}) => (
  <MessagePlate className={level === 1 ? '' : 'space-above'} level={level} title={title}>
    <p className="muted">{text}</p>
    {link && (
      <p>
        <Link className="button" to={link.to}>
          {link.label}
        </Link>
      </p>
    )}
  </MessagePlate>
)

/** Shown while rows are being fetched. */
export const RowsSkeleton = () => (
  <div className="plate tenant-rows-skeleton delayed" role="status">
    <span className="visually-hidden">Loading...</span>
    {[1, 2, 3, 4].map((row) => (
      <div key={row} className="desk-row tenant-row-skeleton" aria-hidden="true">
        <span className="skeleton" />
        <span className="skeleton" />
        <span className="skeleton" />
      </div>
    ))}
  </div>
)

/** A negative balance is a credit. */
export const TenantBalance = ({ balance }: { balance: number }) => (
  <p className="tenant-balance">
    {ksh(Math.abs(balance))}
    {balance < 0 && <span> credit</span>}
    {balance > 0 && <span> to pay</span>}
  </p>
)
