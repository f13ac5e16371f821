import { Link, useSearchParams } from 'react-router'
import { FormerList } from './former-list.tsx'
import { type Shown, tenantsPath } from './paths.ts'
import { TenantList } from './tenant-list.tsx'

/** Who lives here, and who has left. */
export function Tenants() {
  const shown: Shown = useSearchParams()[0].get('show') === 'left' ? 'left' : 'here'
  const current = (list: Shown) => (list === shown ? 'page' : undefined)
  return (
    <div className="page desk-page">
      <div className="desk-head">
        <div>
          <h1>Tenants</h1>
          <p className="muted mt-1">
            {shown === 'here'
              ? 'Everybody who has a room here, or will have one.'
              : 'Who has left, the latest first, and what is still owed.'}
          </p>
        </div>
        <nav className="segmented" aria-label="Which tenants">
          <Link to={tenantsPath('here')} aria-current={current('here')}>
            Living here
          </Link>
          <Link to={tenantsPath('left')} aria-current={current('left')}>
            Left
          </Link>
        </nav>
      </div>
      {shown === 'here' ? <TenantList /> : <FormerList />}
    </div>
  )
}
