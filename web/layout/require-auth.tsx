import { type ReactNode, useEffect, useState } from 'react'
import { type Location, Navigate, useLocation, useNavigate } from 'react-router'
import { useSession } from '../session.ts'
import { NoScripts } from './no-scripts.tsx'

/**
 * The page that redirected a visitor. It is passed in the router's state; the copy in sessionStorage
 * survives visits to other pages before the login page.
 */
const RETURN_PATH_KEY = 'bweni.returnPage'

interface ReturnState {
  from: string
}

export function saveReturnPath(location: Location): ReturnState {
  const from = location.pathname + location.search + location.hash
  sessionStorage.setItem(RETURN_PATH_KEY, from)
  return { from }
}

export const forgetReturnPath = () => sessionStorage.removeItem(RETURN_PATH_KEY)

/** Always a path of this site, whatever the storage contains. */
export function returnPathOf(location: Location): string {
  const state = location.state as Partial<ReturnState> | null
  const path = state?.from ?? sessionStorage.getItem(RETURN_PATH_KEY) ?? '/'
  return /^\/(?![/\\])/.test(path) ? path : '/'
}

interface Props {
  children: ReactNode
  /** The server has rendered the page for its viewer: it is shown while the session is restored. */
  rendered?: boolean
}

/**
 * Shows its page to signed-in users only. Others are sent to `/`, and the path is saved, except for a
 * user who has signed out on this page.
 */
export function RequireAuth({ children, rendered = false }: Props) {
  const { status } = useSession()
  const location = useLocation()
  const navigate = useNavigate()
  const [wasSignedIn, setWasSignedIn] = useState(false)
  if (status === 'signed_in' && !wasSignedIn) setWasSignedIn(true)

  useEffect(() => {
    if (status !== 'signed_out') return
    if (wasSignedIn) forgetReturnPath()
    navigate('/', { replace: true, state: wasSignedIn ? null : saveReturnPath(location) })
  }, [status, wasSignedIn, location, navigate])

  if (status === 'signed_in' || (rendered && status !== 'signed_out')) return children
  return (
    <div className="page page-loading">
      <p className="muted waits-for-scripts" role="status">
        Loading
      </p>
      <NoScripts />
    </div>
  )
}

/** Shows its page to staff only. Others are sent to `/`. */
export function RequireStaff({ children }: { children: ReactNode }) {
  const session = useSession()
  const isStaff = session.status === 'signed_in' && session.user.is_staff
  return <RequireAuth>{isStaff ? children : <Navigate to="/" replace />}</RequireAuth>
}
