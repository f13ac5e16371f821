import { Suspense } from 'react'
import { RequireStaff } from '../layout/require-auth.tsx'
import { pageTitle } from '../layout/title.ts'
import { useSession } from '../session.ts'
import { StaffSkeleton } from '../tenancy/home-skeleton.tsx'
import { lazyPart } from '../ui/lazy.tsx'

export const meta = pageTitle('Overview')

/** Loaded on demand, because home loads it on demand, too. */
const StaffStart = lazyPart(
  async () => (await import('./start.tsx')).StaffStart,
  (line) => <div className="page page-section">{line}</div>,
)

/** The start of staff under its other address. */
export default function OverviewPage() {
  const session = useSession()
  return (
    <RequireStaff title="The overview">
      <Suspense
        fallback={
          <div className="page page-section">
            <StaffSkeleton />
          </div>
        }
      >
        <StaffStart user={session.status === 'signed_in' ? session.user : null} />
      </Suspense>
    </RequireStaff>
  )
}
