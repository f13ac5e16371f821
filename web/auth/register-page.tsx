import { Link } from 'react-router'
import { titled } from '../layout/title.ts'
import { useCompany } from '../layout/use-company.ts'
import { AuthHouse } from './auth-house.tsx'
import { RegisterForm } from './register-form.tsx'
import { useSendOn } from './use-send-on.ts'

export const meta = titled('Register')

export default function RegisterPage() {
  const { name, slug } = useCompany()
  useSendOn()
  return (
    <AuthHouse greeting="Karibu sana." meaning="You are most welcome.">
      <div>
        <h1>Register</h1>
        <p className="muted mt-1">
          An account at {name}, without a room. Looking for a room?{' '}
          <Link to={`/auth/onboard/${slug}`}>Student onboarding</Link>
        </p>
      </div>
      <RegisterForm />
      <p>
        Have an account? <Link to="/auth/login">Log in</Link>
      </p>
    </AuthHouse>
  )
}
