import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { tenantsPath } from './paths.ts'

export const BackToTenants = ({ left = false }: { left?: boolean }) => (
  <Link className="btn quiet sm back" to={tenantsPath(left ? 'left' : 'here')}>
    <ArrowLeft className="ic" aria-hidden="true" />
    Tenants
  </Link>
)
