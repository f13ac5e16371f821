import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import {
  ALL_REQUIRED,
  type Profile,
  profile,
  profileWithLastName,
  updateUser,
} from '#contract/account.ts'
import type { User } from '#contract/auth.ts'
import { realAddress } from '#rules/email.ts'
import { call } from '../api.ts'
import { updateSessionUser } from '../session.ts'
import { Button, SubmitButton } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { useFormAction } from '../ui/form.ts'
import { FormError } from '../ui/form-error.tsx'
import { PasswordField } from '../ui/password-field.tsx'

/** A placeholder email address is shown as an empty field; if the field is left empty, the address stays. */
const isPlaceholderEmail = (email: string) => realAddress(email) === null
const EMAIL_HINT = 'Add your email so you can reset your password if you forget it.'
const passwordHint = (user: User) =>
  user.must_change_password
    ? 'At least 8 characters, and not your ID number. You’ll be logged out on your other devices.'
    : 'Leave it empty to keep your password. With a new one you’ll be logged out on your other devices.'

export function ProfileForm({
  user,
  onCancel,
  onSaved,
}: {
  user: User
  onCancel: () => void
  onSaved: () => void
}) {
  const { first_name, last_name, email } = user
  const schema = last_name === '' ? profile : profileWithLastName
  const form = useForm<Profile>({
    resolver: (typed, ...rest) =>
      zodResolver(schema)(
        typed.email === '' && isPlaceholderEmail(email) ? { ...typed, email } : typed,
        ...rest,
      ),
    defaultValues: {
      first_name,
      last_name,
      email: isPlaceholderEmail(email) ? '' : email,
      password: '',
    },
    reValidateMode: 'onSubmit',
  })
  const { errors } = form.formState
  const { setFocus } = form
  useEffect(() => setFocus('first_name'), [setFocus])

  const { submit, busy } = useFormAction(form, (typed) => call(updateUser, { body: typed }), {
    fields: ['first_name', 'last_name', 'email', 'password'],
    fallback: 'Your profile was not saved. Please try again.',
    onSuccess(changed) {
      updateSessionUser(changed)
      onSaved()
    },
  })
  const field = (name: keyof Profile, missing: string) => {
    const message = errors[name]?.message
    return { id: name, error: message === ALL_REQUIRED ? missing : message, ...form.register(name) }
  }
  return (
    <form className="stack" method="post" noValidate onSubmit={submit}>
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
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        optional={isPlaceholderEmail(email)}
        hint={isPlaceholderEmail(email) ? EMAIL_HINT : undefined}
        {...field('email', 'Please enter your email address.')}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        optional
        hint={passwordHint(user)}
        {...field('password', '')}
      />
      {errors.root?.refused && (
        <FormError id="profile-error">{errors.root.refused.message}</FormError>
      )}
      <div className="field-pair">
        <Button variant="secondary block" onClick={onCancel}>
          Cancel
        </Button>
        <SubmitButton variant="block" busy={busy} busyLabel="saving...">
          Save
        </SubmitButton>
      </div>
    </form>
  )
}
