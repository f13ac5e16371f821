import { Link } from 'react-router'
import { formatPhone } from '#rules/phone.ts'
import { titled } from '../layout/title.ts'
import { useCompany } from '../layout/use-company.ts'
import { Note } from '../ui/note.tsx'
import { telephoneLink } from '../ui/telephone-link.ts'
import { AuthHouse } from './auth-house.tsx'
import { ForgotForm } from './forgot-form.tsx'

export const meta = titled('Forgotten password')

export default function ForgotPage() {
  const { phone, hours } = useCompany()
  return (
    <AuthHouse greeting="Hakuna shida." meaning="No trouble at all.">
      <div>
        <h1>Forgotten your password?</h1>
        <p className="muted mt-1">We send a link to your e-mail, and you choose a new one.</p>
      </div>
      <ForgotForm />
      <Note kind="key">
        <b>No e-mail address with us?</b> The office can set your password back to your ID number:{' '}
        <a className="nowrap" href={telephoneLink(phone)}>
          {formatPhone(phone)}
        </a>
        . {hours}.
      </Note>
      <p>
        Remembered it? <Link to="/auth/login">Log in</Link>
      </p>
    </AuthHouse>
  )
}
