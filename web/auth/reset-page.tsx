import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { resetPasswordByLink } from '#contract/account.ts'
import { ApiError, call } from '../api.ts'
import { pageTitle } from '../layout/title.ts'
import { signOut, useSession } from '../session.ts'
import { SubmitButton } from '../ui/button.tsx'
import { useFormAction, useSchemaForm } from '../ui/form.ts'
import { FormError } from '../ui/form-error.tsx'
import { Note } from '../ui/note.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import { AuthLayout } from './auth-layout.tsx'
import { toLogin } from './login-redirect.ts'

export const meta = pageTitle('New password')

/** The token is in the hash of the link, which is never sent to the server or logged. */
export default function ResetPage() {
  const { hash } = useLocation()
  const token = hash.slice(1)
  const incomplete = useHydrated() && token === ''
  const [expired, setExpired] = useState<string | null>(null)
  const isOver = incomplete || expired !== null
  return (
    <AuthLayout
      greeting="Mwanzo mpya."
      translation="A fresh start."
      title={isOver ? 'This link doesn’t work' : 'Choose a new password'}
      intro={
        isOver
          ? incomplete
            ? 'A part of it is missing.'
            : 'Each link works once, and only for a while.'
          : 'You’ll be logged out on all devices. Log in again with your new password.'
      }
    >
      {isOver ? (
        <>
          <Note kind="error">
            {expired ?? 'Open the link from the email again, or ask for a new one.'}
          </Note>
          <p>
            <Link className="button" to="/auth/forgot">
              Send me a new link
            </Link>
          </p>
          <ul className="auth-others">
            <li>
              Remembered your password? <Link to="/auth/login">Log in</Link>
            </li>
          </ul>
        </>
      ) : (
        <ResetForm token={token} onExpired={setExpired} />
      )}
    </AuthLayout>
  )
}

const schema = z.pick(resetPasswordByLink.body, { password: true })

interface ResetFormProps {
  token: string
  /** Gets the server's message. */
  onExpired: (message: string) => void
}

function ResetForm({ token, onExpired }: ResetFormProps) {
  const signedIn = useSession().status !== 'signed_out'
  const navigate = useNavigate()
  const form = useSchemaForm(schema)
  const { errors } = form.formState
  const { submit, busy } = useFormAction(
    form,
    async ({ password }) => {
      await call(resetPasswordByLink, { body: { token, password } })
      // The server has ended all sessions of the user, perhaps including this browser's.
      if (signedIn) await signOut()
      await navigate('/auth/login', toLogin('reset'))
    },
    {
      fields: ['password'],
      onError(error) {
        const expired = error instanceof ApiError && error.code === 'link_over'
        if (expired) onExpired(error.message)
      },
    },
  )
  return (
    <form className="stack" method="post" noValidate onSubmit={submit}>
      <PasswordField
        id="password"
        label="New password"
        autoComplete="new-password"
        hint="At least 8 characters, and not your name, phone, email or ID number."
        error={errors.password?.message}
        {...form.register('password')}
      />
      {errors.root?.refused && (
        <FormError id="reset-error">{errors.root.refused.message}</FormError>
      )}
      <SubmitButton variant="block" busy={busy} busyLabel="saving...">
        Save the new password
      </SubmitButton>
    </form>
  )
}
