import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { formatTime } from '#rules/calendar.ts'
import { usePerson, useSession } from '../session.ts'
import { Note } from '../ui/note.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'

/** Since when the browser knows that it has no network; null while it has. */
function useOfflineSince(): Date | null {
  const [since, setSince] = useState<Date | null>(null)
  useEffect(() => {
    const look = () => setSince(navigator.onLine ? null : new Date())
    look()
    addEventListener('online', look)
    addEventListener('offline', look)
    return () => {
      removeEventListener('online', look)
      removeEventListener('offline', look)
    }
  }, [])
  return since
}

/** What everybody has to know on every page: no network, a password that is still the default. */
export function Notices() {
  const session = useSession()
  const { state, pathname } = useLocation()
  const offlineSince = useOfflineSince()
  const unreachable = session.status === 'unreachable'
  // On a phone a conversation needs the room.
  const talking = pathname.startsWith('/chats/')
  const defaultPassword = (usePerson()?.must_change_password ?? false) && !talking
  // Where somebody came from is known to the browser only: shown once the page has taken over.
  const sentAway = useHydrated() && session.status === 'signed_out' && Boolean(state?.from)
  if (!unreachable && !offlineSince && !defaultPassword && !sentAway) return null
  return (
    <div className={sentAway ? 'page stack-small py-4' : 'page stack-small pt-4'}>
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
          That page is for people of the house. <Link to="/auth/login">Log in</Link> and it opens.
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
