import { Link } from 'react-router'
import { forgotPassword } from '#contract/account.ts'
import { formatPhone } from '#rules/phone.ts'
import { call } from '../api.ts'
import { useCompany } from '../layout/root-data.ts'
import { pageTitle } from '../layout/title.ts'
import { SubmitButton } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { useFormAction, useSchemaForm } from '../ui/form.ts'
import { FormError } from '../ui/form-error.tsx'
import { Note } from '../ui/note.tsx'
import { telephoneLink } from '../ui/telephone-link.ts'
import { AuthLayout } from './auth-layout.tsx'

export const meta = pageTitle('Forgotten password')

export default function ForgotPage() {
  const { phone, hours } = useCompany()
  return (
    <AuthLayout
      greeting="Hakuna shida."
      translation="No trouble at all."
      title="Forgotten your password?"
      intro="We’ll email you a link to choose a new one."
    >
      <ForgotForm />
      <Note kind="key">
        <b>No email on your account?</b> The office can reset your password to your ID number:{' '}
        <a className="nowrap" href={telephoneLink(phone)}>
          {formatPhone(phone)}
        </a>
        . {hours}.
      </Note>
      <ul className="auth-others">
        <li>
          Remembered it? <Link to="/auth/login">Log in</Link>
        </li>
      </ul>
    </AuthLayout>
  )
}

/** The reply is the same whether the account exists or not. */
function ForgotForm() {
  const form = useSchemaForm(forgotPassword.body)
  const { errors } = form.formState
  const { submit, busy, result } = useFormAction(
    form,
    (typed) => call(forgotPassword, { body: typed }),
    { fields: ['email'] },
  )
  return (
    <form className="stack" method="post" noValidate onSubmit={submit}>
      <div role="status">{result && <Note kind="done">{result.message}</Note>}</div>
      {!result && (
        <TextField
          id="email"
          label="Username or email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.email?.message}
          {...form.register('email')}
        />
      )}
      {errors.root?.refused && (
        <FormError id="forgot-error">{errors.root.refused.message}</FormError>
      )}
      <SubmitButton
        variant={result ? 'secondary block' : 'block'}
        busy={busy}
        busyLabel="sending..."
      >
        {result ? 'Send it again' : 'Send me a link'}
      </SubmitButton>
    </form>
  )
}
