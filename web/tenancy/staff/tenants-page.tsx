import { useParams } from 'react-router'
import { RequireStaff } from '../../layout/require-auth.tsx'
import { pageTitle } from '../../layout/title.ts'
import { TenantView } from './tenant-view.tsx'
import { Tenants } from './tenants.tsx'
import '../../look/staff.css'
import '../../look/moving.css'
import '../../look/tenants.css'

export const meta = pageTitle('Tenants')

/** Everybody, or one of them. */
export default function TenantsPage() {
  const { id } = useParams()
  return (
    <RequireStaff>{id === undefined ? <Tenants /> : <TenantView key={id} id={id} />}</RequireStaff>
  )
}
