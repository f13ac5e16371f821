import { RequireAuth } from '../../layout/require-auth.tsx'
import { pageTitle } from '../../layout/title.ts'
import { useSession } from '../../session.ts'
import { AdvertiseForm } from './advertise-form.tsx'
import { OwnPosts } from './own-posts.tsx'
import '../../look/advertise.css'

export const meta = pageTitle('Advertise with Us')

export default function AdvertisePage() {
  const session = useSession()
  return (
    <RequireAuth>
      <div className="page ad-page">
        <div className="ad-head">
          <h1>Advertise with Us</h1>
          <p className="muted mt-1">Something to offer, to ask or to share? Tell the house.</p>
        </div>
        {session.status === 'signed_in' && (
          <AdvertiseForm key={session.user.id} user={session.user} />
        )}
        <OwnPosts />
      </div>
    </RequireAuth>
  )
}
