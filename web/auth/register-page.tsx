import { Link, useNavigate } from 'react-router'
import { ALL_REQUIRED, register, registration } from '#contract/account.ts'
import { call } from '../api.ts'
import { useCompany } from '../layout/root-data.ts'
import { pageTitle } from '../layout/title.ts'
import { SubmitButton } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { checkFields, FieldLinks } from '../ui/field-links.tsx'
import { useFormAction, useSchemaForm } from '../ui/form.ts'
import { FormError } from '../ui/form-error.tsx'
import { Note } from '../ui/note.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { toLogin, useLeaveWhenSignedIn } from './login-redirect.ts'

export const meta = pageTitle('Register')

export default function RegisterPage() {
  const { slug } = useCompany()
  useLeaveWhenSignedIn()
  return (
    <AuthLayout
      greeting="Karibu sana."
      translation="You are most welcome."
      title="Register"
      intro={<>For people who don’t live here: read the feed, chat and buy wifi.</>}
    >
      <RegisterForm />
      <ul className="auth-others">
        <li>
          Moving in? <Link to={`/auth/onboard/${slug}`}>Student onboarding</Link>
        </li>
        <li>
          Have an account? <Link to="/auth/login">Log in</Link>
        </li>
      </ul>
    </AuthLayout>
  )
}

const labels = {
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  password: 'Password',
  password2: 'Confirm password',
}
const fields = ['first_name', 'last_name', 'email', 'password', 'password2'] as const

function RegisterForm() {
  const { slug } = useCompany()
  const navigate = useNavigate()
  const form = useSchemaForm(registration)
  const { errors } = form.formState
  const { submit, busy } = useFormAction(
    form,
    async (typed) => {
      await call(register, { body: { ...typed, company: slug } })
      await navigate('/auth/login', toLogin('registered', typed.email))
    },
    { fields, fallback: 'An error occurred during registration. Please try again.' },
  )
  const invalid = fields.filter((name) => errors[name])
  const isAnyMissing = fields.some((name) => errors[name]?.message === ALL_REQUIRED)
  const field = (name: (typeof fields)[number], missing: string) => {
    const message = errors[name]?.message
    return {
      id: name,
      label: labels[name],
      error: message === ALL_REQUIRED ? missing : message,
      ...form.register(name),
    }
  }
  return (
    <form className="stack" method="post" noValidate onSubmit={submit}>
      {(isAnyMissing || invalid.length > 1) && (
        <Note kind="error">
          {isAnyMissing && <b>{ALL_REQUIRED}</b>}
          {invalid.length > 1 && (
            <span className="error-fields">
              {checkFields(invalid.length)} <FieldLinks names={invalid} labels={labels} />
            </span>
          )}
        </Note>
      )}
      <div className="field-pair">
        <TextField
          autoComplete="given-name"
          {...field('first_name', 'Please enter your first name.')}
        />
        <TextField
          autoComplete="family-name"
          {...field('last_name', 'Please enter your last name.')}
        />
      </div>
      <TextField
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        hint="You’ll log in with this."
        {...field('email', 'Please enter your email address.')}
      />
      <PasswordField
        autoComplete="new-password"
        hint="At least 8 characters, and not your name, phone or email."
        {...field('password', 'Please choose a password.')}
      />
      <PasswordField
        autoComplete="new-password"
        {...field('password2', 'Please type the password again.')}
      />
      {errors.root?.refused && (
        <FormError id="register-error">{errors.root.refused.message}</FormError>
      )}
      <SubmitButton variant="block" busy={busy} busyLabel="Registering...">
        Register
      </SubmitButton>
    </form>
  )
}
