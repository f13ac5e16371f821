import { Link, useLocation } from 'react-router'
import { titled } from '../layout/title.ts'
import { useCompany } from '../layout/use-company.ts'
import { Note } from '../ui/note.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import { AuthHouse } from './auth-house.tsx'
import { LoginForm } from './login-form.tsx'
import { type SentToLogin, sentToLogin } from './to-login.ts'
import { useSendOn } from './use-send-on.ts'

export const meta = titled('Log in')

const notices: Record<SentToLogin['done'], string> = {
  registered: 'You are registered. Log in with your e-mail address.',
  reset: 'Your password is changed. Log in with the new one.',
}

export default function LoginPage() {
  const { slug } = useCompany()
  const location = useLocation()
  // The server knows nothing of what was handed over within the browser.
  const sent = useHydrated() ? sentToLogin(location) : null
  useSendOn()
  return (
    <AuthHouse greeting="Karibu nyumbani." meaning="Welcome home.">
      <div>
        <h1>Welcome back</h1>
        <p className="muted mt-1">Your room, your rent, your receipts.</p>
      </div>
      <div role="status" className="empty:mt-0">
        {sent && <Note kind="done">{notices[sent.done]}</Note>}
      </div>
      <LoginForm username={sent?.email ?? ''} />
      <p>
        <Link to="/auth/forgot">Forgotten your password?</Link>
      </p>
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
    </AuthHouse>
  )
}
