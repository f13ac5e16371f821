import { Guarded } from '../layout/guarded.tsx'
import { titled } from '../layout/title.ts'
import { useSession } from '../session.ts'
import { ProfileCard } from './profile-card.tsx'

export const meta = titled('Profile')

export default function ProfilePage() {
  const session = useSession()
  return <Guarded>{session.status === 'signed_in' && <ProfileCard user={session.user} />}</Guarded>
}
