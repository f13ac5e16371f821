import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { resetPassword } from '#contract/auth.ts'
import { ApiError, call } from '../api.ts'
import { signOut, useSession } from '../session.ts'
import { SubmitButton } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { setServerErrors } from '../ui/form.ts'
import { FormError } from '../ui/form-error.tsx'
import { toLogin } from './to-login.ts'

const typed = z.pick(resetPassword.body, { password: true })

/** A new password for whoever holds the token of the link. */
export function ResetForm({ token }: { token: string }) {
  const signedIn = useSession().status !== 'signed_out'
  const navigate = useNavigate()
  const form = useForm<{ password: string }>({
    resolver: zodResolver(typed),
    reValidateMode: 'onSubmit',
  })
  const { errors, isSubmitting: busy } = form.formState
  const send = form.handleSubmit(async ({ password }) => {
    try {
      await call(resetPassword, { body: { token, password } })
      // All sessions have ended there; this browser may have had one of them.
      if (signedIn) await signOut()
      await navigate('/auth/login', toLogin('reset'))
    } catch (error) {
      setServerErrors(form, error, ['password'], 'Something went wrong. Please try again.')
      const over = error instanceof ApiError && error.code === 'link_over'
      if (over) form.setError('root.over', { message: error.message })
    }
  })
  const over = errors.root?.over !== undefined
  return (
    <form
      className="stack"
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void send(event)
      }}
    >
      <TextField
        id="password"
        label="New password"
        type="password"
        autoComplete="new-password"
        hint="At least 8 characters, and not your name, phone, e-mail or ID number."
        error={errors.password?.message}
        {...form.register('password')}
      />
      {errors.root?.refused && (
        <FormError id="reset-error">
          {errors.root.refused.message} {over && <Link to="/auth/forgot">Send me a new link</Link>}
        </FormError>
      )}
      <SubmitButton variant="block" busy={busy} busyLabel="saving...">
        Save the new password
      </SubmitButton>
    </form>
  )
}
