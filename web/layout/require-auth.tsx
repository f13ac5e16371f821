import { useQueryClient } from '@tanstack/react-query'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { type Location, Navigate, useLocation, useNavigate } from 'react-router'
import { RETURN_PATH_KEY } from '../early-refresh.ts'
import { restore, usePageUser, useSession } from '../session.ts'
import { ofTab } from '../storage.ts'
import { LoadError } from '../ui/load-error.tsx'
import { FetchFailed, LOADS_WHEN_ONLINE } from '../ui/message-plate.tsx'
import { NoScripts } from './no-scripts.tsx'

interface ReturnState {
  from: string
  /** Whether the user was logged out there, but not by themselves on this device. */
  ended?: boolean
}

export function saveReturnPath(location: Location): ReturnState {
  const from = location.pathname + location.search + location.hash
  ofTab.set(RETURN_PATH_KEY, from)
  return { from }
}

export const forgetReturnPath = () => ofTab.remove(RETURN_PATH_KEY)

/** The path to return to; always one of this site, whatever the storage contains. */
export function returnPathOf(location: Location): string {
  const state = location.state as Partial<ReturnState> | null
  const path = state?.from ?? ofTab.get(RETURN_PATH_KEY) ?? '/'
  return /^\/(?![/\\])/.test(path) ? path : '/'
}

interface Props {
  /** The page's content, as the start of a heading for when the session can't be loaded: `Your chats`. */
  title: string
  /** Whether the server rendered the page with its data, which stay when the session can't be loaded. */
  rendered?: boolean
  children: ReactNode
}

/**
 * Shows its page to signed-in users only. Others are sent to `/`, and the path is saved, except for a
 * user who has signed out on this page themselves. While the session is being restored, the page is shown already, on the
 * server too: its calls wait for the session, and parts that need the user show a skeleton.
 */
export function RequireAuth({ title, rendered = false, children }: Props) {
  const session = useSession()
  const { status } = session
  const ended = session.status === 'signed_out' && session.ended
  const client = useQueryClient()
  const [cache, setCache] = useState({ client, key: 0 })
  if (cache.client !== client) setCache({ client, key: cache.key + 1 })
  const location = useLocation()
  const navigate = useNavigate()
  const [wasSignedIn, setWasSignedIn] = useState(false)
  if (status === 'signed_in' && !wasSignedIn) setWasSignedIn(true)

  useEffect(() => {
    if (status !== 'signed_out') return
    const isOver = wasSignedIn && !ended
    if (isOver) forgetReturnPath()
    const state = isOver ? null : { ...saveReturnPath(location), ended }
    navigate('/', { replace: true, state })
  }, [status, ended, wasSignedIn, location, navigate])

  const failed = status === 'unreachable'
  return (
    <>
      {status !== 'signed_in' && (
        <div className={failed ? 'page page-section' : 'page'}>
          {failed &&
            (rendered ? (
              <SessionFailedNote />
            ) : (
              <SessionFailed level={1} title={`${title} couldn’t be loaded`} />
            ))}
          {status === 'restoring' && !rendered && (
            <p className="visually-hidden waits-for-scripts" role="status">
              Loading
            </p>
          )}
          <NoScripts />
        </div>
      )}
      {(failed ? rendered : status !== 'signed_out') && (
        // Remounted for another user, because mounted queries would keep the previous user's cache.
        <Fragment key={cache.key}>{children}</Fragment>
      )}
    </>
  )
}

function useSessionFailure(): string {
  const session = useSession()
  return session.status === 'unreachable' && session.noNetwork
    ? LOADS_WHEN_ONLINE
    : 'The residence’s server isn’t answering. We’ll keep trying, or you can try now.'
}

/** Shown in place of content that needs the session, while that can't be loaded. */
export const SessionFailed = (plate: { title: string; level: 1 | 2 }) => (
  <FetchFailed {...plate} message={useSessionFailure()} onRetry={restore} />
)

/** A note that the session can't be loaded, above a page that needs it only for the user's actions. */
export const SessionFailedNote = () => <LoadError message={useSessionFailure()} onRetry={restore} />

/** Shows its page to staff only. Others are sent to `/`. */
export function RequireStaff({ children, ...rest }: Props) {
  const isStaff = usePageUser()?.is_staff
  return (
    <RequireAuth {...rest}>
      {isStaff === false ? <Navigate to="/" replace /> : children}
    </RequireAuth>
  )
}
