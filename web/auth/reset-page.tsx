import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { resetPasswordByLink } from '#contract/account.ts'
import { ApiError, call } from '../api.ts'
import { pageTitle } from '../layout/title.ts'
import { usePageParameter } from '../page-query.ts'
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
  const isFirst = usePageParameter('first') !== null
  const [expired, setExpired] = useState<string | null>(null)
  const isOver = incomplete || expired !== null
  return (
    <AuthLayout
      greeting="Mwanzo mpya."
      translation="A fresh start."
      title={
        isOver
          ? 'This link doesn’t work'
          : isFirst
            ? 'Choose your password'
            : 'Choose a new password'
      }
      intro={
        isOver
          ? incomplete
            ? 'A part of it is missing.'
            : 'Each link works once, and only for a while.'
          : isFirst
            ? 'You log in with it and your email address.'
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
        <ResetForm token={token} isFirst={isFirst} onExpired={setExpired} />
      )}
    </AuthLayout>
  )
}

const schema = z.pick(resetPasswordByLink.body, { password: true })

interface ResetFormProps {
  token: string
  /** Whether the user has no password so far. */
  isFirst: boolean
  /** Called with the server's message when the link has expired. */
  onExpired: (message: string) => void
}

function ResetForm({ token, isFirst, onExpired }: ResetFormProps) {
  const { status } = useSession()
  const navigate = useNavigate()
  const form = useSchemaForm(schema)
  const { errors } = form.formState
  const { submit, busy } = useFormAction(
    form,
    async ({ password }) => {
      await call(resetPasswordByLink, { body: { token, password } })
      // The server has ended all sessions of the user, perhaps including this browser's.
      if (status !== 'signed_out') await signOut()
      await navigate('/auth/login', toLogin(isFirst ? 'first_password' : 'reset'))
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
        label={isFirst ? 'Password' : 'New password'}
        autoComplete="new-password"
        hint="At least 8 characters, and not your name, phone, email or ID number."
        error={errors.password?.message}
        {...form.register('password')}
      />
      {errors.root?.refused && (
        <FormError id="reset-error">{errors.root.refused.message}</FormError>
      )}
      {isFirst && status === 'signed_in' && (
        <p className="small muted">
          Someone is logged in on this device. Saving the password logs them out here.
        </p>
      )}
      <SubmitButton variant="block" busy={busy} busyLabel="saving...">
        {isFirst ? 'Save the password' : 'Save the new password'}
      </SubmitButton>
    </form>
  )
}
