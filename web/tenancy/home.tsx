import type { User } from '#contract/auth.ts'
import { StaffHome } from './staff-home.tsx'
import { TenantHome } from './tenant-home.tsx'

/** What `/` shows to whoever is signed in. */
export const Home = ({ user }: { user: User }) =>
  user.is_staff ? <StaffHome user={user} /> : <TenantHome user={user} />
