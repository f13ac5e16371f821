import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { forgetPage, returnPage } from '../layout/return-page.ts'
import { useSession } from '../session.ts'

/** Whoever is signed in, now or already, goes on to the page they came from. */
export function useSendOn() {
  const signedIn = useSession().status === 'signed_in'
  const location = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (!signedIn) return
    void navigate(returnPage(location), { replace: true })
    forgetPage()
  }, [signedIn, location, navigate])
}
