import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { Guarded } from '../layout/guarded.tsx'
import { titled } from '../layout/title.ts'
import { useSession } from '../session.ts'
import { ProfileCard } from './profile-card.tsx'

const OwnDocuments = lazy(async () => ({
  default: (await import('../documents/own-documents.tsx')).OwnDocuments,
}))

export const meta = titled('Profile')

export default function ProfilePage() {
  const session = useSession()
  if (session.status !== 'signed_in') return <Guarded>{null}</Guarded>
  const { user } = session
  return (
    <Guarded>
      <ProfileCard user={user} />
      <p className="page row wrap pb-8">
        <Link className="button secondary" to="/wifi">
          My wifi
        </Link>
        <Link className="button secondary" to="/transactions">
          Transaction history
        </Link>
      </p>
      <div className="page pb-8">
        <Suspense fallback={null}>
          <OwnDocuments name={`${user.first_name} ${user.last_name}`.trim()} />
        </Suspense>
      </div>
    </Guarded>
  )
}
