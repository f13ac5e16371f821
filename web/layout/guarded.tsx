import { type ReactNode, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useSession } from '../session.ts'
import { forgetPage, rememberPage } from './return-page.ts'

interface Props {
  children: ReactNode
  /** The server has drawn the page for its reader: it stands while the session is looked for. */
  drawn?: boolean
}

/**
 * Shows its page to signed-in people only; others go to `/`, and the page they came for is
 * remembered. Somebody who signs out here has not been sent away, so nothing is remembered.
 */
export function Guarded({ children, drawn = false }: Props) {
  const { status } = useSession()
  const location = useLocation()
  const navigate = useNavigate()
  const [wasSignedIn, setWasSignedIn] = useState(false)
  if (status === 'signed_in' && !wasSignedIn) setWasSignedIn(true)

  useEffect(() => {
    if (status !== 'signed_out') return
    if (wasSignedIn) forgetPage()
    navigate('/', { replace: true, state: wasSignedIn ? null : rememberPage(location) })
  }, [status, wasSignedIn, location, navigate])

  if (status === 'signed_in' || (drawn && status !== 'signed_out')) return children
  return (
    // As tall as a page: the footer must not jump when it comes.
    <p className="page py-12 muted min-h-screen" role="status">
      Loading
    </p>
  )
}
