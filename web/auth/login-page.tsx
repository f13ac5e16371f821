import { useEffect, useState } from 'react'
import { Link, PrefetchPageLinks, useRouteLoaderData } from 'react-router'
import { asEmail, credentials, INVALID_CREDENTIALS } from '#contract/auth.ts'
import { ApiError } from '../api.ts'
import { useCompany } from '../layout/root-data.ts'
import { pageTitle } from '../layout/title.ts'
import type { RootData } from '../root.tsx'
import { signIn } from '../session.ts'
import { SubmitButton } from '../ui/button.tsx'
import { Field, TextField } from '../ui/field.tsx'
import { useFormAction, useSchemaForm } from '../ui/form.ts'
import { Note } from '../ui/note.tsx'
import { PasswordInput } from '../ui/password-field.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import { AuthLayout } from './auth-layout.tsx'
import { type LoginRedirect, useLeaveWhenSignedIn, useLoginRedirect } from './login-redirect.ts'

export const meta = pageTitle('Log in')

const messages: Record<LoginRedirect['reason'], string> = {
  registered: 'You are registered. Log in with your email address.',
  reset: 'Your password has been changed. Log in with the new one.',
  first_password: 'Your password is saved. Log in with it and your email address.',
}

export default function LoginPage() {
  const { slug } = useCompany()
  const redirect = useLoginRedirect()
  useLeaveWhenSignedIn()
  return (
    <AuthLayout
      greeting="Karibu nyumbani."
      translation="Welcome home."
      title="Welcome back"
      intro="Your room, your rent, your receipts."
    >
      <div role="status">{redirect && <Note kind="done">{messages[redirect.reason]}</Note>}</div>
      <LoginForm username={redirect?.email ?? ''} />
      <p>
        <Link className="more-link" to="/auth/forgot">
          Forgotten your password?
        </Link>
      </p>
      <Note kind="key">
        <b>First login after moving in?</b> Your username is your phone number and your password is
        the ID number on your residency form. You can change it in your profile.
      </Note>
      <ul className="auth-others">
        <li>
          Moving in? <Link to={`/auth/onboard/${slug}`}>Student onboarding</Link>
        </li>
        <li>
          Don’t live here? <Link to="/auth/register">Register</Link>
        </li>
      </ul>
    </AuthLayout>
  )
}

function refusalOf(error: unknown): string {
  if (!(error instanceof ApiError)) return INVALID_CREDENTIALS
  return error.status === 0 || error.body ? error.message : INVALID_CREDENTIALS
}

/** Why a form posted before the scripts ran was refused; null on every page opened later. */
function useRefusedLogin() {
  const hydrated = useHydrated()
  const root = useRouteLoaderData<RootData>('root')
  const [refused] = useState(hydrated ? null : (root?.refusedLogin ?? null))
  return refused
}

/** The login form. Without scripts it is posted to this page, which then redirects home. */
function LoginForm({ username }: { username: string }) {
  const form = useSchemaForm(credentials)
  const { errors, isSubmitted } = form.formState
  const posted = useRefusedLogin()
  const { getValues, setValue } = form
  useEffect(() => {
    if (username && !getValues('email')) setValue('email', username)
  }, [username, getValues, setValue])

  const { submit, busy } = useFormAction(
    form,
    ({ email, password }) => signIn({ email: asEmail(email), password }),
    {
      fields: [],
      onError: (error) => form.setError('root.refused', { message: refusalOf(error) }),
    },
  )
  const missing = errors.email?.message ?? errors.password?.message
  const refused = errors.root?.refused?.message ?? (isSubmitted ? undefined : posted?.message)
  const error = missing ?? refused
  return (
    <form className="stack" method="post" noValidate onSubmit={submit}>
      <TextField
        id="email"
        label="Username or email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={posted?.username}
        error={errors.email && ''}
        describedBy={error && 'password-message'}
        {...form.register('email')}
      />
      <Field id="password" label="Password" error={error} announce>
        {(control) => (
          <PasswordInput
            autoComplete="current-password"
            // The page has just come with the message, which a screen reader reads with the field.
            autoFocus={posted !== null}
            {...control}
            // The message under this field is for both fields.
            aria-invalid={errors.password !== undefined || (!missing && refused !== undefined)}
            {...form.register('password')}
          />
        )}
      </Field>
      <SubmitButton postsItself variant="block" busy={busy} busyLabel="checking...">
        Log in
      </SubmitButton>
      {/* The page that follows is fetched while the password is checked, not before: it may cost money. */}
      {busy && <PrefetchPageLinks page="/" />}
    </form>
  )
}
