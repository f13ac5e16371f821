import { useState } from 'react'
import { useNavigate } from 'react-router'
import { placeholderSuffix, type User } from '#contract/auth.ts'
import { localPhone } from '#rules/phone.ts'
import { Guarded } from '../layout/guarded.tsx'
import { titled } from '../layout/title.ts'
import { signOut, useSession } from '../session.ts'
import { useCompany } from '../site/use-company.ts'
import { BusyPanes } from '../ui/busy-panes.tsx'
import { Note } from '../ui/note.tsx'

export const meta = titled('Profile')

export default function ProfilePage() {
  const session = useSession()
  return <Guarded>{session.status === 'signed_in' && <ProfileCard user={session.user} />}</Guarded>
}

function ProfileCard({ user }: { user: User }) {
  const { hours } = useCompany()
  const name = `${user.first_name} ${user.last_name}`
  return (
    <div className="page py-8">
      <div className="plate pad profile stack">
        <div className="row gap-4">
          <Portrait user={user} />
          <h1 className="min-w-0 text-h2">{name}</h1>
        </div>
        <dl>
          <dt>Username</dt>
          <dd className="num">{localPhone(user.username)}</dd>
          <dt>Email</dt>
          <dd>{user.email.endsWith(placeholderSuffix) ? 'None yet' : user.email}</dd>
          <dt>First name</dt>
          <dd>{user.first_name}</dd>
          <dt>Last name</dt>
          <dd>{user.last_name}</dd>
        </dl>
        {user.must_change_password && (
          <Note kind="key">
            Changing it on this page opens soon. Until then ask at the office, and we change it with
            you. {hours}.
          </Note>
        )}
        <LogoutButton />
      </div>
    </div>
  )
}

const Portrait = ({ user }: { user: User }) =>
  user.profile_image ? (
    <img className="avatar" src={user.profile_image} alt="" width="72" height="72" />
  ) : (
    <span className="avatar" aria-hidden="true">
      {user.first_name[0]}
      {user.last_name[0]}
    </span>
  )

function LogoutButton() {
  const [busy, setBusy] = useState(false)
  const navigate = useNavigate()
  return (
    <button
      type="button"
      className="btn sec block"
      aria-busy={busy}
      onClick={async () => {
        if (busy) return
        setBusy(true)
        await signOut()
        await navigate('/', { replace: true })
      }}
    >
      Logout
      {busy && <BusyPanes />}
    </button>
  )
}
