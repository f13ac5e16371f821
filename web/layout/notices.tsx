import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { formatTime } from '#rules/calendar.ts'
import { usePageUser, useSession } from '../session.ts'
import { Note } from '../ui/note.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'

/** The time since when the browser has been offline; null while it is online. */
function useOfflineSince(): Date | null {
  const [since, setSince] = useState<Date | null>(null)
  useEffect(() => {
    const update = () => setSince(navigator.onLine ? null : new Date())
    update()
    addEventListener('online', update)
    addEventListener('offline', update)
    return () => {
      removeEventListener('online', update)
      removeEventListener('offline', update)
    }
  }, [])
  return since
}

/** Notices above every page: no network, the default password, a page that needs a login. */
export function Notices() {
  const session = useSession()
  const { state, pathname } = useLocation()
  const offlineSince = useOfflineSince()
  const unreachable = session.status === 'unreachable'
  // On a phone an open conversation needs the space.
  const inConversation = pathname.startsWith('/chats/')
  const defaultPassword = (usePageUser()?.must_change_password ?? false) && !inConversation
  // Only after hydration, because the server does not know the router's state.
  const sentAway = useHydrated() && session.status === 'signed_out' && Boolean(state?.from)
  if (!unreachable && !offlineSince && !defaultPassword && !sentAway) return null
  return (
    <div className={sentAway ? 'page stack-small notices sent-away' : 'page stack-small notices'}>
      {unreachable && (
        <Note kind="no_network">
          <b>No network.</b> We cannot reach the residence to sign you in. We keep trying; there is
          nothing you need to do.
        </Note>
      )}
      {!unreachable && offlineSince && (
        <Note kind="no_network">
          <b>No network.</b> Showing what was here at {formatTime(offlineSince)}. What you type
          stays.
        </Note>
      )}
      {sentAway && (
        <Note kind="key">
          Please <Link to="/auth/login">log in</Link> to see that page.
        </Note>
      )}
      {defaultPassword && (
        <Note kind="key_warning">
          Your password is still your ID number.{' '}
          <Link to="/auth/user">Change it in your profile</Link>
        </Note>
      )}
    </div>
  )
}
