import { RequireStaff } from '../layout/require-auth.tsx'
import { pageTitle } from '../layout/title.ts'
import { useSession } from '../session.ts'
import { StaffStart } from './start.tsx'

export const meta = pageTitle('Overview')

/** The start of staff under its other address. */
export default function OverviewPage() {
  const session = useSession()
  return (
    <RequireStaff title="The overview">
      <StaffStart user={session.status === 'signed_in' ? session.user : null} />
    </RequireStaff>
  )
}
