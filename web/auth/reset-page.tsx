import { Link, useLocation } from 'react-router'
import { titled } from '../layout/title.ts'
import { Note } from '../ui/note.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import { AuthHouse } from './auth-house.tsx'
import { ResetForm } from './reset-form.tsx'

export const meta = titled('New password')

/** The token stands behind the # of the link, where no server and no log ever sees it. */
export default function ResetPage() {
  const { hash } = useLocation()
  const token = hash.slice(1)
  const notWhole = useHydrated() && token === ''
  return (
    <AuthHouse greeting="Mwanzo mpya." meaning="A fresh start.">
      <div>
        <h1>Choose a new password</h1>
        <p className="muted mt-1">You are then logged out everywhere, and log in with it.</p>
      </div>
      {notWhole ? (
        <Note kind="error">
          The link is not whole. Open it from the e-mail again, or{' '}
          <Link to="/auth/forgot">ask for a new one</Link>.
        </Note>
      ) : (
        <ResetForm token={token} />
      )}
    </AuthHouse>
  )
}
