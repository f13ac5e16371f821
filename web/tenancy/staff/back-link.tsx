import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { tenantsPath } from './paths.ts'

export const BackToTenants = ({ left = false }: { left?: boolean }) => (
  <Link className="button quiet compact back" to={tenantsPath(left ? 'left' : 'here')}>
    <ArrowLeft className="icon" aria-hidden="true" />
    Tenants
  </Link>
)
