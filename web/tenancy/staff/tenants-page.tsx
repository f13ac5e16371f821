import { useParams } from 'react-router'
import { StaffOnly } from '../../layout/staff-only.tsx'
import { titled } from '../../layout/title.ts'
import { TenantView } from './tenant-view.tsx'
import { Tenants } from './tenants.tsx'
import '../../desk/desk.css'
import '../../look/moving.css'
import '../../look/tenants.css'

export const meta = titled('Tenants')

/** Everybody, or one of them. */
export default function TenantsPage() {
  const { id } = useParams()
  return <StaffOnly>{id === undefined ? <Tenants /> : <TenantView key={id} id={id} />}</StaffOnly>
}
