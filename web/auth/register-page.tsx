import { Link, useNavigate } from 'react-router'
import { ALL_REQUIRED, register, registration } from '#contract/account.ts'
import { call } from '../api.ts'
import { useCompany } from '../layout/root-data.ts'
import { pageTitle } from '../layout/title.ts'
import { SubmitButton } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
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
  const isAnyMissing = fields.some((name) => errors[name]?.message === ALL_REQUIRED)
  const field = (name: (typeof fields)[number], missing: string) => {
    const message = errors[name]?.message
    return { id: name, error: message === ALL_REQUIRED ? missing : message, ...form.register(name) }
  }
  return (
    <form className="stack" method="post" noValidate onSubmit={submit}>
      {isAnyMissing && <Note kind="error">{ALL_REQUIRED}</Note>}
      <div className="field-pair">
        <TextField
          label="First name"
          autoComplete="given-name"
          {...field('first_name', 'Please enter your first name.')}
        />
        <TextField
          label="Last name"
          autoComplete="family-name"
          {...field('last_name', 'Please enter your last name.')}
        />
      </div>
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        hint="You’ll log in with this."
        {...field('email', 'Please enter your email address.')}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint="At least 8 characters, and not your name, phone or email."
        {...field('password', 'Please choose a password.')}
      />
      <PasswordField
        label="Confirm password"
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
