import { useEffect } from 'react'
import { type NavigateOptions, useLocation, useNavigate } from 'react-router'
import { forgetReturnPath, returnPathOf } from '../layout/require-auth.tsx'
import { useSession } from '../session.ts'
import { useHydrated } from '../ui/use-hydrated.ts'

/** Why a page redirects to the login page, and the username to fill in there. */
export interface LoginRedirect {
  reason: 'registered' | 'reset' | 'first_password'
  email: string
}

export const toLogin = (reason: LoginRedirect['reason'], email = ''): NavigateOptions => ({
  replace: true,
  state: { reason, email } satisfies LoginRedirect,
})

/**
 * Null when the user opened the login page directly, and on the server, which does not know the router's state.
 */
export function useLoginRedirect(): LoginRedirect | null {
  const { state } = useLocation()
  const hydrated = useHydrated()
  const redirect = state as Partial<LoginRedirect> | null
  if (!hydrated || !redirect?.reason) return null
  return { reason: redirect.reason, email: redirect.email ?? '' }
}

/** Redirects a signed-in user to the page from which they came to sign in. */
export function useLeaveWhenSignedIn() {
  const signedIn = useSession().status === 'signed_in'
  const location = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (!signedIn) return
    void navigate(returnPathOf(location), { replace: true })
    forgetReturnPath()
  }, [signedIn, location, navigate])
}
