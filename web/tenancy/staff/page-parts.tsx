import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { DarkWindowRow } from '../../art/dark-windows.tsx'
import { tenantsPath } from './paths.ts'

export const BackToTenants = ({ former = false }: { former?: boolean }) => (
  <Link className="button quiet compact back-to-tenants" to={tenantsPath(former ? 'left' : 'here')}>
    <ArrowLeft className="icon" aria-hidden="true" />
    Tenants
  </Link>
)

/** Shown instead of an empty list. */
export const EmptyList = ({ title, text }: { title: string; text: string }) => (
  <section className="plate empty-list space-above" aria-labelledby="empty-list">
    <DarkWindowRow />
    <div className="padded stack-small">
      <h2 id="empty-list">{title}</h2>
      <p className="muted">{text}</p>
    </div>
  </section>
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
