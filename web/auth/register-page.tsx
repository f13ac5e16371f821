import { Link } from 'react-router'
import { titled } from '../layout/title.ts'
import { SoonPage } from '../site/soon-page.tsx'

export const meta = titled('Register')

export default function RegisterPage() {
  return (
    <SoonPage title="Register">
      <p>
        Registering here opens soon. If you live with us you have an account already:{' '}
        <Link to="/auth/login">log in</Link> with your phone number. Everyone else, call us or write
        to us.
      </p>
    </SoonPage>
  )
}
