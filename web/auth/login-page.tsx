import { useEffect } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { Brand } from '../layout/brand.tsx'
import { forgetPage, returnPage } from '../layout/return-page.ts'
import { titled } from '../layout/title.ts'
import { HouseAtDusk } from '../look/house-at-dusk.tsx'
import { useSession } from '../session.ts'
import { useCompany } from '../site/use-company.ts'
import { Note } from '../ui/note.tsx'
import { LoginForm } from './login-form.tsx'

export const meta = titled('Log in')

export default function LoginPage() {
  const { slug } = useCompany()
  useSendOn()
  return (
    <div className="auth">
      <header className="auth-art">
        <HouseAtDusk view="close" />
        <Brand onDusk />
        <p className="kanga display">
          Karibu nyumbani.
          <span>Welcome home.</span>
        </p>
      </header>
      <main className="auth-main stack">
        <div>
          <h1>Welcome back</h1>
          <p className="muted mt-1">Your room, your rent, your receipts.</p>
        </div>
        <LoginForm />
        <Note kind="key">
          <b>First time here?</b> Your username is your phone number and your password is the ID
          number on your residency form. You can change it in your profile.
        </Note>
        <p>
          No account? <Link to="/auth/register">Register</Link>
        </p>
        <p>
          New in the house? <Link to={`/auth/onboard/${slug}`}>Student onboarding</Link>
        </p>
      </main>
    </div>
  )
}

/** Whoever is signed in, now or already, goes on to the page they came from. */
function useSendOn() {
  const signedIn = useSession().status === 'signed_in'
  const location = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (!signedIn) return
    void navigate(returnPage(location), { replace: true })
    forgetPage()
  }, [signedIn, location, navigate])
}
